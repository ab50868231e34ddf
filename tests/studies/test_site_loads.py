"""Loads that their site cannot carry."""

import pytest

from flopwatt.studies.run import run_plan

PLAN = {
    "start": "2027-01-01",
    "horizon": "48 months",
    "sites": {"s": {"power": "20 MW", "bridge": "none", "grid_wait": "24 months"}},
}


def told(power, **load):
    plan = {**PLAN, "power": {"hall": {"facility.peak": power, "site": "s", **load}}}
    plan["phases"] = {"a": {"power": "20 MW", "built": "2028-01-01"}}
    plan["supplies"] = {"grid-firm": {"ready": "2029-01-01"}}
    found = run_plan(plan).warnings
    return [one for one in found if one.field.startswith("sites.s.") and "hall" in one.message]


def test_a_load_before_its_site_has_power_is_told_by_the_day_it_begins():
    (one,) = told("15 MW")
    assert one.warning
    assert (one.field, one.given) == ("sites.s.first_power", "2027-01-01")
    assert one.message == "has no power yet when hall begins: 2029-01-01"


def test_a_load_larger_than_its_site_is_told_with_what_it_draws():
    large = [one for one in told("25 MW") if one.field == "sites.s.power"]
    assert [(one.given, one.allowed) for one in large] == [
        ("20 MW", "at least 25 MW, or fewer GPUs")
    ]


@pytest.mark.parametrize("power", ["20 MW", "15 MW"])
def test_what_its_site_carries_is_not_told(power):
    assert not [one for one in told(power) if one.field == "sites.s.power"]
