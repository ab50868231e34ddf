from flopwatt.report import drivers
from flopwatt.report.build import build_report
from flopwatt.report.charts_drivers import drivers_chart
from flopwatt.report.drivers import drivers_section
from flopwatt.studies import swings
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan


def ranged_plan(plan):
    plan["training"]["base"] = {
        "accelerator_hours": "1M GPU-hours",
        "price": {"value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour"},
    }
    plan["products"]["chat"] = {
        "cost_per_day": "$10k",
        "growth": {"value": "0 %/month", "low": "-1 %/month", "high": "1 %/month"},
    }
    return plan


def test_the_strongest_comes_first_and_names_the_section(plan, texts):
    section = drivers_section(run_plan(ranged_plan(plan), sampling=Sampling(1000)))
    assert section.title == "The crossover of the whole plan hangs most on price of base."
    table = section.tables[0]
    assert not table.folded
    rows = texts(table)
    assert rows[0][:2] == ["training.base.price", "$2.00 per GPU-hour"]
    assert float(rows[0][2]) > 0.9
    assert rows[0][3] == "+1.00 %"
    assert table.rows[0][1].range == "1 to 4"
    growth = next(row for row in rows if row[0] == "products.chat.growth")
    assert growth[3] == "from zero"
    hours = next(row for row in rows if row[0] == "training.base.accelerator_hours")
    assert hours[2] == "no range"


def test_every_other_headline_result_has_its_table_folded(plan):
    section = drivers_section(run_plan(ranged_plan(plan), sampling=Sampling(500)))
    assert [table.title for table in section.tables] == [
        "What would move the crossover of the whole plan",
        "What would move the crossover of chat",
        "What would move training spend",
        "What would move inference spend",
    ]
    assert all(table.folded for table in section.tables[1:])
    assert len({table.id for table in section.tables}) == 4


def test_what_does_not_come_says_what_is_told_instead(plan):
    plan = ranged_plan(plan)
    plan["products"]["chat"] = {"cost_per_day": {"value": "$10", "low": "$9", "high": "$11"}}
    section = drivers_section(run_plan(plan, sampling=Sampling(500)))
    assert "1 % more is told of crossover.at_this_rate." in section.tables[0].note


def test_a_plan_without_ranges_has_no_such_section(plan):
    study = run_plan(plan, sampling=Sampling())
    assert drivers_section(study) is None
    assert "drivers" not in [section.id for section in build_report(study).sections]


def test_title_table_and_chart_have_one_order(plan, texts, monkeypatch):
    study = run_plan(ranged_plan(plan), sampling=Sampling(200))

    def turned(results, found):
        central, those = swings.find_swings(results, found)
        return central, those[::-1]

    monkeypatch.setattr(drivers, "find_swings", turned)
    monkeypatch.setattr("flopwatt.report.charts_drivers.find_swings", turned)
    section = drivers_section(study)
    chart = [row[0] for row in texts(drivers_chart(study, section).table)]
    assert chart == ["products.chat.growth", "training.base.price"]
    assert section.title.endswith("hangs most on growth of chat.")
    assert [row[0] for row in texts(section.tables[0])][:2] == chart
    assert "order of how far" in section.tables[0].note
    assert "order of the correlation" in section.tables[1].note
