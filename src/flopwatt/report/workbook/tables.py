"""The report's tables as a sheet: what is one number of the workings moves with it."""

from __future__ import annotations

from flopwatt.report.ranges import value_texts
from flopwatt.report.records import Cell, Report, Table
from flopwatt.report.workbook.book import Sheet
from flopwatt.report.workbook.desk import StepDesk
from flopwatt.report.workbook.summary import put_value

REPORT = "Report"
WIDTHS = {0: 34} | dict.fromkeys(range(1, 12), 18.0)
ABOUT = (
    "The tables of the report. Numbers in black move with the inputs; texts in grey are as "
    "flopwatt wrote them and do not move."
)


def table_sheet(desk: StepDesk, report: Report) -> Sheet:
    """Every section's tables, one below the other; long ones that a page folds are left out."""
    sheet = Sheet(REPORT, WIDTHS)
    sheet.put(0, 0, "Report", "title")
    sheet.put(1, 0, ABOUT, "note")
    row = 3
    for section in report.sections:
        sheet.put(row, 0, section.title, "block")
        row += 1
        for table in section.tables:
            if not table.folded:
                row = _put_table(sheet, desk, table, row) + 1
    return sheet


def _put_table(sheet: Sheet, desk: StepDesk, table: Table, row: int) -> int:
    sheet.put(row, 0, table.title, "note")
    row += 1
    for column, head in enumerate(table.columns):
        words = column == 0 or head in table.words
        sheet.put(row, column, head, "head" if words else "number head")
    for cells in table.rows:
        row += 1
        for column, cell in enumerate(cells):
            if column and _is_number(desk, cell):
                put_value(sheet, desk, (row, column), cell.key)
            else:
                words = column == 0 or table.columns[column] in table.words
                sheet.put(row, column, cell.text, "words" if words else "fixed")
    for line in table.note.splitlines():
        row += 1
        sheet.put(row, 0, line, "note")
    return row + 1


def _is_number(desk: StepDesk, cell: Cell) -> bool:
    """Whether a cell shows just the one number that its key names."""
    results = desk.study.results
    if cell.key not in results or results[cell.key].is_series:
        return False
    text, _ = value_texts(desk.study, results[cell.key])
    return bool(cell.text) and text.startswith(cell.text.split(" ")[0])
