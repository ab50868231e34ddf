"""The report's tables: numbers that move, and texts as they were written."""

import pytest

from flopwatt.report.build import build_report
from flopwatt.report.texts import number_text
from flopwatt.report.workbook.tables import table_sheet

NAMES = ("two-products", "start-up", "own-or-api", "campaign-24k-h100")


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_of_the_report_stands_in_its_place_and_says_the_same(name, example, desk):
    study = example(name)
    report, on = build_report(study), desk(study)
    sheet = table_sheet(on, report)
    told = [[sheet.cells.get((row, column)) for column in range(12)] for row in range(400)]
    tables = [t for section in report.sections for t in section.tables if not t.folded]
    moving = 0
    for row in (row for table in tables for row in table.rows):
        match = [cells for cells in told if _says(study, cells, row)]
        assert match, row
        moving += sum(bool(cell and cell.formula) for cell in match[0])
    assert moving > 5


def _says(study, cells, row):
    return all(
        shown is not None and _alike(study, shown, cell)
        for shown, cell in zip(cells, row, strict=False)
    )


def _alike(study, shown, cell):
    if not shown.formula:
        return shown.value == cell.text
    if not cell.key:
        return False
    value = study.results[cell.key]
    text = number_text(value.quantity, float(value.months[-1]), study.plan.start)
    return shown.key == cell.key and text.split(" ")[0].startswith(cell.text.split(" ")[0][:1])


def test_a_number_says_the_unit_of_its_cell(example, desk):
    study = example("start-up")
    sheet = table_sheet(desk(study), build_report(study))
    days = [c for c in sheet.cells.values() if c.key == "training.fine-tune.duration"]
    assert [cell.shown for cell in days] == [
        '[>=1000]#,##0" days";[>=1]#,##0.00" days";0.0###" days"'
    ]
