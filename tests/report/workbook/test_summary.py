"""The first sheet: the answer, the crossover as it stands, and a chart of both sums."""

import pytest

from flopwatt.report.build import build_report
from flopwatt.report.workbook.summary import summary_chart, summary_sheet
from flopwatt.report.workbook.tables import table_sheet


@pytest.fixture
def shown(example, desk):
    study = example("two-products")
    on = desk(study)
    return on, summary_sheet(on, build_report(study))


def test_the_crossover_is_told_as_days_and_a_date(shown):
    _, sheet = shown
    rows = {cell.value: row for (row, column), cell in sheet.cells.items() if column == 0}
    app, tool = rows["consumer-app"], rows["internal-tool"]
    assert sheet.cells[app, 3].value == pytest.approx(194.44, abs=0.01)
    assert sheet.cells[app, 4].formula.startswith("=IF(")
    assert int(sheet.cells[app, 4].value) == 46217  # 14 July 2026
    assert sheet.cells[tool, 4].value == "never"
    assert rows["inference share"] > rows["whole plan"]


def test_both_sums_are_drawn(shown):
    on, sheet = shown
    (chart,) = summary_chart(on, sheet)
    assert [line.name for line in chart.lines] == ["training", "inference"]
    assert all(line.values.startswith("Workings!$E$") for line in chart.lines)


def test_a_plan_without_products_has_no_chart(example, desk):
    study = example("own-h100")
    on = desk(study)
    assert summary_chart(on, summary_sheet(on, build_report(study))) == ()


def test_the_tables_begin_where_the_report_does(shown, example):
    on, _ = shown
    report = build_report(example("two-products"))
    assert table_sheet(on, report).cells[3, 0].value == report.sections[0].title
