"""What else could power a site, as people read it."""

import copy

import pytest

from flopwatt.report.site_supplies import bridging_text, supply_table
from flopwatt.studies.run import run_plan
from tests.formulas.test_site_dates import PLAN


@pytest.fixture(scope="module")
def table():
    return supply_table(run_plan(PLAN), "s")


def cells(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_each_supply_has_its_day_and_the_months_it_gains(table):
    found = cells(table)
    assert found["gas engines (bridge)"][:2] == ["Jan 2029", "32"]
    assert found["colocation"][:2] == ["Apr 2027", "54"]
    # one that is no earlier saves nothing
    assert found["small reactor"] == ["Sep 2033", "0", "$0", "-", "-"]
    assert found["firm grid (permanent)"][2:] == ["$0", "-", "-"]


def test_the_soonest_comes_first(table):
    names = [row[0].text for row in table.rows]
    assert names[0] == "colocation"
    assert names.index("gas engines (bridge)") < names.index("firm grid (permanent)")


def test_what_rests_on_durations_without_a_source_is_named(table):
    said = table.note.rpartition("Durations without a source: ")[2]
    assert "rented turbines" in said
    assert "gas engines" not in said  # whose durations the plan states


def test_of_space_that_is_let_the_rent_is_said_to_be_apart(table):
    assert cells(table)["colocation"][3].endswith(" + rent")
    assert "neither its rent" in table.note


def test_what_speaks_against_a_supply_is_said_under_the_table(table):
    assert "colocation: power passed on" in table.note
    assert "hundreds of megawatts are seldom to be had." in table.note
    assert "no hours without sun and charge are covered." in table.note
    # the permanent supply and what comes no earlier are not spoken of
    assert " firm grid:" not in table.note
    assert "small reactor:" not in table.note


def test_a_bridge_is_named_with_what_it_bridges_to():
    assert bridging_text(run_plan(PLAN), "s") == "; gas engines bridge until the firm grid is there"
    late = copy.deepcopy(PLAN)
    late["supplies"] = {
        "gas-engines": {"ready": "2034-01-01"},
        "grid-firm": {"ready": "2031-01-01"},
    }
    assert bridging_text(run_plan(late), "s") == (
        "; gas engines would bridge nothing: the firm grid is there no later"
    )
