"""The waterfall of a load: its numbers by hand, its doors, and the plans that are unlike others."""

import pytest

from flopwatt.report.charts import SMALL, text_width
from flopwatt.report.charts_power import waterfall_charts
from flopwatt.report.charts_waterfall import NAMES
from flopwatt.report.power import SERIES, power_section
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

START = {"start": "2026-01-01", "horizon": "24 months"}
HALL = {"server": "DGX H100", "gpus": "1000", "pue": "1.2"}


def charts(loads, sampling=None, **more):
    plan = {**START, **more, "power": loads}
    study = run_plan(plan, sampling=sampling) if sampling else run_plan(plan)
    return study, waterfall_charts(study, power_section(study))


def steps(chart):
    return chart.spec()["datasets"]["steps"]


def test_each_step_begins_where_the_one_before_ends():
    _, (chart,) = charts({"hall": {**HALL, "redundancy": "1.5", "limit": "2 MW"}})
    rows = steps(chart)
    # 1,000 H100 of 700 W in servers of 1.275 kW a GPU, 83 % of that at the peak (1.06 kW as
    # measured), 14 % of network, and a PUE of 1.2
    assert [(row["name"], row["from"], row["to"]) for row in rows] == [
        ("Chips", 0, pytest.approx(700e3)),
        ("The rest of the servers", pytest.approx(700e3), pytest.approx(1275e3)),
        ("Never drawn all at once", pytest.approx(1060e3), pytest.approx(1275e3)),
        ("Network", pytest.approx(1060e3), pytest.approx(1208.4e3)),
        ("IT at its peak", 0, pytest.approx(1208.4e3)),
        ("Cooling and losses", pytest.approx(1208.4e3), pytest.approx(1450.08e3)),
        ("At the meter, peak", 0, pytest.approx(1450.08e3)),
        ("Limit", 0, pytest.approx(2e6)),
        ("Built", 0, pytest.approx(1.5 * 1450.08e3)),
    ]
    assert [row["reason"] for row in rows if row["name"] == "Network"] == [
        "14 % on top of the servers"
    ]
    assert chart.title == "hall: 700 kW of chips become 1.45 MW at the meter"
    assert chart.subtitle.endswith("On average it is 1.26 MW.")


def test_the_table_behind_has_the_same_numbers_in_the_same_order():
    study, (chart,) = charts({"hall": HALL})
    rows = chart.table.rows
    assert [row[0].text for row in rows] == [row["name"] for row in steps(chart)]
    for row, drawn in zip(rows, steps(chart), strict=True):
        assert drawn["text"] == (row[2] if drawn["total"] else row[1]).text
        assert all(cell.key in study.results for cell in row[1:] if cell.text != "-")


def test_the_month_is_that_with_the_most_and_a_run_has_versions_told_once(example, drawn):
    study = example("power-24k-h100")
    (chart,) = waterfall_charts(study, power_section(study))
    assert chart.id == "waterfall-campaign"
    assert "in Sep 2026" in chart.subtitle
    for width in (672, 358, 832):
        assert {"17.5 MW", "-5.39 IT MW", "40.9 MW", "50 MW"} <= set(drawn(chart, width=width))


def test_a_range_takes_no_more_digits_than_its_step_has():
    loads = {"hall": {**HALL, "gpus": {"value": "1000", "low": "300", "high": "3000"}}}
    _, (chart,) = charts(loads, Sampling(draws=200, series=SERIES))
    texts = {row["name"]: row["text"] for row in steps(chart)}
    assert texts["Cooling and losses"] == "240 kW"
    assert chart.table.rows[-1][2].range


def test_reasons_stay_beside_the_bars_and_long_names_in_the_title():
    name = "a-hall-with-a-very-long-name-that-nobody-would-write-by-hand"
    _, (chart,) = charts({name: {**HALL, "redundancy": "1.25"}})
    assert chart.title.startswith(name)
    for row in steps(chart):
        assert text_width(row["reason"], SMALL) < NAMES
        assert text_width(row["name"]) < NAMES


def test_a_chart_for_each_of_a_few_loads_and_none_for_what_draws_nothing():
    _, found = charts({f"hall-{number}": HALL for number in range(5)})
    assert [chart.id for chart in found] == [f"waterfall-hall-{number}" for number in range(3)]
    _, found = charts({"none": {**HALL, "gpus": "0"}})
    assert found == ()
    _, found = charts({"unknown": {"server": "DGX H100"}})
    assert found == ()


def test_one_month_of_a_plan_is_enough(drawn):
    study = run_plan({"start": "2026-01-01", "horizon": "1 month", "power": {"hall": HALL}})
    (chart,) = waterfall_charts(study, power_section(study))
    assert "1.45 MW" in drawn(chart)
