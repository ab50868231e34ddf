"""Growth restated, and volume added up: what a rate comes to over a longer time."""

from flopwatt.model import adopted, compounded, formula, grown, pick

NEVER = float("inf")


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


@formula("product", makes="requests", source="identity", offered=False)
def requests_by_user(users, requests_per_user):
    """Requests of all users on the day of launch."""
    return users * requests_per_user


@formula(
    "product",
    key="tokens_over_span",
    unit="token",
    symbol="V_s",
    source="identity",
    written=False,
)
def span_tokens(tokens_per_day, growth, served_span):
    """Tokens served over `span` from launch, growth included."""
    return grown(tokens_per_day, growth, served_span)


@formula(
    "product", key="cost_over_span", unit="USD", symbol="S_s", source="identity", written=False
)
def span_cost(daily_cost, growth, price_change, served_span):
    """What serving costs over `span` from launch, growth included."""
    return grown(daily_cost, growth + price_change, served_span)


@formula("product", unit="month", symbol="T_2", source="identity", kind="crossing", written=False)
def doubling_time(growth, growth_factor, growth_span):
    """Time in which volume doubles at this growth; never, where it does not grow."""
    more = growth_factor - 1  # the curve's log, ln(1 + share x more), is then ln 2
    return pick(more > 0, adopted(1 / more, growth, growth_span) / more, NEVER)
