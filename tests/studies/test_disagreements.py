"""A plan that says one thing in two ways is told which counts and what the other says."""

import pytest

from flopwatt.studies.run import run_plan


def told(plan) -> list[tuple[str, str]]:
    warnings = run_plan(plan).warnings
    return [(w.field, w.message) for w in warnings if w.code == "disagreement"]


TOKENS = {"requests": "1M per day", "tokens_per_request": "100", "token_price": "$1/Mtok"}


@pytest.mark.parametrize(
    ("also", "message"),
    [
        (
            {"tokens_per_day": "5B tokens/day"},
            "is $100 per day from cost_per_request and requests, which counts, "
            "but $5,000 per day from tokens_per_day and token_price",
        ),
        (
            {"first_month_cost": "$100k"},
            "is $3,290 per day from first_month_cost, growth, price_change and average_month, "
            "which counts, but $100 per day from cost_per_request and requests",
        ),
    ],
)
def test_two_ways_that_differ(plan, also, message):
    plan["products"]["chat"] = TOKENS | also
    assert told(plan) == [("products.chat.cost_per_day", message)]


@pytest.mark.parametrize(
    "product",
    [
        TOKENS,
        TOKENS | {"tokens_per_day": "100M tokens/day"},
        TOKENS | {"ceiling": "5M per day", "growth": "10 %/month"},
        TOKENS | {"tokens_per_day": "5B tokens/day", "cost_per_day": "$77"},
    ],
)
def test_what_agrees_or_was_given_outright_is_not_told(plan, product):
    plan["products"]["chat"] = product
    assert told(plan) == []


@pytest.mark.parametrize("more", [{}, {"ceiling": "1M per day", "launch": "2025-06-01"}])
def test_a_product_that_grows_in_steps_of_its_fleet_says_one_thing(plan, more):
    plan["products"]["chat"] = {
        "requests": "100k per day",
        "growth": "8 %/month",
        "input_tokens": "1000",
        "output_tokens": "400",
    } | more
    rates = {"prefill_rate": "10000 tokens/s", "decode_rate": "1000 tokens/s"}
    plan["fleets"] = {"chat": rates | {"price": "$2 per GPU-hour"}}
    assert told(plan) == []


def test_a_month_without_requests_is_no_disagreement(plan):
    """What a request costs follows from the fleet, and what a day costs from that: one line."""
    plan["products"]["chat"] = {
        "requests": {"2026-07": "100k per day", "2026-09": "3M per day", "2026-11": "0 per day"},
        "input_tokens": "1000",
        "output_tokens": "400",
    }
    rates = {"prefill_rate": "10000 tokens/s", "decode_rate": "1000 tokens/s"}
    plan["fleets"] = {"chat": rates | {"price": "$2 per GPU-hour"}}
    assert [one.message for one in run_plan(plan).warnings] == []


def test_lines_that_differ_in_a_later_month_are_told_of_it(plan):
    volume = {"2026-07": "1M per day", "2026-09": "2M per day"}
    plan["products"]["chat"] = TOKENS | {"requests": volume, "tokens_per_day": "100M tokens/day"}
    ((field, message),) = told(plan)
    assert field == "products.chat.cost_per_day"
    assert message.endswith(
        "is $200 per day from cost_per_request and requests, which counts, "
        "but $100 per day from tokens_per_day and token_price in 2026-09"
    )
