"""Inference: requests become tokens, tokens become dollars, and both grow."""

from flopwatt.model import compounded, formula, grown, later, pick


@formula(
    "product",
    key="launch",
    unit="s",
    symbol="L",
    source="convention#launch",
    kind="date",
    minimum=None,
    above=None,
    example="2026-03-01",
)
def launch(plan_start):
    """Day the product goes live; its meter runs from then on."""
    return plan_start


@formula(
    "product",
    unit="token/day",
    symbol="v",
    source="identity",
    accepts=("token",),
    minimum=0.0,
    above=None,
    example="15B tokens/day",
)
def tokens_per_day(requests, tokens_per_request):
    """Tokens served on the day of launch."""
    return requests * tokens_per_request


@formula(
    "product",
    key="cost_per_request",
    unit="USD/request",
    symbol="c",
    source="identity",
    accepts=("USD",),
    example="$0.0015 per request",
)
def request_cost(tokens_per_request, token_price):
    """What one request costs to serve."""
    return tokens_per_request * token_price


@formula(
    "product",
    key="cost_per_day",
    unit="USD/day",
    symbol="s",
    source="identity",
    also=("daily_spend",),
    accepts=("USD",),
    minimum=0.0,
    above=None,
    example="$87.1k per day",
    goal=True,
)
def daily_cost(first_month_cost, growth, average_month):
    """What serving costs per day, at the rate of the day of launch."""
    return first_month_cost / grown(1, growth, average_month)


@formula("product", makes="daily_cost", source="identity")
def daily_cost_by_request(request_cost, requests):
    """What serving costs per day, from the cost of one request."""
    return request_cost * requests


@formula("product", makes="daily_cost", source="identity")
def daily_cost_by_token(tokens_per_day, token_price):
    """What serving costs per day, from the tokens of a day."""
    return tokens_per_day * token_price


@formula("product", key="cost_per_month", unit="USD", symbol="m", source="identity", written=False)
def first_month_spend(daily_cost, growth, average_month):
    """What serving costs in the first month of 730.5 hours after launch, growth included."""
    return grown(daily_cost, growth, average_month)


@formula(
    "product", key="spend_rate", unit="USD/day", symbol="s(t)", source="identity", written=False
)
def spend_rate(daily_cost, growth, launch, month_end):
    """What serving costs per day at the end of each month; nothing before launch."""
    return pick(
        month_end > launch, daily_cost * compounded(growth, later(month_end - launch, 0)), 0
    )


@formula("product", key="spent", unit="USD", symbol="S", source="identity", written=False)
def product_spent(spent_before, daily_cost, growth, launch, month_end):
    """Inference spend of the product from its launch to the end of each month."""
    return spent_before + grown(daily_cost, growth, later(month_end - launch, 0))


@formula(
    "product", key="spend", unit="USD", symbol="s", source="identity", flow=True, written=False
)
def product_spend(daily_cost, growth, launch, month_start, month_end):
    """Inference spend of the product in each month."""
    before = grown(daily_cost, growth, later(month_start - launch, 0))
    return grown(daily_cost, growth, later(month_end - launch, 0)) - before
