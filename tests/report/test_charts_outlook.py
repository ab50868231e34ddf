"""The dots of forecasters: the rows of the table, the plan first, at any width."""

import pytest

from flopwatt.report.charts import SMALL, text_width
from flopwatt.report.charts_dots import NAMES, TEXT
from flopwatt.report.charts_outlook import outlook_chart
from flopwatt.report.outlook_entries import outlook_section
from flopwatt.studies.run import run_plan


@pytest.fixture
def chart(example):
    study = example("campus-with-work")
    return outlook_chart(study, outlook_section(study))


def test_rows_are_those_of_the_table_and_the_plan_is_the_first(chart):
    rows = chart.spec()["datasets"]["dots"]
    table = chart.table.rows
    assert [row["name"] for row in rows[1:]] == [row[0].text for row in table[1:]]
    assert rows[0]["name"] == "This plan"
    assert rows[0]["strong"]
    assert [row["text"] for row in rows[1:]] == [
        f"{row[1].text}, {row[2].text}" for row in table[1:]
    ]
    assert [row["scope"] for row in rows] == [
        "peak at the meter, Sep 2033", *(row[3].text for row in table[1:])
    ]  # fmt: skip
    epoch = next(row for row in rows if row["name"] == "Epoch")
    assert (epoch["low"], epoch["number"], epoch["high"]) == pytest.approx((20, 25, 30))
    assert rows[0]["number"] == pytest.approx(0.836, rel=1e-3)
    assert not rows[0]["ranged"]  # nothing was drawn


def test_nothing_is_wider_than_its_room(chart, drawn):
    for row in chart.spec()["datasets"]["dots"]:
        assert text_width(row["name"]) < NAMES
        assert text_width(row["scope"], SMALL) < NAMES
        assert text_width(row["text"]) + 9 < TEXT
    for width in (358, 672, 832):
        assert {"This plan", "25 GW, 2025-11", "20 GW"} <= set(drawn(chart, width=width))


def test_without_a_plan_of_its_own_power_there_is_no_chart():
    plan = {"start": "2026-09-01", "blocks": {"hall": {"accelerator": "H100 SXM5 80GB",
                                                       "power": "150 MW"}}}  # fmt: skip
    study = run_plan(plan)
    assert outlook_chart(study, outlook_section(study)) is None
