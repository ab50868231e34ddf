"""Growth restated: what a rate per period comes to over a longer time."""

from flopwatt.model import compounded, formula


@formula("product", unit="×", symbol="G", source="identity", written=False)
def growth_factor(growth, growth_span):
    """By how much volume has grown after `growth_span`, compounding all the way."""
    return compounded(growth, growth_span)


@formula(
    "product",
    key="tokens_per_day_grown",
    unit="token/day",
    symbol="v'",
    source="identity",
    written=False,
)
def grown_tokens_per_day(tokens_per_day, growth_factor):
    """Tokens a day after `growth_span`."""
    return tokens_per_day * growth_factor
