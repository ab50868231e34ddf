"""Names of several sites' parts: standard ones stand for that of each, others name their site."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import load_plan
from flopwatt.units import from_canonical


def plan(**sections):
    return {
        "start": "2026-10-01",
        "horizon": "96 months",
        "sites": {"s": {"power": "150 MW", "phases": "2"}, "n": {"power": "50 MW"}},
        **sections,
    }


def months(found, name):
    leaves = load_plan(found).leaves
    given = [x for x in leaves if (x.quantity, x.instance) == ("activity_duration", name)]
    return round(from_canonical(max(reversed(given), key=lambda x: x.rank).value, "month"), 6)


def problem(**sections):
    with pytest.raises(PlanError) as caught:
        load_plan(plan(**sections))
    (found,) = caught.value.problems
    return found


def test_a_standard_activity_without_a_site_is_that_of_each():
    found = plan(activities={"shell": {"duration": "5 months"},
                             "n-shell": {"duration": "4 months"}})  # fmt: skip
    assert months(found, "s-phase-1-shell") == months(found, "s-phase-2-shell") == 5
    assert months(found, "n-phase-1-shell") == 4
    assert "shell" not in load_plan(found).population.names("activity")


def test_with_a_site_it_is_that_of_the_site_alone():
    found = plan(activities={"shell": {"site": "n", "duration": "4 months"}})
    assert (months(found, "n-phase-1-shell"), months(found, "s-phase-1-shell")) == (4, 13)


def test_a_standard_supply_is_that_of_each_or_of_its_site():
    feeds = load_plan(plan(supplies={"gas-engines": {"role": "bridge"}})).population.names("feed")
    assert {"n-phase-1.n-gas-engines", "s-phase-1.s-gas-engines"} <= set(feeds)
    one = load_plan(plan(supplies={"gas-engines": {"site": "n", "role": "bridge"}}))
    assert "s-phase-1.s-gas-engines" not in one.population.names("feed")


def test_another_activity_names_its_site():
    found = problem(activities={"water": {"duration": "5 months"}})
    assert found.field == "activities.water.site"
    assert found.allowed == "`site: s` or `site: n`"
    near = problem(activities={"phase-2-shell": {"duration": "5 months"}})
    assert near.nearest == "s-phase-2-shell"
