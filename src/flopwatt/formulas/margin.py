"""What a token costs, all kinds together, and what serving earns."""

from flopwatt.model import formula


@formula(
    "product",
    key="cost_per_million_tokens",
    unit="USD/Mtoken",
    symbol="c_t",
    source="identity",
    written=False,
)
def mean_token_cost(daily_cost, tokens_per_day):
    """What a token costs to serve, all kinds together, at the rate of the day of launch."""
    return daily_cost / tokens_per_day


@formula(
    "product", key="margin", unit="%", symbol="m", source="convention#margin", above=None,
    written=False,
)  # fmt: skip
def margin(revenue, daily_cost):
    """What serving earns over what it costs, as a share of what it costs."""
    return (revenue - daily_cost) / daily_cost
