"""Need and supply of a site: what is drawn against cells of the section and days by hand."""

import pytest

from flopwatt.report.charts_sites import loads_of, short_text, site_charts
from flopwatt.report.charts_time import instant
from flopwatt.report.site import SERIES, site_section
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan
from tests.formulas.test_site_dates import PLAN

HALL = {"server": "DGX H100", "pue": "1.2", "site": "s"}
DRAWS = Sampling(draws=200, series=SERIES)


def charts(study):
    return site_charts(study, site_section(study))


@pytest.fixture(scope="module")
def study():
    return run_plan(PLAN)


@pytest.fixture(scope="module")
def drawn_study():
    sites = {"s": {"power": "1 GW", "phases": "8", "bridge": "gas engines"}}
    plan = {"start": "2026-10-01", "horizon": "96 months", "sites": sites}
    return run_plan(plan, sampling=DRAWS)


def test_power_comes_in_the_months_of_the_phases(study):
    (chart,) = charts(study)
    data = chart.spec()["datasets"]
    # 100 MW on 30 January 2029 and 100 more on 1 March 2029: the months' first days
    start = study.plan.start
    assert [(row["t"], row["y1"]) for row in data["energised"]][1:3] == [
        (instant(start, 823), pytest.approx(100)), (instant(start, 882), pytest.approx(200))
    ]  # fmt: skip
    assert data["first"][0]["text"] == "100 MW, Jan 2029"
    assert data["moves"] == []  # nothing was drawn, so no day may move
    assert "8 in 10" not in chart.subtitle
    # the halls are planned for October 2028 and GPUs for that day: three months without power
    assert [row["y1"] for row in data["short"]] == pytest.approx([100, 100, 200, 200, 200])
    assert data["said"][0]["text"] == short_text(study, "s")


def test_the_table_behind_has_what_is_drawn_month_by_month(study):
    (chart,) = charts(study)
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in chart.table.rows}
    assert len(rows) == 96
    assert rows["2029-01"] == ["200 MW", "100 MW", "100 MW"]
    assert rows["2029-03"] == ["200 MW", "200 MW", "0 W"]
    for row in chart.table.rows[:1]:
        assert [cell.key for cell in row[1:]] == [
            "sites.s.needed", "sites.s.mw.energised", "sites.s.mw.short"
        ]  # fmt: skip


def test_steps_and_their_ranges_are_those_of_the_table(drawn_study, drawn):
    (chart,) = charts(drawn_study)
    assert "by the median of each month; pale box: 8 in 10 draws fall inside" in chart.subtitle
    assert chart.subtitle.startswith("GW of the facility")
    data = chart.spec()["datasets"]
    assert len(data["moves"]) == 8
    assert data["energised"][-1]["y1"] == pytest.approx(1)
    first = next(row for row in chart.table.rows if row[2].text != "0 W")
    assert data["first"][0]["text"].startswith(first[2].text)
    assert "Energised 1 GW" in drawn(chart)
    assert "Energised 1 GW" in drawn(chart, width=358)


def test_runs_fleets_and_halls_at_a_site_are_layers_of_their_own():
    plan = {
        **PLAN,
        "models": {"m": {"params": "8B"}},
        "training": {"base": {"accelerator": "H100 SXM", "gpus": "20000", "start": "2029-06-01",
                              "tokens": "1T tokens", "accelerator_hours": "40M GPU-hours"}},
        "power": {"hall": {**HALL, "gpus": "1000"},
                  "base": {"run": "base", "site": "s", "pue": "1.2"}},
    }  # fmt: skip
    study = run_plan(plan)
    assert loads_of(study, "s") == ["hall", "base"]
    (chart,) = charts(study)
    rows = chart.spec()["datasets"]["stack"]
    assert {row["layer"] for row in rows} == {"Training", "Needed"}
    # 1,000 x 1.06 kW x 1.14 x 1.2 and twenty times that
    tops = {name: max(row["y1"] - row["y0"] for row in rows if row["layer"] == name)
            for name in ("Training", "Needed")}  # fmt: skip
    assert tops == {"Training": pytest.approx(29.0, rel=1e-2), "Needed": pytest.approx(1.45, 1e-2)}
    assert chart.table.columns == ("month", "needed", "hall", "base", "energised", "short")
    # before there is power all of the hall waits
    assert short_text(study, "s") == "1.45 MW short in Oct 2026: 1,000 GPUs wait"


def test_power_after_the_plan_and_never_is_said_and_nothing_is_drawn_of_it(drawn):
    late = run_plan({**PLAN, "horizon": "12 months", "power": {"hall": {**HALL, "gpus": "1000"}}})
    (chart,) = charts(late)
    assert short_text(late, "s") == "First power only in Jan 2029"
    assert chart.spec()["datasets"]["energised"] == []
    assert {"First power only in Jan 2029"} < set(drawn(chart))
    # with nothing needed and nothing energised there is nothing to draw
    assert charts(run_plan({**PLAN, "horizon": "12 months"})) == ()


def test_months_one_and_many_and_sites_more_than_a_few(drawn):
    hall = {"power": {"hall": {**HALL, "gpus": "1000"}}}
    for horizon in ("1 month", "120 months"):
        (chart,) = charts(run_plan({**PLAN, **hall, "horizon": horizon}))
        for width in (672, 358):
            assert drawn(chart, width=width)
    names = [f"site-{number}-with-a-long-name" for number in range(5)]
    sites = {name: {"power": "10 MW"} for name in names}
    found = charts(run_plan({"start": "2026-10-01", "horizon": "96 months", "sites": sites}))
    assert [chart.id for chart in found] == [f"site-{name}" for name in names[:3]]


def test_a_site_without_power_has_no_chart():
    study = run_plan({**PLAN, "sites": {"s": {}}})
    assert charts(study) == ()
