"""The crossover against closed forms: flat, growing, shrinking, with stairs."""

import datetime
import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import flopwatt

DAY = 86_400.0
MONTH_DAYS = 730.5 / 24


def crossover(plan, product="chat"):
    return flopwatt.run(plan).to_dict()["results"][f"products.{product}.crossover"]


def closed_form(bill: float, per_day: float, growth: float) -> float:
    """Days until the integral of per_day x exp(k t) reaches the bill; inf if it never does.

    t = ln(1 + k B / r) / k with k = ln(1 + g) per month; B / r without growth.
    """
    k = math.log1p(growth) / MONTH_DAYS
    if abs(k * bill / per_day) < 1e-9:
        return bill / per_day
    inside = 1 + k * bill / per_day
    return math.log(inside) / k if inside > 0 else math.inf


def horizon_days(months: int) -> int:
    year, month = divmod(months, 12)
    return (datetime.date(2026 + year, 1 + month, 1) - datetime.date(2026, 1, 1)).days


@settings(max_examples=100, deadline=None)
@given(
    bill=st.floats(1e4, 1e9),
    per_day=st.floats(1, 1e7),
    growth=st.floats(-0.5, 1.0),
    months=st.integers(1, 120),
)
def test_equals_the_closed_form(bill, per_day, growth, months):
    expected = closed_form(bill, per_day, growth)
    end = horizon_days(months)
    assume(abs(expected - end) > 0.02)
    found = crossover(
        {
            "start": "2026-01-01",
            "horizon": f"{months} months",
            "models": {"m": {}},
            "training": {"base": {"cost": f"{bill!r} USD"}},
            "products": {
                "chat": {
                    "cost_per_day": f"{per_day!r} USD/day",
                    "growth": f"{100 * growth!r} %/month",
                }
            },
        }
    )
    if expected > end:
        assert found["outcome"] == "never"
    else:
        assert found["outcome"] == "crosses"
        assert found["value"] == pytest.approx(expected, abs=0.01)


@settings(max_examples=30, deadline=None)
@given(
    bill=st.floats(1e5, 1e8),
    rates=st.lists(st.floats(10, 1e6), min_size=2, max_size=4),
    growths=st.lists(st.floats(-0.3, 0.6), min_size=4, max_size=4),
    launches=st.lists(st.integers(0, 700), min_size=4, max_size=4),
)
def test_a_whole_plan_crosses_where_its_summed_spend_equals_its_bills(
    bill, rates, growths, launches
):
    start = datetime.date(2026, 1, 1)
    products = {
        f"p{i}": {
            "cost_per_day": f"{rate!r} USD/day",
            "growth": f"{100 * growths[i]!r} %/month",
            "launch": (start + datetime.timedelta(days=launches[i])).isoformat(),
        }
        for i, rate in enumerate(rates)
    }
    results = flopwatt.run(
        {
            "start": "2026-01-01",
            "horizon": "60 months",
            "models": {"m": {}},
            "training": {"base": {"cost": f"{bill!r} USD"}},
            "products": products,
        }
    ).to_dict()["results"]

    def spent(day: float) -> float:
        total = 0.0
        for i, rate in enumerate(rates):
            k = math.log1p(growths[i]) / MONTH_DAYS
            live = max(0.0, day - launches[i])
            total += rate * (math.expm1(k * live) / k if abs(k) > 1e-12 else live)
        return total

    found = results["crossover"]
    if spent(horizon_days(60)) < bill * (1 - 1e-9):
        assert found["outcome"] == "never"
    elif found["outcome"] == "crosses":
        assert spent(found["value"] - 0.01) <= bill * (1 + 1e-9)
        assert spent(found["value"] + 0.01) >= bill * (1 - 1e-9)


def test_the_worked_example(plan):
    plan["training"]["base"]["cost"] = "1458333.333333 USD"
    plan["products"]["chat"]["cost_per_day"] = "$7500"
    found = crossover(plan)
    assert found["value"] == pytest.approx(194.44, abs=0.005)
    assert found["date"] == "2026-07-14"


def test_never_says_when_it_would_come_at_the_last_rate(plan):
    plan["products"]["chat"]["cost_per_day"] = "$15"
    found = crossover(plan)
    assert (found["outcome"], found["value"]) == ("never", None)
    assert found["at_this_rate"] == pytest.approx(1e6 / 15)


def test_a_shrinking_spend_adds_up_to_its_limit(plan):
    # 10 % less each month from $10,000 a day: r / k = 10,000 x 30.4375 / -ln 0.9 = $2.889M
    plan["training"]["base"]["cost"] = "$3M"
    plan["products"]["chat"]["growth"] = "-10 %/month"
    results = flopwatt.run(plan).to_dict()["results"]
    assert results["products.chat.crossover"]["outcome"] == "never"
    limit = 10_000 * MONTH_DAYS / -math.log(0.9)
    assert results["products.chat.spend_limit"]["value"] == pytest.approx(limit)


def test_already_when_spend_before_the_plan_had_passed_the_bill(plan):
    plan["products"]["chat"] |= {"launch": "2025-01-01", "spent_before": "$2M"}
    assert crossover(plan)["outcome"] == "already"


def test_spend_between_launch_and_start_counts(plan):
    # 60 days before the start at $10,000 leave $400,000, which take 40 days more
    plan["products"]["chat"]["launch"] = "2025-11-02"
    found = crossover(plan)
    assert found["value"] == pytest.approx(100)
    assert found["date"] == "2026-02-10"


def test_a_later_run_undoes_a_crossing_until_it_is_passed_for_good(plan):
    plan["training"]["next"] = {"cost": "$5M", "start": "2026-07-20"}  # day 200
    found = crossover(plan)
    assert found["value"] == pytest.approx(100)
    assert found["holds_from"] == pytest.approx(600)


def test_a_run_that_comes_before_the_crossing_moves_it(plan):
    plan["training"]["next"] = {"cost": "$1M", "start": "2026-02-10"}
    found = crossover(plan)
    assert found["value"] == pytest.approx(200)
    assert found["holds_from"] == pytest.approx(200)


def test_a_bill_after_launch_is_met_on_its_day(plan):
    plan["training"]["base"]["start"] = "2026-07-20"  # day 200; $2M are spent by then
    assert crossover(plan)["value"] == pytest.approx(200)


def test_a_product_may_be_set_against_a_share_of_the_bill(plan):
    plan["products"]["chat"]["share"] = "25 %"
    assert crossover(plan)["value"] == pytest.approx(25)


def test_each_bill_counts_once_for_the_whole_plan(plan):
    plan["products"]["search"] = {"cost_per_day": "$10k"}
    results = flopwatt.run(plan).to_dict()["results"]
    assert results["crossover"]["value"] == pytest.approx(50)
    assert results["products.search.crossover"]["value"] == pytest.approx(100)


def test_growth_beyond_any_float_still_crosses(plan):
    plan["products"]["chat"]["growth"] = "1000 %/month"
    plan["horizon"] = "600 months"
    expected = closed_form(1e6, 1e4, 10.0)
    assert crossover(plan)["value"] == pytest.approx(expected, abs=0.01)


def stairs_plan(bills, per_day, growth, launch):
    """A plan of two years with bills on given days and one product."""
    start = datetime.date(2026, 1, 1)

    def day(number: int) -> str:
        return (start + datetime.timedelta(days=number)).isoformat()

    return {
        "start": start.isoformat(),
        "horizon": "24 months",
        "models": {"m": {}},
        "training": {
            f"r{i}": {"cost": f"{bill!r} USD", "start": day(due)}
            for i, (bill, due) in enumerate(bills)
        },
        "products": {
            "chat": {
                "cost_per_day": f"{per_day!r} USD/day",
                "growth": f"{100 * growth!r} %/month",
                "launch": day(launch),
            }
        },
    }


class Walk:
    """Whether spend stands on or above the bills on a day, with no solver."""

    def __init__(self, bills, per_day, growth, launch):
        self.bills, self.per_day, self.launch = bills, per_day, launch
        self.k, self.end = math.log1p(growth) / MONTH_DAYS, horizon_days(24)

    def ahead(self, day: float) -> bool:
        owed = sum(bill for bill, due in self.bills if due <= day and due < self.end)
        live = max(0.0, day - self.launch)
        spent = self.per_day * (math.expm1(self.k * live) / self.k if self.k else live)
        return owed > 0 and spent >= owed

    def starts_at(self, day: float) -> bool:
        """Never ahead before the day, ahead just after it."""
        before = (day * i / 400 for i in range(400) if day * i / 400 < day - 0.02)
        bill_next = any(day < due <= day + 0.02 for _, due in self.bills)
        return not any(map(self.ahead, before)) and (self.ahead(day + 0.02) or bill_next)

    def lasts_from(self, day: float) -> bool:
        """Ahead from just after the day to the plan's end."""
        last = self.end - 0.01
        days = (day + 0.02 + (last - day - 0.02) * i / 400 for i in range(401))
        return day + 0.02 >= last or all(map(self.ahead, days))


@settings(max_examples=60, deadline=None)
@given(
    bills=st.lists(st.tuples(st.floats(1e3, 1e6), st.integers(-200, 900)), min_size=1, max_size=4),
    per_day=st.floats(100, 1e4),
    growth=st.floats(-0.2, 0.3),
    launch=st.integers(-200, 300),
)
def test_first_and_lasting_against_a_walk_day_by_day(bills, per_day, growth, launch):
    found = crossover(stairs_plan(bills, per_day, growth, launch))
    walk = Walk(bills, per_day, growth, launch)
    if found["outcome"] == "never":
        assert not walk.ahead(walk.end - 0.001)
    elif found["outcome"] == "already":
        assert walk.ahead(0.0)
    else:
        first = found["value"] + launch
        assert walk.starts_at(first)
        if found["holds_from"] is not None:
            lasting = found["holds_from"] + launch
            assert walk.lasts_from(lasting)
            assert lasting <= first + 0.02 or not walk.ahead(lasting - 0.02)
