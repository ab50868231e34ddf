"""A load told by calls in flight, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import fleet_users as users
from flopwatt.studies.run import run_plan


def test_a_call_stays_for_its_first_token_and_each_further_one():
    assert users.call_span(0.5, 0.05, 301, 1) == pytest.approx(0.5 + 300 * 0.05)
    assert users.call_span(0.5, 0.05, 1, 1) == users.call_span(0.5, 0.05, 0, 1) == 0.5


def test_calls_in_flight_are_calls_per_time_times_the_time_of_one():
    """At the peak 40 in flight for 10 s each are 4 a second; 2 on average; 1.6 without retries."""
    members = np.full((1, 1, 1, 1, 1), 10.0)
    mean = users.requests_by_calls_in_flight(40, members * 1, 2 + 0 * members, 1, 0)
    assert mean.item() == 2
    found = users.requests_by_calls_in_flight(40, members, 2 + 0 * members, 1, 0.25)
    assert found.item() == pytest.approx(1.6)


def test_of_several_fleets_the_one_counts_in_which_a_call_stays_longest():
    members = np.array([10.0, 20.0]).reshape(2, 1, 1, 1, 1)
    assert users.requests_by_calls_in_flight(40, members, 1 + 0 * members, 1, 0).item() == 2


def test_a_plan_by_calls_in_flight(serving):
    chat = serving["products"]["chat"]
    del chat["requests"]
    chat["concurrent_calls"] = "400"
    results = run_plan(serving).results
    span = results["fleets.chat.fleet.call_span"].central
    asked = 400 / span / 1.4  # calls of a mean hour, with the peak of the day
    assert results["products.chat.requests"].central == pytest.approx(asked)
    assert results["products.chat.requests"].origin.source == "little-1961"
