"""A product without a price costs what its fleets cost: whole units, month by month."""

from functools import partial

from flopwatt.model import at_start, choose, formula, later, pick, total

SPEND = "convention#fleet-spend"
by_fleet = partial(formula, "product", source=SPEND, offered=False)


@formula("fit", key="fleet.launch_cost_rate", unit="USD/day", symbol="s_0", source=SPEND,
         minimum=0, written=False)  # fmt: skip
def launch_cost_rate(launch_units_paid, fit_accelerators, one_gpu, fleet_price):
    """What the fleet costs per day on the day of launch."""
    return launch_units_paid * fit_accelerators * one_gpu * at_start(fleet_price)


@by_fleet(makes="daily_cost")
def daily_cost_by_fleet(cost_basis, launch_cost_rate):
    """What serving costs per day on the day of launch: its fleets, whole units and spares."""
    return choose(cost_basis, total(launch_cost_rate))


@by_fleet(makes="request_cost")
def request_cost_by_fleet(cost_basis, launch_cost_rate, requests):
    """What one request costs on the day of launch, idle capacity included; nothing without any."""
    asked = at_start(requests)
    return choose(cost_basis, pick(asked > 0, total(launch_cost_rate) / asked, 0))


@by_fleet(makes="spend_rate")
def spend_rate_by_fleet(cost_basis, fleets_cost_rate):
    """What serving costs per day in each month: its fleets; nothing before launch."""
    return choose(cost_basis, fleets_cost_rate)


@by_fleet(makes="month_growth")
def month_growth_by_fleet(cost_basis, growth):
    """Growth of spend inside each month: none, a fleet is of one size through a month."""
    return choose(cost_basis, growth * 0)


@by_fleet(makes="spent_since_launch")
def spent_since_launch_by_fleet(cost_basis, fleets_cost_rate, launch, plan_start):
    """Inference spend from a launch before the plan to its start, at the plan's first month."""
    span = later(plan_start - launch, 0)
    return choose(cost_basis, at_start(fleets_cost_rate) * span)


@by_fleet(makes="first_month_spend")
def first_month_spend_by_fleet(cost_basis, daily_cost, average_month):
    """What serving costs in the first 730.5 hours after launch, at the fleet of its first day."""
    return choose(cost_basis, daily_cost * average_month)
