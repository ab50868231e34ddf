"""Cached tokens are part of the prompt, however they are stated."""

import pytest

import flopwatt
from flopwatt.formulas import caching

PRODUCT = {
    "requests": "1M per day",
    "input_tokens": 1000,
    "output_tokens": 10,
    "input_price": "$1/Mtok",
    "cached_price": "$0.1/Mtok",
    "output_price": "$4/Mtok",
}


def run(plan, **fields):
    plan["products"]["chat"] = PRODUCT | fields
    return flopwatt.run(plan)


def test_a_share_of_the_prompt():
    assert caching.cached_share_by_tokens(90_000, 120_000) == 0.75


def test_tokens_and_share_say_the_same(plan):
    by_tokens = run(plan, cached_tokens=600)["products.chat.cost_per_call"]
    by_share = run(plan, cached_share="60 %")["products.chat.cost_per_call"]
    # 400 at $1, 600 at $0.1 and 10 at $4 per million
    assert by_tokens == pytest.approx(by_share) == pytest.approx(0.0005)


def test_nothing_is_cached_unless_it_is_said(plan):
    assert run(plan)["products.chat.cached_share"] == 0


def test_more_cached_than_there_is_prompt_is_refused(plan):
    with pytest.raises(flopwatt.PlanError) as error:
        run(plan, cached_tokens=2000)
    (problem,) = error.value.problems
    assert (problem.code, problem.field) == ("out-of-range", "products.chat.cached_share")
    assert (problem.message, problem.allowed) == ("works out at 200 %", "at most 100 %")


def test_written_and_read_tokens_are_parts_of_the_prompt():
    """1,000 at 3, 1,000 read at 0.3 and 8,000 written at 3.75."""
    assert caching.input_cost_with_writes(10_000, 0.1, 8000, 3.0, 0.3, 3.75) == pytest.approx(
        33_300
    )


def test_more_read_and_written_than_there_is_prompt_is_refused(plan):
    with pytest.raises(flopwatt.PlanError) as error:
        run(plan, cached_share="50 %", cache_write_tokens=600, cache_write_price="$1.25/Mtok")
    assert [p.field for p in error.value.problems] == ["products.chat.cache_share"]
