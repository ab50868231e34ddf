"""Sites whose phases are not the whole, or whose power comes after the plan."""

import pytest

from flopwatt.studies.run import evaluate_plan, load_plan
from flopwatt.studies.site_warnings import plan_end, site_warnings

PLAN = {"start": "2026-10-01", "horizon": "96 months"}


def found(**sections):
    study = evaluate_plan(load_plan({**PLAN, **sections}), to_goals=False)
    warnings = list(site_warnings(study.plan, study.results))
    assert all(one in study.warnings for one in warnings)
    return warnings


def test_phases_that_do_not_add_up_to_the_power_are_told():
    phases = {"a": {"power": "100 MW"}, "b": {"power": "50 MW"}}
    (told,) = found(sites={"s": {"power": "300 MW"}}, phases=phases)
    assert (told.code, told.field, told.given) == ("disagreement", "sites.s.power", "300 MW")
    assert "150 MW" in told.message
    assert not found(sites={"s": {"power": "150 MW"}}, phases=phases)
    assert not found(sites={"s": {}}, phases=phases)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"horizon": "12 months", "sites": {"s": {"power": "1 MW"}}}, "sites.s.first_power"),
        ({"sites": {"s": {"power": "1 MW", "start": "2040-01-01"}}}, "sites.s.start"),
    ],
)
def test_power_after_the_plan_is_told_once(more, field):
    (told,) = found(**more)
    assert (told.code, told.field) == ("unlikely", field)
    assert told.given.startswith("20")


def test_a_plan_ends_with_its_last_month():
    results = evaluate_plan(load_plan({**PLAN, "sites": {"s": {}}}), to_goals=False).results
    assert plan_end(results) == results["month_end"].months[-1]


def test_a_bridge_that_comes_after_what_it_bridges_to_is_told():
    site = {"power": "100 MW", "bridge": "gas engines"}
    assert not found(sites={"s": site})
    supplies = {"gas-engines": {"ready": "2033-01-01"}, "grid-firm": {"ready": "2031-01-01"}}
    (told,) = found(sites={"s": site}, supplies=supplies)
    assert (told.field, told.given) == ("sites.s.bridge", "gas engines")
    assert told.message == "bridges nothing: the permanent supply is there no later"
