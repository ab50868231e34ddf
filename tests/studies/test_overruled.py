"""Lines for one quantity alone, beside that quantity itself: told where they say another."""

import pytest

from flopwatt.studies.run import run_plan


@pytest.fixture
def told(plan):
    def run(product, settings=None):
        plan["products"] = {"chat": {"cost_per_request": "$0.001", **product}}
        found = run_plan(plan, settings).warnings
        return [one.message for one in found if one.code == "disagreement"]

    return run


def test_users_beside_other_requests_are_told(told):
    """200 users with 20 requests a day make 4,000, not a million."""
    users = {"users": "200", "requests_per_user": "20 per day"}
    assert told({"requests": "1M per day", **users}) == [
        "is 1M requests per day as given, which counts, but 4,000 requests per day from "
        "requests_per_user and users"
    ]
    assert told({"requests": "4000 per day", **users}) == []
    assert told(users) == []


def test_what_is_set_or_said_to_override_contradicts_knowingly(told):
    users = {"users": "200", "requests_per_user": "20 per day"}
    assert told(users, {"products.chat.requests": "1M per day"}) == []
    over = {"requests": {"value": "1M per day", "override": "yes"}}
    assert told(over | users) == []


def test_calls_in_flight_beside_requests_are_told(told, plan):
    """A fleet says how long a call stays: a thousand in flight at once are other requests."""
    plan["models"] = {"m": {"catalog": "llama-3.1-8b"}}
    plan["fleets"] = {"chat": {"accelerator": "L4", "price": "$1 per GPU-hour"}}
    lengths = {"input_tokens": "2000", "output_tokens": "300"}
    (message,) = told({"requests": "1M per day", "concurrent_calls": "10", **lengths})
    assert message.startswith("is 1M requests per day as given, which counts, but ")
    assert message.endswith(" from concurrent_calls")


def test_lines_that_are_of_use_elsewhere_contradict_nothing(told):
    """Prices of tokens serve a given cost per request no more, and are told as beaten."""
    tokens = {"input_tokens": "1000", "output_tokens": "100"}
    assert told({"requests": "1M per day", **tokens}) == []
