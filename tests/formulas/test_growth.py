import math

import numpy as np
import pytest

import flopwatt
from flopwatt.formulas import growth
from flopwatt.formulas.growth import grown_tokens_per_day, growth_factor


def test_growth_compounds_over_the_span():
    assert growth_factor(math.log(1.1), 12) == pytest.approx(1.1**12)
    assert grown_tokens_per_day(1000, 3.0) == 3000


def test_users_make_requests_that_add_up_over_a_span():
    assert growth.requests_by_user(2000, 12) == 24_000
    given = {
        "users": 2000,
        "requests_per_user": "12 per day",
        "tokens_per_request": 900,
        "token_price": "$2/Mtok",
        "products.span": "30 days",
    }
    tokens, cost = (
        flopwatt.calculate(f"products.{key}_over_span", given) for key in ("tokens", "cost")
    )
    assert tokens.value == pytest.approx(2000 * 12 * 900 * 30)
    assert cost.value == pytest.approx(tokens.value * 2e-6)


def test_a_span_of_one_growing_month():
    flat, rate = growth.span_tokens(*map(np.asarray, (1.0, 0.0, 3.0))), math.log(1.1)
    assert flat == 3
    grown = growth.span_cost(*map(np.asarray, (1.0, rate, 0.0, 1.0)))
    assert grown == pytest.approx(0.1 / rate)


def test_a_prompt_with_writes_is_billed_with_them():
    given = {"input_tokens": 10_000, "input_price": "$3/Mtok", "cache_write_tokens": 8000}
    given |= {"cache_write_price": "$3.75/Mtok"}
    assert flopwatt.calculate("products.input_cost", given).value == pytest.approx(0.036)


@pytest.mark.parametrize("span", [1, 12, 0.1])
def test_doubling_time_does_not_depend_on_the_span_it_is_read_over(span):
    rate = math.log(1.1)
    got = growth.doubling_time(rate, np.asarray(1.1**span), np.asarray(span))
    assert got == pytest.approx(math.log(2) / rate)
