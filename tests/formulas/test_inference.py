"""Inference formulas against sums done by hand."""

import math

import numpy as np
import pytest

from flopwatt.formulas import inference

DAY = 86_400.0
MONTH = 730.5 * 3600


def months(*days: float):
    return np.array(days).reshape(1, -1, 1, 1) * DAY


def test_a_request_of_1500_tokens_at_a_dollar_per_million():
    assert inference.request_cost(1500, 1e-6) == pytest.approx(0.0015)


def test_tokens_and_dollars_of_a_day():
    requests = 5e6 / DAY
    assert inference.tokens_per_day(requests, 1500) * DAY == pytest.approx(7.5e9)
    assert inference.daily_cost_by_request(0.0015, requests) * DAY == pytest.approx(7500)
    assert inference.daily_cost_by_token(7.5e9 / DAY, 1e-6) * DAY == pytest.approx(7500)


def test_a_first_month_is_the_integral_of_its_rate():
    # $100,000 in the first month at 10 % a month: the rate r solves r (e^k - 1)/k = 100,000
    k = math.log(1.1) / MONTH
    rate = inference.daily_cost(1e5, k, MONTH)
    assert rate * MONTH == pytest.approx(1e5 * math.log(1.1) / 0.1)
    assert inference.first_month_spend(rate, k, MONTH) == pytest.approx(1e5)


def test_nothing_is_spent_before_launch():
    end = months(31, 59, 90)
    rate = inference.spend_rate(100 / DAY, 0.0, 45 * DAY, end)
    assert (rate.ravel() * DAY).tolist() == pytest.approx([0, 100, 100])
    spent = inference.product_spent(7.0, 100 / DAY, 0.0, 45 * DAY, end)
    assert spent.ravel().tolist() == pytest.approx([7, 7 + 1400, 7 + 4500])


def test_months_add_up_to_what_was_spent():
    start, end = months(0, 31, 59), months(31, 59, 90)
    k = math.log(1.3) / MONTH
    monthly = inference.product_spend(100 / DAY, k, -10 * DAY, start, end)
    spent = inference.product_spent(0.0, 100 / DAY, k, -10 * DAY, end)
    before = 100 / DAY * math.expm1(k * 10 * DAY) / k
    assert monthly.sum() + before == pytest.approx(spent.ravel()[-1])


def test_a_product_launches_with_the_plan():
    assert inference.launch(0.0) == 0.0
