"""What a site is made of where the plan says little, and how a plan changes it."""

import copy

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import load_plan, work_out
from flopwatt.units import from_canonical

PLAN = {
    "start": "2026-10-01",
    "horizon": "96 months",
    "sites": {"campus": {"power": "1 GW", "phases": "2"}},
}


def changed(**sections):
    plan = copy.deepcopy(PLAN)
    plan.update(sections)
    return plan


def leaf(plan, quantity, instance):
    """What holds: of those of the highest rank the last."""
    found = [x for x in load_plan(plan).leaves if (x.quantity, x.instance) == (quantity, instance)]
    return max(reversed(found), key=lambda x: x.rank)


def problems(plan):
    with pytest.raises(PlanError) as caught:
        load_plan(plan)
    return caught.value.problems


def test_a_few_lines_make_phases_supplies_and_activities():
    names = load_plan(PLAN).population.names
    assert names("phase") == ("phase-1", "phase-2")
    assert {"grid-firm", "gas-engines", "nuclear-restart", "colocation"} <= set(names("supply"))
    activities = set(names("activity"))
    assert {"permits", "study", "interconnection", "phase-2-gensets", "air-permit"} <= activities
    assert names("option")[0] == "phase-1.grid-firm"
    # only what is in use feeds a phase
    assert names("feed") == ("phase-1.grid-firm", "phase-2.grid-firm")


def test_a_bridge_and_another_permanent_supply_are_named_by_the_site():
    sites = {"campus": {"power": "1 GW", "bridge": "gas engines", "permanent": "fuel cells"}}
    assert set(load_plan(changed(sites=sites)).population.names("feed")) == {
        "phase-1.gas-engines",
        "phase-1.fuel-cells",
    }
    role = {"solar-with-storage": {"role": "permanent"}}
    feeds = load_plan(changed(supplies=role)).population.names("feed")
    assert set(feeds) == {"phase-1.solar-with-storage", "phase-2.solar-with-storage"}


def test_phases_of_the_plan_take_the_place_of_equal_ones():
    plan = load_plan(changed(phases={"east": {"power": "300 MW"}, "west": {"power": "700 MW"}}))
    assert plan.population.names("phase") == ("east", "west")
    assert "west-shell" in plan.population.names("activity")


def test_what_is_said_of_an_activity_holds():
    plan = changed(activities={"study": {"duration": "3 months"}})
    found = leaf(plan, "activity_duration", "study")
    assert (from_canonical(found.value, "month"), found.origin.kind) == (pytest.approx(3), "given")


def test_what_is_said_of_an_activity_of_all_phases_holds_for_each():
    plan = changed(
        activities={"shell": {"duration": {"value": "9 months", "low": "8 months",
                                           "high": "12 months"}},
                    "phase-2-shell": {"duration": "4 months"}}
    )  # fmt: skip
    first, second = (leaf(plan, "activity_duration", f"phase-{x}-shell") for x in (1, 2))
    assert [from_canonical(x.value, "month") for x in (first, second)] == pytest.approx([9, 4])
    assert first.range.stream == "activity_duration/phase-1-shell"
    assert "shell" not in load_plan(plan).population.names("activity")


def test_an_activity_that_the_network_lacks_needs_a_duration():
    (problem,) = problems(changed(activities={"sheel": {"after": "permits"}}))
    assert (problem.field, problem.nearest) == ("activities.sheel.duration", "shell")


def test_two_sites_keep_their_parts_apart():
    sites = {"a": {"power": "100 MW"}, "b": {"power": "200 MW", "bridge": "fuel cells"}}
    plan = load_plan(changed(sites=sites))
    assert {"a-phase-1", "b-phase-1"} == set(plan.population.names("phase"))
    assert {"a-study", "b-study"} <= set(plan.population.names("activity"))
    assert {"a-phase-1.a-grid-firm", "b-phase-1.b-fuel-cells", "b-phase-1.b-grid-firm"} == set(
        plan.population.names("feed")
    )


def test_a_phase_without_a_site_is_told():
    (problem,) = problems({"start": "2026-10-01", "phases": {"x": {}}, "models": {"m": {}},
                           "products": {"p": {}}})  # fmt: skip
    assert "no entry under sites" in problem.message


def test_a_supply_of_the_plans_own_needs_a_day_or_an_activity():
    (problem,) = problems(changed(supplies={"gas-engine": {"role": "bridge"}}))
    assert (problem.field, problem.nearest) == ("supplies.gas-engine.ready", "gas-engines")
    wind = {"wind": {"role": "bridge"}}
    plan = load_plan(
        changed(supplies=wind, activities={"park": {"supply": "wind", "duration": "20 months"}})
    )
    assert "phase-1.wind" in plan.population.names("feed")


LET = {"campus": {"power": "6 MW", "phases": "2", "permanent": "colocation"}}


def test_where_space_is_let_nothing_of_ours_is_built():
    results = work_out(load_plan(changed(sites=LET)))
    assert not [x for x in results.population.names("activity") if x.startswith("phase-")]
    phase, lease = "phases.phase-1", results["activities.lease.ends"].central
    assert results[f"{phase}.built"].central == results[f"{phase}.energised"].central == lease
    # of 3 MW IT alone, at $22M per MW
    assert results[f"{phase}.capital.total"].central == pytest.approx(66e6)
    assert results["sites.campus.capital.spent"].months.sum() == pytest.approx(132e6)
    # where it is but a bridge the building is ours
    bridge = {"campus": {"power": "6 MW", "bridge": "colocation"}}
    built = work_out(load_plan(changed(sites=bridge)))
    assert built["phases.phase-1.capital.shell"].central > 0


def test_what_is_said_of_a_building_that_is_let_plays_no_part():
    plan = load_plan(changed(sites=LET, activities={"shell": {"duration": "9 months"}}))
    (warning,) = plan.warnings
    assert (warning.code, warning.field) == ("unused", "activities.shell")


def test_as_many_phases_as_the_site_says_are_named():
    named = {"a": {"power": "100 MW"}, "b": {"power": "50 MW"}}
    (problem,) = problems(changed(phases=named, sites={"campus": {"power": "1 GW", "phases": 4}}))
    assert (problem.code, problem.field) == ("conflict", "sites.campus.phases")
    assert load_plan(changed(phases=named)).population.names("phase") == ("a", "b")


def test_a_bridge_of_the_plans_own_is_told_how_to_be_one():
    sites = {"campus": {"power": "1 GW", "bridge": "my-cells"}}
    (problem,) = problems(changed(sites=sites))
    assert problem.allowed.endswith("`role: bridge` under its name in `supplies:`")


def test_the_study_and_the_wait_run_from_the_day_of_the_request():
    """By hand: requested 8 months after the plan begins, with a wait of 48 months."""
    later = changed(sites={"campus": {"power": "1 GW", "requested": "2027-06-01"}})
    results = work_out(load_plan(later))
    begun = results["activities.interconnection.begins"].central
    assert begun == results["activities.study.begins"].central == (31 * 5 + 30 * 2 + 28) * 86400
    waited = results["activities.interconnection.ends"].central - begun
    assert from_canonical(waited, "month") == pytest.approx(48)
    soon = work_out(load_plan(PLAN))["activities.interconnection.ends"].central
    assert results["activities.interconnection.ends"].central == soon + begun
    # a shell needs no request
    assert results["activities.phase-1-shell.begins"].central < begun
