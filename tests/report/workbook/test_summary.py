"""The first sheet: the answer, the crossover as it stands, and a chart of both sums."""

from pathlib import Path

import pytest

from flopwatt.report.build import build_report
from flopwatt.report.workbook.labels import label
from flopwatt.report.workbook.summary import summary_sheet
from flopwatt.report.workbook.tables import table_sheet
from flopwatt.report.workbook.workings import working_sheet
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

CAMPUS = Path(__file__).parents[3] / "examples" / "campus-with-work.yaml"


@pytest.fixture(scope="module")
def drawn():
    return run_plan(CAMPUS, sampling=Sampling(100))


@pytest.fixture
def shown(example, desk):
    study = example("two-products")
    on = desk(study)
    report = build_report(study)
    return summary_sheet(on, report, table_sheet(on, report))


def test_the_crossover_is_told_as_days_and_a_date(shown):
    sheet, _ = shown
    rows = {cell.value: row for (row, column), cell in sheet.cells.items() if column == 0}
    app, tool = rows["consumer-app"], rows["internal-tool"]
    assert sheet.cells[app, 3].value == pytest.approx(194.44, abs=0.01)
    assert sheet.cells[app, 4].formula.startswith("=IF(")
    assert int(sheet.cells[app, 4].value) == 46217  # 14 July 2026
    assert sheet.cells[tool, 4].value == "never"
    assert rows["inference share"] > rows["whole plan"]


def test_both_sums_are_drawn(shown):
    _, (chart,) = shown
    assert [line.name for line in chart.lines] == ["training", "inference"]
    assert all(line.values.startswith("Workings!$E$") for line in chart.lines)


def test_a_plan_without_products_has_no_chart(example, desk):
    study = example("own-h100")
    on = desk(study)
    report = build_report(study)
    assert summary_sheet(on, report, table_sheet(on, report))[1] == ()


def test_what_was_found_leads_to_its_tables(shown, example):
    sheet, _ = shown
    sections = build_report(example("two-products")).sections
    links = {c.value: c.link for c in sheet.cells.values() if c.link}
    assert list(links) == [section.title for section in sections]
    assert links[sections[0].title] == "Report!A4"


def test_a_site_has_its_days_on_top_and_they_are_called_central(drawn, desk):
    on = desk(drawn)
    report = build_report(drawn)
    tables = table_sheet(on, report)
    sheet, _ = summary_sheet(on, report, tables)
    rows = {cell.value: row for (row, column), cell in sheet.cells.items() if column == 0}
    keys = [v.key for v in drawn.results.values() if v.key.endswith(".first_power")]
    row = next(rows[label(key)] for key in keys if label(key) in rows)
    assert "Workings!" in sheet.cells[row, 1].formula
    assert "central case" in sheet.cells[row, 2].value
    assert "median of the draws" in tables.cells[2, 0].value


def test_what_moves_in_part_is_in_italics(example, desk):
    on = desk(example("mix-of-offers"))
    working_sheet(on)
    report = build_report(on.study)
    tables = table_sheet(on, report)
    sheet, _ = summary_sheet(on, report, tables)
    looks = {cell.key: cell.look for cell in sheet.cells.values() if cell.key}
    assert looks["training_total"] == "part"
    assert sheet.cells[2, 0].value.startswith("In italics")
