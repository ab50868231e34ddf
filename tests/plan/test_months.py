"""Calendar months from the plan's start to its horizon."""

import datetime

import numpy as np
import pytest

from flopwatt.plan.months import months_on, plan_months
from flopwatt.units import DAY_S, read_quantity

D = datetime.date


@pytest.mark.parametrize(
    ("day", "months", "then"),
    [
        (D(2026, 1, 31), 1, D(2026, 2, 28)),
        (D(2024, 1, 31), 1, D(2024, 2, 29)),
        (D(2026, 1, 31), 2, D(2026, 3, 31)),
        (D(2026, 1, 30), 3, D(2026, 4, 30)),
        (D(2026, 11, 5), 2, D(2027, 1, 5)),
        (D(2024, 2, 29), 12, D(2025, 2, 28)),
        (D(9999, 12, 1), 0, D(9999, 12, 1)),
    ],
)
def test_the_same_day_some_months_on(day, months, then):
    assert months_on(day, months) == then


def test_no_month_lies_beyond_the_last_year_of_a_date():
    with pytest.raises(OverflowError, match="year 10000"):
        months_on(D(9999, 12, 1), 1)


def _edges(read, text, horizon):
    plan = read(text + f"horizon: {horizon}\n")
    found = {leaf.quantity: leaf.value for leaf in plan.leaves}
    return plan.months, found["month_start"].ravel() / DAY_S, found["month_end"].ravel() / DAY_S


def test_a_plan_that_starts_inside_a_month_has_a_short_first_and_last_one(read, text):
    months, starts, ends = _edges(read, text.replace("01-01", "01-15"), "3 months")
    assert months == ("2026-01", "2026-02", "2026-03", "2026-04")
    assert starts.tolist() == [0, 17, 45, 76]
    assert ends.tolist() == [17, 45, 76, 90]


def test_a_plan_that_starts_on_the_31st_has_every_month_once(read, text):
    months, starts, ends = _edges(read, text.replace("01-01", "01-31"), "3 months")
    assert months == ("2026-01", "2026-02", "2026-03", "2026-04")
    assert starts.tolist() == [0, 1, 29, 60]
    assert ends.tolist() == [1, 29, 60, 89]


@pytest.mark.parametrize(
    ("horizon", "count"),
    [
        ("1 ns", 1),
        ("1 month", 1),
        ("5 weeks", 2),
        ("18 months", 18),
        ("2.5 years", 30),
        ("5 years", 60),
        ("50 years", 600),
        ("600 months", 600),
    ],
)
def test_a_horizon_inside_a_month_runs_to_its_end(read, text, horizon, count):
    months, starts, ends = _edges(read, text, horizon)
    assert len(months) == len(starts) == count
    assert np.array_equal(starts[1:], ends[:-1])


def test_a_plan_without_horizon_has_five_years_and_says_why(vocabulary):
    months = plan_months(vocabulary, D(2026, 1, 1), [])
    assert (len(months.names), months.names[-1]) == (60, "2030-12")
    assert months.end == D(2031, 1, 1)
    assert {(leaf.origin.kind, leaf.origin.source) for leaf in months.leaves} == {
        ("assumed", "convention#horizon")
    }


def test_a_given_horizon_is_where_the_months_come_from(read, text):
    plan = read(text + "horizon: 12 months\n")
    leaf = next(leaf for leaf in plan.leaves if leaf.quantity == "month_end")
    assert (leaf.origin.kind, leaf.origin.place) == ("given", "plan.yaml:8")
    assert leaf.value.max() == 365 * DAY_S != read_quantity("12 months", "s")
