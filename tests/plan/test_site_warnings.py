"""What is said of a site's activities and changes nothing is told."""

import pytest

from flopwatt.studies.run import load_plan

DAYS = {"duration": "10 days"}


def warned(activities, **more):
    plan = {
        "start": "2026-10-01",
        "sites": {"s": {"power": "100 MW", "phases": "2", **more}},
        "activities": activities,
    }
    return {one.field: one for one in load_plan(plan).warnings}


def test_an_activity_that_nothing_waits_for_is_told():
    found = warned({"water": DAYS, "pumps": {**DAYS, "after": "water"}})
    assert set(found) == {"activities.water", "activities.pumps"}
    assert found["activities.water"].code == "unused"


@pytest.mark.parametrize(
    "activities",
    [
        {"water": DAYS, "shell": {"after": "water"}},
        {"water": {**DAYS, "phase": "phase-1"}},
        {"water": {**DAYS, "supply": "grid-firm"}},
        {"permits": DAYS, "shell": {"drop": "yes"}},
    ],
)
def test_one_of_a_phase_or_a_supply_or_that_those_wait_for_is_not(activities):
    assert not warned(activities)


def test_a_duration_of_what_is_dropped_is_told_once():
    found = warned({"shell": {**DAYS, "drop": "yes"}, "study": {**DAYS, "drop": "yes"}})
    assert set(found) == {"activities.shell.duration", "activities.study.duration"}
    assert found["activities.shell.duration"].given == "10 days"


def test_a_wait_for_the_grid_beside_a_stated_connection_is_told():
    found = warned({"interconnection": {"duration": "30 months"}}, grid_wait="60 months")
    assert set(found) == {"sites.s.grid_wait"}
    assert not warned({"interconnection": {"duration": "30 months"}})
    assert not warned({}, grid_wait="60 months")
