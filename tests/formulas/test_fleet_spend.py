"""A product costs what its fleets cost, each formula called as the plain function it is."""

import numpy as np

from flopwatt.formulas import fleet_spend as spend

FLEET = np.zeros((1, 1, 1, 1))  # the only word of ``cost_from``


def months(*values):
    return np.array(values, dtype=float).reshape(1, -1, 1, 1)


def members(*values):
    return np.array(values, dtype=float).reshape(-1, 1, 1, 1, 1)


def test_the_day_of_launch():
    # 10 units of 8 GPUs at $2, and later $1
    assert spend.launch_cost_rate(10, 8, 1, months(2, 1)).item() == 160
    assert spend.daily_cost_by_fleet(FLEET, members(160, 40)).item() == 200
    assert spend.request_cost_by_fleet(FLEET, members(160, 40), months(1000, 0)).item() == 0.2
    with np.errstate(invalid="ignore"):
        assert spend.request_cost_by_fleet(FLEET, members(0, 0), months(0, 10)).item() == 0


def test_each_month_costs_what_its_fleet_costs():
    rate = months(0, 160, 320)
    assert spend.spend_rate_by_fleet(FLEET, rate).ravel().tolist() == [0, 160, 320]
    # a fleet is of one size through a month, however fast its product grows
    assert spend.month_growth_by_fleet(FLEET, months(0.1, 0.1, 0.1)).ravel().tolist() == [0, 0, 0]


def test_a_launch_before_the_plan_is_counted_at_the_first_month():
    rate = months(160, 320)
    assert spend.spent_since_launch_by_fleet(FLEET, rate, -10.0, 0.0).item() == 1600
    assert spend.spent_since_launch_by_fleet(FLEET, rate, 10.0, 0.0).item() == 0


def test_the_first_month_at_the_fleet_of_its_first_day():
    assert spend.first_month_spend_by_fleet(FLEET, 200, 30.4375).item() == 6087.5


def test_a_basis_of_another_name_makes_nothing():
    assert np.isnan(spend.daily_cost_by_fleet(FLEET + 1, members(160))).all()
