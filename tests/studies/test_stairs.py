"""The steps of a fleet beside an API; the fleet is that of tests/formulas/test_fleet_api.py."""

import math

import pytest

from flopwatt.studies.run import run_plan
from flopwatt.studies.stairs import find_steps

DAY, CALL = 86_400.0, 0.00255
FLEET = {
    "price": "$2.50 per GPU-hour",
    "prefill_rate": "10000 tokens/s",
    "decode_rate": "1000 tokens/s",
    "target_load": "50 %",
    "day_peak": "2",
    "api_input_price": "$1 per million tokens",
    "api_cached_price": "$0.10 per million tokens",
    "api_output_price": "$5 per million tokens",
}


@pytest.fixture
def steps(plan):
    def find(requests="100k per day", **fleet):
        plan["products"]["chat"] = {
            "requests": requests,
            "input_tokens": "1000 tokens",
            "cached_share": "50 %",
            "output_tokens": "400 tokens",
        }
        plan["fleets"] = {"chat": FLEET | fleet}
        return find_steps(run_plan(plan).results, "fleets.chat.")

    return find


def test_steps_around_the_crossings(steps):
    """One spare each; the second step crosses the line, the third again, the fourth is under it."""
    found = steps()
    assert [(step.units, step.spares) for step in found] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert [round(step.most * DAY) for step in found] == [43_200, 86_400, 129_600, 172_800]
    assert [round(step.own * DAY) for step in found] == [120, 180, 240, 300]
    assert [step.bought * DAY for step in found] == pytest.approx(
        [CALL * 43_200 * units for units in (1, 2, 3, 4)]
    )
    assert [step.from_ * DAY for step in found] == pytest.approx(
        [math.inf, 180 / CALL, 240 / CALL, 0]
    )


def test_the_steps_of_the_plan_are_told(steps):
    """500,000 calls a day take 11.6 units: 12, and one spare."""
    assert (steps("500k per day")[-1].units, steps("500k per day")[-1].spares) == (12, 1)


def test_where_none_is_cheaper_the_first_are_told(steps):
    found = steps(price="$10 per GPU-hour")
    assert [step.units for step in found] == [1, 2, 3]
    assert {step.from_ for step in found} == {math.inf}


def test_what_is_not_known_has_no_steps(plan):
    assert find_steps(run_plan(plan).results, "fleets.chat.") == ()
