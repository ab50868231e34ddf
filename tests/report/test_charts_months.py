import pytest

from flopwatt.report.buying import buying_section
from flopwatt.report.charts_months import expense_chart, fleet_chart, mix_charts
from flopwatt.report.expense import expense_section
from flopwatt.report.fleet_chart import fleet_chart_section


def test_the_mix_has_a_panel_for_each_purchase_and_no_spot_for_users(example, drawn):
    study = example("mix-of-offers")
    base, chat = mix_charts(study, buying_section(study))
    assert (base.id, chat.id) == ("mix-base", "mix-chat")
    assert "Its own scale." in base.subtitle
    layers = [{row["layer"] for row in one.spec()["datasets"]["stack"]} for one in (base, chat)]
    assert layers[0] == {"spot"}
    assert layers[1] == {"reserved 3 years", "reserved 1 year", "half-a-year", "on demand"}
    assert {"40 GPUs, 62 %", "8 GPUs, 13 %", "16 GPUs, 25 %", "none by then"} <= set(drawn(chat))
    used = [row["t"] for row in base.spec()["datasets"]["line"]]
    assert used == []  # nothing is idle


def test_what_is_busy_lies_below_what_is_bought_by_what_idles(example, drawn):
    study = example("mix-of-offers")
    _, chat = mix_charts(study, buying_section(study))
    assert "busy" in drawn(chat)
    busy = {row["t"]: row["y1"] for row in chat.spec()["datasets"]["line"]}
    tops: dict[str, float] = {}
    for row in chat.spec()["datasets"]["stack"]:
        tops[row["t"]] = max(tops.get(row["t"], 0.0), row["y1"])
    results = study.results
    keys = ("idle", "lots_committed", "lot")
    idle, committed, lot = (results[f"buying.chat.{key}"].months for key in keys)
    idles = [one for one in idle * committed * lot if one > 0]
    gaps = [tops[at] - busy[at] for at in busy if tops[at] - busy[at] > 1e-6]
    assert sorted(gaps)[-1] == pytest.approx(max(idles))


def test_the_numbers_of_a_stack_are_those_of_the_plan(example):
    study = example("mix-of-offers")
    chart = fleet_chart(study, fleet_chart_section(study))
    rows = chart.spec()["datasets"]["stack"]
    serving = [row["y1"] for row in rows if row["layer"] == "Serving"]
    assert serving[:-1] == pytest.approx(study.results["serving_gpus"].months.tolist())
    assert chart.table.rows[-1][1].text == "64 GPUs"


def test_a_level_load_is_not_drawn(example):
    study = example("deepseek-day")
    assert fleet_chart(study, fleet_chart_section(study)) is None


def test_expense_is_told_by_year_where_months_are_many(example, drawn):
    study = example("two-products")
    section = expense_section(study)
    chart = expense_chart(study, section)
    assert chart.title == "Capital and operating expense by year"
    assert chart.table is section.tables[0]
    rows = chart.spec()["datasets"]["stack"]
    # 365 days at $7,515, and the training bill on top
    assert rows[0]["y1"] == pytest.approx(365 * 7_515)
    (capital,) = [row for row in rows if row["layer"] == "Capital (training)"]
    assert capital["y1"] - capital["y0"] == pytest.approx(1_458_333.33)
    assert {"Capital (training)", "2026", "2030"} <= set(drawn(chart))


def test_expense_of_a_short_plan_is_told_by_month(plan):
    from flopwatt.studies.run import run_plan

    plan["horizon"] = "12 months"
    study = run_plan(plan)
    section = expense_section(study)
    chart = expense_chart(study, section)
    assert chart.title == "Capital and operating expense by month"
    assert chart.table is section.tables[1]
