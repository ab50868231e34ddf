"""A site as people read it: phases, what binds, and every activity with its source."""

import pytest

from flopwatt.report.site import build_site_report, site_section, site_text
from flopwatt.studies.run import run_plan
from tests.formulas.test_site_dates import GEAR, PLAN


@pytest.fixture(scope="module")
def study():
    return run_plan(PLAN)


@pytest.fixture(scope="module")
def tables(study):
    return {table.id: table for table in site_section(study).tables}


def cells(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_the_answer_is_a_day_what_binds_and_what_has_no_source(study):
    text = site_text(study, "s")
    assert text.startswith(
        "s has its first 100 MW on 30 January 2029 and all of its 200 MW on 1 March 2029; "
        "gas engines bridge until the firm grid is there. What binds first is the engines."
    )
    assert "Without a source: 6 of" in text


def test_each_phase_has_its_days_and_what_binds_most(tables):
    assert cells(tables["phases-s"])["phase-1"] == [
        *("100 MW", "Oct 2028", "Jan 2029", "Oct 2031", "engines, 100 %")
    ]


def test_what_binds_is_set_beside_the_permanent_supply(tables):
    found = cells(tables["binds-s"])
    assert found["engines"] == ["100 %", "28.0 months", "0 %, 0.0 months"]
    assert found["interconnection"] == ["0 %", "0.0 months", "100 %, 60.0 months"]


def test_every_activity_is_listed_with_where_its_duration_is_from(tables):
    table = tables["activities-s"]
    assert table.folded
    found = cells(table)
    assert found["fuel-cells"][-1] == "unsourced"
    assert found["combined-cycle"][-1] == "sourcerock"
    assert found["permits"][:3] == ["6.0", "Oct 2026", "Apr 2027"]


def test_a_report_of_sites_explains_each_number(study):
    report = build_site_report(study, ["s"])
    assert report.example == "sites.s.first_power"
    lines = report.explain("phases.phase-1.energised", whole=True).lines
    assert "activities.engines.duration" in {line.key for line in lines}
    assert report.title == study.plan.name


def test_without_power_nothing_is_made_up():
    # what is permanent is only compared: no supply is in use
    plan = {**PLAN, "sites": {"s": {"power": "1 GW"}},
            "supplies": {"grid-firm": {"role": "alternative"}}}  # fmt: skip
    study = run_plan(plan)
    assert "does not follow" in site_text(study, "s")
    assert site_section(study).tables == ()
    assert build_site_report(study, ["s"]).example == "plan_length"


def test_what_a_day_lacks_is_told_with_the_line_to_add():
    plan = {**PLAN, "activities": {name: {"drop": "yes"} for name in
                                   (*GEAR, "shell", "gensets", "fit-out")}}  # fmt: skip
    text = site_text(run_plan(plan), "s")
    assert text.endswith("`built: 2028-01-01` under phases.phase-1.")


def test_where_stated_days_bind_there_is_no_path():
    days = {"a": {"power": "200 MW", "built": "2027-01-01"}}
    ready = {name: {"ready": "2026-11-01"} for name in ("gas-engines", "grid-firm")}
    sites = {"s": {**PLAN["sites"]["s"], "phases": "1"}}
    plan = {**PLAN, "sites": sites, "phases": days, "supplies": ready}
    tables = {table.id for table in site_section(run_plan(plan)).tables}
    assert "phases-s" in tables
    assert "binds-s" not in tables


def test_a_plan_without_sites_has_no_section(plan):
    assert site_section(run_plan(plan)) is None


@pytest.mark.parametrize(
    ("more", "entry"),
    [
        ({"sites": {"s": {"phases": "2"}}}, "sites.s"),
        ({"sites": {"s": {}}}, "sites.s"),
        ({"sites": {"s": {}}, "phases": {"a": {"power": "1 MW"}, "b": {}}}, "phases.b"),
    ],
)
def test_a_site_without_power_is_told_so_with_the_line_to_add(more, entry):
    study = run_plan({**PLAN, **more})
    assert site_text(study, "s").endswith(f"to add: `power: 100 MW` under {entry}.")
    assert site_section(study).tables == ()


def test_power_after_the_plan_is_said_in_a_sentence():
    text = site_text(run_plan({**PLAN, "horizon": "12 months"}), "s")
    assert "That is after the plan ends" in text


def test_of_several_sites_supplies_and_activities_are_named_without_their_site():
    sites = {"s": {"power": "1 MW"}, "n": {"power": "1 MW", "bridge": "gas engines"}}
    study = run_plan({"start": "2026-10-01", "horizon": "96 months", "sites": sites})
    assert "; gas engines bridge until the firm grid is there" in site_text(study, "n")
    assert "the n " not in site_text(study, "n")
    assert "the s " not in site_text(study, "s")
    for table in site_section(study).tables:
        if table.id.startswith(("supplies", "binds")):
            assert not [row for row in table.rows if row[0].text.startswith(("n ", "s "))]
