"""Volume and spend over time: growth, adoption with a ceiling, and prices that move.

Spend is followed month by month from the rate at the month's end and the continuous growth
that gives the month its sum: exact for constant growth and for tables by month, and with a
ceiling exact at every month's end. A product that costs what its fleets cost is followed in
``fleet_spend`` instead, whose ways come first: where they hold, these say something else.
"""

from flopwatt.model import (
    adopted,
    adoption,
    at_start,
    compounded,
    cumulative,
    formula,
    grown,
    growth_within,
    later,
    pick,
    served,
)


@formula("product", unit="day", symbol="a", source="identity", written=False)
def age_at_end(month_end, launch):
    """How long the product has been live at the end of each month."""
    return later(month_end - launch, 0)


@formula("product", unit="day", symbol="a'", source="identity", written=False)
def age_at_start(month_start, launch):
    """How long the product has been live at the start of each month."""
    return later(month_start - launch, 0)


@formula("product", unit="day", symbol="y", source="convention#price-paths", written=False)
def price_age(month_end, launch, plan_start):
    """How long prices have moved by the end of each month: since launch, or the plan's start."""
    return later(month_end - later(launch, plan_start), 0)


@formula("product", unit="ratio", symbol="h", source="identity", maximum=1.0, written=False)
def launch_share(requests, ceiling):
    """Volume at launch as a share of the ceiling."""
    return requests / ceiling


@formula("product", unit="ratio", symbol="V", source="verhulst-1838", written=False)
def volume_factor(launch_share, growth, age_at_end):
    """Volume at the end of each month over that at launch, on a logistic curve to the ceiling."""
    return adoption(launch_share, growth, age_at_end)


@formula("product", makes="volume_factor", source="identity", fallback=True)
def volume_factor_by_growth(growth, age_at_end):
    """Volume at the end of each month over that at launch, under constant growth."""
    return compounded(growth, age_at_end)


@formula("product", unit="USD", symbol="s_K", source="verhulst-1838", flow=True, written=False)
def adoption_spend(
    daily_cost, launch_share, growth, price_change, price_age, age_at_start, age_at_end
):
    """Inference spend in each month on a logistic curve, prices moving along."""
    price = compounded(price_change, price_age)
    span = age_at_end - age_at_start
    return daily_cost * price * served(launch_share, growth, price_change, age_at_end, span)


@formula("product", unit="%/month", symbol="k", source="identity", kind="growth", written=False,
         fallback=True)  # fmt: skip
def month_growth(adoption_spend, spend_rate, age_at_start, age_at_end):
    """Growth of spend inside each month that gives the month its sum, on a logistic curve."""
    return growth_within(adoption_spend, spend_rate, age_at_end - age_at_start)


@formula("product", makes="month_growth", source="identity", fallback=True)
def month_growth_by_growth(growth, price_change):
    """Growth of spend inside each month, volume and prices together, under constant growth."""
    return growth + price_change


@formula("product", unit="USD/day", symbol="s(t)", source="identity", written=False, fallback=True)
def spend_rate(daily_cost, volume_factor, price_change, price_age, age_at_end):
    """What serving costs per day at the end of each month; nothing before launch."""
    moved = daily_cost * volume_factor * compounded(price_change, price_age)
    return pick(age_at_end > 0, moved, 0)


@formula(
    "product", key="spend", unit="USD", symbol="s", source="identity", flow=True, written=False
)
def product_spend(spend_rate, month_growth, age_at_start, age_at_end):
    """Inference spend of the product in each month."""
    return grown(spend_rate, -month_growth, age_at_end - age_at_start)


@formula("product", unit="USD", symbol="S_b", source="verhulst-1838", written=False, fallback=True)
def spent_since_launch(daily_cost, launch_share, growth, launch, plan_start):
    """Inference spend from a launch before the plan to its start, on a logistic curve."""
    span = later(plan_start - launch, 0)
    return at_start(daily_cost) * adopted(at_start(launch_share), growth, span)


@formula("product", makes="spent_since_launch", source="identity", fallback=True)
def spent_since_launch_by_growth(daily_cost, growth, launch, plan_start):
    """Inference spend between a launch before the plan and the plan's start."""
    return grown(at_start(daily_cost), growth, later(plan_start - launch, 0))


@formula("product", key="spent", unit="USD", symbol="S", source="identity", written=False)
def product_spent(spent_before, spent_since_launch, product_spend):
    """Inference spend of the product from its launch to the end of each month."""
    return spent_before + spent_since_launch + cumulative(product_spend)


@formula("product", key="cost_per_month", unit="USD", symbol="m", source="identity", written=False,
         fallback=True)  # fmt: skip
def first_month_spend(daily_cost, launch_share, growth, price_change, average_month):
    """What serving costs in the first 730.5 hours after launch, on a logistic curve."""
    price = compounded(price_change, average_month)
    moved = served(launch_share, growth, price_change, average_month, average_month)
    return daily_cost * price * moved


@formula("product", makes="first_month_spend", source="identity", fallback=True)
def first_month_spend_by_growth(daily_cost, growth, price_change, average_month):
    """What serving costs in the first 730.5 hours after launch, growth included."""
    return grown(daily_cost, growth + price_change, average_month)
