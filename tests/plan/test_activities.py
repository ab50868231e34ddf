"""What each activity waits for: as in the catalog, as the plan says, and what it may not say."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import load_plan

DAYS = {"duration": "10 days"}


def plan(activities, **more):
    return {
        "start": "2026-10-01",
        "sites": {"s": {"power": "100 MW", **more}},
        "activities": activities,
    }


def waits(found, name):
    loaded = load_plan(found)
    names = loaded.population.names("activity")
    (row,) = [x for x in loaded.leaves if (x.quantity, x.instance) == ("activity_follows", name)]
    return {names[int(place)] for place in row.value.ravel() if place >= 0}


def ranges(found):
    return {
        x.instance: x.range for x in load_plan(found).leaves if x.quantity == "activity_duration"
    }


def refused(found):
    with pytest.raises(PlanError) as caught:
        load_plan(found)
    (problem,) = caught.value.problems
    return problem


def test_the_catalog_says_what_waits_for_what():
    assert waits(plan({}), "phase-1-fit-out") == {
        f"phase-1-{x}" for x in ("shell", "transformers", "switchgear", "gensets", "chillers")
    }
    assert waits(plan({}), "engines-start") == {"engines", "air-permit", "gas-lateral"}
    assert waits(plan({}), "permits") == set()


def test_the_plan_says_otherwise_by_the_names_of_the_same_phase():
    found = plan(
        {"fit-out": {"after": "shell, permits"}, "substation-transformer": {"after": "none"}}
    )
    assert waits(found, "phase-1-fit-out") == {"phase-1-shell", "permits"}
    assert waits(found, "substation-transformer") == set()


def test_what_is_dropped_is_stepped_over():
    found = plan({"substation-transformer": {"drop": "yes"}})
    assert waits(found, "substation") == {"permits", "study"}
    assert "substation-transformer" not in load_plan(found).population.names("activity")


def test_an_unknown_name_is_refused_with_the_nearest():
    problem = refused(plan({"water": {**DAYS, "after": "permit"}}))
    assert (problem.code, problem.nearest) == ("unknown-name", "permits")
    assert problem.field == "activities.water.after"


def test_a_circle_is_refused_with_its_path():
    problem = refused(
        plan(
            {"a": {**DAYS, "after": "c"}, "b": {**DAYS, "after": "a"}, "c": {**DAYS, "after": "b"}}
        )
    )
    assert problem.code == "circle"
    assert problem.message.endswith("a -> b -> c -> a")


def test_what_shares_a_market_shares_a_factor():
    duration = {"value": "9 months", "low": "8 months", "high": "12 months"}
    found = ranges(plan({"pumps": {"duration": duration, "market": "gear"}}))
    assert found["phase-1-gensets"].factor == found["pumps"].factor == "market/gear"
    assert found["study"].factor == "market/utility"
    assert found["phase-1-shell"].factor == ""
    assert found["study"].weight == pytest.approx(0.7195, abs=1e-3)  # of a rank correlation of 0.5


def test_the_wait_for_the_grid_shares_the_market_of_utilities():
    (wait,) = [x for x in load_plan(plan({}, market="80 %")).leaves if x.quantity == "grid_wait"]
    assert wait.range.factor == "market/utility"
    assert wait.range.weight == pytest.approx(0.9018, abs=1e-3)


def test_an_unknown_name_of_every_phase_is_told_once():
    problem = refused(plan({"shell": {"after": "permit"}}, phases="3"))
    assert (problem.field, problem.nearest) == ("activities.shell.after", "permits")
