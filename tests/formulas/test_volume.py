"""Volume over time against integrals done numerically and by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flopwatt
from flopwatt.formulas import volume

DAY, MONTH = 86_400.0, 730.5 * 3600
STEPS = 200_001
BILL = 200_000


def months(*days: float):
    return np.array(days).reshape(1, -1, 1, 1) * DAY


def test_ages_count_from_launch():
    assert volume.age_at_end(months(31, 59), 45 * DAY).ravel().tolist() == [0, 14 * DAY]
    assert volume.age_at_start(months(0, 31), -10 * DAY).ravel().tolist() == [10 * DAY, 41 * DAY]
    assert volume.price_age(months(31, 59), -10 * DAY, 0.0).ravel().tolist() == [31 * DAY, 59 * DAY]
    assert volume.price_age(months(31, 59), 45 * DAY, 0.0).ravel().tolist() == [0, 14 * DAY]


def test_a_logistic_curve_starts_at_launch_and_ends_at_the_ceiling():
    share = volume.launch_share(1e6, 5e6)
    k = math.log(1.2) / MONTH
    assert volume.volume_factor(share, k, 0.0) == pytest.approx(1)
    assert volume.volume_factor(share, k, 1000 * MONTH) == pytest.approx(5)
    # at half the ceiling, V0 K/2: age ln((K/V0 - 1)) / k
    assert volume.volume_factor(share, k, math.log(4) / k) == pytest.approx(2.5)


def test_far_below_the_ceiling_it_is_constant_growth():
    k = math.log(1.2) / MONTH
    free = volume.volume_factor_by_growth(k, 12 * MONTH)
    assert free == pytest.approx(1.2**12)
    assert volume.volume_factor(1e-9, k, 12 * MONTH) == pytest.approx(free)


def test_growth_and_price_changes_add_up():
    assert volume.month_growth_by_growth(0.3, -0.1) == pytest.approx(0.2)


def test_a_month_on_a_logistic_curve_has_its_sum_and_ends_at_its_rate():
    share, k, d = 0.2, math.log(1.5) / MONTH, math.log(0.8) / (12 * MONTH)
    start, end = 3 * MONTH, 4 * MONTH
    times = np.linspace(start, end, STEPS)
    expected = np.trapezoid(2 * volume.volume_factor(share, k, times) * np.exp(d * times), times)
    found = volume.adoption_spend(2.0, share, k, d, end, start, end)
    assert found == pytest.approx(expected, rel=1e-9)
    rate = 2 * volume.volume_factor(share, k, end) * math.exp(d * end)
    inside = volume.month_growth(found, rate, start, end)
    assert rate * -np.expm1(-inside * MONTH) / inside == pytest.approx(expected, rel=1e-9)


def test_spend_between_launch_and_plan_on_a_logistic_curve():
    share, k, span = 0.2, math.log(1.5) / MONTH, 10 * MONTH
    times = np.linspace(0, span, STEPS)
    expected = np.trapezoid(3 * volume.volume_factor(share, k, times), times)
    rate = np.full((1, 1, 1, 1), 3.0)
    found = volume.spent_since_launch(rate, np.full((1, 1, 1, 1), share), k, -span, 0.0)
    assert found.item() == pytest.approx(expected, rel=1e-8)
    steady = volume.spent_since_launch_by_growth(rate, 0.0, -span, 0.0)
    assert steady.item() == pytest.approx(3 * span)


def test_the_first_month():
    k = math.log(1.1) / MONTH
    by_growth = volume.first_month_spend_by_growth(1e5 / MONTH, k, 0.0, MONTH)
    assert by_growth == pytest.approx(1e5 * 0.1 / math.log(1.1))
    below = volume.first_month_spend(1e5 / MONTH, 1e-9, k, 0.0, MONTH)
    assert below == pytest.approx(by_growth)


@settings(max_examples=25, deadline=None)
@given(
    share=st.floats(0.01, 0.9),
    growth=st.floats(0.01, 0.5),
    change=st.floats(-0.2, 0.1),
    launch=st.integers(-300, 300),
)
def test_spend_and_crossover_with_a_ceiling_are_those_of_the_integral(
    share, growth, change, launch
):
    results = run(share, growth, change, launch)
    k, p = math.log1p(growth) / 30.4375, math.log1p(change) / 30.4375
    times = np.linspace(max(launch, 0), 365, STEPS)
    ages, prices = times - launch, times - max(launch, 0)
    rate = 1000 / (share + (1 - share) * np.exp(-k * ages)) * np.exp(p * prices)
    spend = results["products.chat.spend"]["value"]
    summed = np.concatenate([[0], np.cumsum((rate[1:] + rate[:-1]) / 2 * (times[1] - times[0]))])
    assert sum(spend) == pytest.approx(summed[-1], rel=1e-6)
    before = results["products.chat.spent_since_launch"]["value"]
    if before < BILL < before + summed[-1] * (1 - 1e-6):
        expected = np.interp(BILL - before, summed, times) - launch
        # within its month a crossover is found on a compounding curve, not on the logistic one
        assert results["products.chat.crossover"]["value"] == pytest.approx(expected, abs=0.05)


def run(share, growth, change, launch):
    day = np.datetime64("2026-01-01") + launch
    product = {
        "requests": "1M per day",
        "cost_per_request": "$0.001",
        "ceiling": f"{1e6 / share!r} per day",
        "growth": f"{100 * growth!r} %/month",
        "price_change": f"{100 * change!r} %/month",
        "launch": str(day),
    }
    plan = {"start": "2026-01-01", "horizon": "12 months", "models": {"m": {}}}
    plan |= {"training": {"base": {"cost": f"{BILL} USD"}}, "products": {"chat": product}}
    return flopwatt.run(plan).to_dict()["results"]


def test_nothing_is_spent_before_launch():
    age = volume.age_at_end(months(31, 59, 90), 45 * DAY)
    start = volume.age_at_start(months(0, 31, 59), 45 * DAY)
    rate = volume.spend_rate(100 / DAY, np.ones((1, 3, 1, 1)), 0.0, months(0, 14, 45), age)
    assert (rate.ravel() * DAY).tolist() == pytest.approx([0, 100, 100])
    spend = volume.product_spend(rate, 0.0, start, age)
    assert spend.ravel().tolist() == pytest.approx([0, 1400, 3100])
    spent = volume.product_spent(7.0, 0.0, spend)
    assert spent.ravel().tolist() == pytest.approx([7, 1407, 4507])
