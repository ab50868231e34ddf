"""Inference formulas against sums done by hand."""

import math

import pytest

from flopwatt.formulas import inference

DAY, MONTH = 86_400.0, 730.5 * 3600
M = 1e-6  # USD per token at a dollar per million


def test_a_request_of_1500_tokens_at_a_dollar_per_million():
    assert inference.request_cost_by_token(1500, 1 * M, 0.0) == pytest.approx(0.0015)


def test_tokens_and_dollars_of_a_day():
    requests = 5e6 / DAY
    assert inference.tokens_per_day(requests, 1500, 0.0) * DAY == pytest.approx(7.5e9)
    assert inference.tokens_per_day(requests, 1500, 0.1) * DAY == pytest.approx(8.25e9)
    assert inference.daily_cost_by_request(0.0015, requests) * DAY == pytest.approx(7500)
    assert inference.daily_cost_by_token(7.5e9 / DAY, 1 * M) * DAY == pytest.approx(7500)


def test_tokens_of_a_request_are_those_of_its_calls():
    assert inference.tokens_per_call(1000, 300, 200) == 1500
    assert inference.tokens_per_request(3000, 7) == 21_000


def test_cached_tokens_are_part_of_the_prompt():
    # 120k of prompt, 90k of it cached, 8k of answer at 2.50 / 1.25 / 10 dollars per million:
    # 30k x 2.50 + 90k x 1.25 + 8k x 10 = 0.075 + 0.1125 + 0.08
    prompt = inference.input_cost(120_000, 0.75, 2.5 * M, 1.25 * M)
    answer = inference.output_cost(8_000, 10 * M, 0, 10 * M)
    assert inference.call_cost(prompt, answer) == pytest.approx(0.2675)


def test_a_blended_price_is_weighted_by_tokens():
    assert inference.blended_price(3 * 3 * M + 1 * 15 * M, 4) == pytest.approx(6 * M)


def test_reasoning_is_billed_at_its_own_price():
    assert inference.output_cost(100, 10 * M, 900, 5 * M) == pytest.approx(0.0055)
    assert inference.reasoning_price(10 * M) == 10 * M
    assert inference.cached_price(2 * M) == 2 * M


def test_calls_and_retries_multiply():
    assert inference.request_cost(0.001, 7, 0.05) == pytest.approx(0.00735)


def test_a_first_month_is_the_integral_of_its_rate():
    # $100,000 in the first month at 10 % a month: the rate r solves r (e^k - 1)/k = 100,000
    k = math.log(1.1) / MONTH
    rate = inference.daily_cost(1e5, k, 0.0, MONTH)
    assert rate * MONTH == pytest.approx(1e5 * math.log(1.1) / 0.1)


def test_a_product_launches_with_the_plan():
    assert inference.launch(0.0) == 0.0
