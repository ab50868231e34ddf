"""Dates and spans of a site as people read them."""

import math

import pytest

from flopwatt.report.records import Cell
from flopwatt.report.site_texts import (
    LARGEST,
    activity_text,
    before_of,
    date_cell,
    date_cells,
    long_text,
    month_text,
    months_cell,
    months_text,
    numbers_of,
    supply_text,
    year_cell,
)
from flopwatt.studies.criticality import MONTH
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan
from tests.formulas.test_site_dates import PLAN


@pytest.fixture(scope="module")
def study():
    return run_plan(PLAN)


@pytest.fixture(scope="module")
def drawn():
    ranged = {"value": "28 months", "low": "26 months", "high": "40 months"}
    plan = {**PLAN, "activities": {**PLAN["activities"], "engines": {"duration": ranged}}}
    return run_plan(plan, sampling=Sampling(2000))


def test_a_day_that_does_not_vary_has_no_range(study):
    cell = date_cell(study, "phases.phase-1.energised")
    assert (cell.text, cell.range) == ("Jan 2029", "")
    assert long_text(study, "sites.s.first_power") == "30 January 2029"


def test_a_day_that_varies_lies_between_months(drawn):
    cell = date_cell(drawn, "phases.phase-1.energised")
    assert (cell.text, cell.range) == ("Jan 2029", "Dec 2028 to Jan 2030")
    assert [one.text for one in date_cells(drawn, "phases.phase-1.energised")] == [
        "Dec 2028",
        "Jan 2029",
        "Jan 2030",
    ]
    assert long_text(drawn, "sites.s.first_power").endswith("January 2029 (Dec 2028 to Jan 2030)")
    assert months_cell(drawn, "phases.phase-1.waits").range == "1.1 to 15"


def test_spans_are_told_in_months():
    assert [months_text(x * MONTH) for x in (0, 0.04, 3.14, 23.4, -2)] == [
        *("0", "0", "3.1", "23", "-2.0")
    ]
    assert months_text(math.inf) == "never"


def test_what_does_not_come_is_never(study):
    assert month_text(study, math.inf) == "never"
    assert numbers_of(study, "phases.phase-1.waits")[1] == pytest.approx(3 * MONTH)


def test_names_are_words():
    assert activity_text("phase-1-fit-out", "phase-1-") == "fit out"
    assert activity_text("gas-lateral") == "gas lateral"
    assert (supply_text("grid-firm"), supply_text("gas-engines")) == ("firm grid", "gas engines")
    assert supply_text("n-gas-engines", "n-") == "gas engines"
    assert activity_text("n-permits", "n-phase-1-", "n-") == "permits"


def test_of_several_sites_names_begin_with_their_own(study):
    assert before_of(study, "s") == ""
    sites = {name: {"power": "1 MW"} for name in "sn"}
    assert before_of(run_plan({"start": "2026-10-01", "sites": sites}), "n") == "n-"


def test_months_of_a_series_come_to_their_median_in_each_draw_by_itself():
    ranged = {"value": "28 months", "low": "26 months", "high": "40 months"}
    plan = {**PLAN, "activities": {**PLAN["activities"], "engines": {"duration": ranged}}}
    study = run_plan(plan, sampling=Sampling(500, series=("mw_energised", "mw_short")))
    months = [place for place, month in enumerate(study.plan.months) if month[:4] == "2029"]
    key = "sites.s.mw.energised"
    assert year_cell(study, key, months).text == "200 MW"
    # of a year the month with the most, though by its end nothing is short
    assert year_cell(study, "sites.s.mw.short", months, LARGEST).text != "0 W"
    assert year_cell(study, "sites.s.nothing", months).text == "not known"
    # of what no draws are kept the central case stands
    assert year_cell(study, "sites.s.mw.requested", months) == Cell(
        "200 MW", "sites.s.mw.requested"
    )
