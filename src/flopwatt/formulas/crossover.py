"""The crossover: the day cumulative inference spend passes training spend."""

from flopwatt.model import at_horizon, first_time, formula, lasting_time, pick, total

NEVER = float("inf")


@formula("product", key="training_bill", unit="USD", symbol="B", source="identity", written=False)
def product_training_bill(training_bill, training_start, training_share, month_end):
    """Training spend that the product is set against: its model's bills in the plan, its share."""
    within = pick(training_start < at_horizon(month_end), training_bill, 0)
    return total(within) * training_share


@formula(
    "product",
    key="crossover",
    unit="day",
    symbol="x",
    source="convention#crossover",
    kind="crossing",
    goal=True,
    written=False,
)
def product_crossover(
    training_bill,
    training_start,
    training_share,
    product_spent,
    spend_rate,
    month_growth,
    launch,
    month_end,
):
    """Days from launch until the product's inference spend passes its model's training spend."""
    bills = training_bill * training_share
    return (
        first_time(
            bills, training_start, product_spent, spend_rate, month_growth, launch, month_end
        )
        - launch
    )


@formula(
    "product",
    key="crossover.holds_from",
    unit="day",
    symbol="x'",
    source="convention#crossover",
    kind="crossing",
    written=False,
)
def product_crossover_lasting(
    training_bill,
    training_start,
    training_share,
    product_spent,
    spend_rate,
    month_growth,
    launch,
    month_end,
):
    """Days from launch until the crossing that no later training bill undoes."""
    bills = training_bill * training_share
    return (
        lasting_time(
            bills, training_start, product_spent, spend_rate, month_growth, launch, month_end
        )
        - launch
    )


@formula(
    "product",
    key="crossover.at_this_rate",
    unit="day",
    symbol="x~",
    source="convention#at-this-rate",
    kind="crossing",
    written=False,
)
def product_crossover_at_last_rate(
    product_crossover, product_training_bill, product_spent, spend_rate, month_end, launch
):
    """The crossover, with spend kept at the rate of the last month beyond the plan's horizon."""
    left = product_training_bill - at_horizon(product_spent)
    beyond = left / at_horizon(spend_rate) + at_horizon(month_end) - launch
    return pick(product_crossover < NEVER, product_crossover, beyond)


@formula(
    "product",
    key="spend_limit",
    kind="limit",
    unit="USD",
    symbol="S~",
    source="identity",
    written=False,
)
def product_spend_limit(product_spent, spend_rate, month_growth):
    """What inference spend adds up to if it shrinks for ever; no limit unless it shrinks."""
    last = at_horizon(month_growth)
    left = at_horizon(spend_rate) / pick(last < 0, -last, last)
    return pick(last < 0, at_horizon(product_spent) + left, NEVER)


@formula("plan", key="training_bill", unit="USD", symbol="B", source="identity", written=False)
def plan_training_bill(training_bill, training_start, month_end):
    """Training spend that all inference is set against: the bills booked within the plan."""
    return total(pick(training_start < at_horizon(month_end), training_bill, 0))


@formula(
    "plan",
    key="spend_limit",
    kind="limit",
    unit="USD",
    symbol="S~",
    source="identity",
    written=False,
)
def plan_spend_limit(product_spend_limit):
    """What all inference spend adds up to if it shrinks for ever; no limit if any does not."""
    return total(product_spend_limit)


@formula(
    "plan",
    key="crossover",
    unit="day",
    symbol="x",
    source="convention#crossover",
    kind="crossing",
    written=False,
)
def plan_crossover(
    training_bill,
    training_start,
    cumulative_inference_spend,
    spend_rate,
    month_growth,
    launch,
    month_end,
    plan_start,
):
    """Days from the plan's start until all inference spend passes all training spend."""
    return (
        first_time(
            training_bill,
            training_start,
            cumulative_inference_spend,
            spend_rate,
            month_growth,
            launch,
            month_end,
        )
        - plan_start
    )


@formula(
    "plan",
    key="crossover.holds_from",
    unit="day",
    symbol="x'",
    source="convention#crossover",
    kind="crossing",
    written=False,
)
def plan_crossover_lasting(
    training_bill,
    training_start,
    cumulative_inference_spend,
    spend_rate,
    month_growth,
    launch,
    month_end,
    plan_start,
):
    """Days from the plan's start until the crossing that no later training bill undoes."""
    return (
        lasting_time(
            training_bill,
            training_start,
            cumulative_inference_spend,
            spend_rate,
            month_growth,
            launch,
            month_end,
        )
        - plan_start
    )


@formula(
    "plan",
    key="crossover.at_this_rate",
    unit="day",
    symbol="x~",
    source="convention#at-this-rate",
    kind="crossing",
    written=False,
)
def plan_crossover_at_last_rate(
    plan_crossover, plan_training_bill, inference_total, spend_rate, month_end, plan_start
):
    """The plan's crossover, with spend kept at the rate of the last month beyond the horizon."""
    left = plan_training_bill - inference_total
    beyond = left / at_horizon(total(spend_rate)) + at_horizon(month_end) - plan_start
    return pick(plan_crossover < NEVER, plan_crossover, beyond)
