"""The report's tables as a sheet: what is one number of the workings moves with it."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.report.cells import month_cell
from flopwatt.report.ranges import value_texts
from flopwatt.report.records import Cell, Report, Table
from flopwatt.report.workbook.book import Sheet
from flopwatt.report.workbook.desk import StepDesk
from flopwatt.report.workbook.summary import put_value, site_headlines

DIGITS = ("0", "#", "General")  # how a number format ends, where it shows a number
REPORT, BLOCK = "Report", 7
WIDTHS = {0: 34} | dict.fromkeys(range(1, 12), 18.0)
ABOUT = (
    "The tables of the report. Numbers in black move with the inputs; texts in grey are as "
    "flopwatt wrote them and do not move. Black italics move in part: the Workings say how far."
)
MEDIANS = (
    "Days at a site are here the median of the draws, as their ranges are; on Summary and in the "
    "Workings they are the central case, each input at its own value."
)


def table_sheet(desk: StepDesk, report: Report) -> Sheet:
    """Every section's tables, one below the other; long ones that a page folds are left out."""
    sheet = Sheet(REPORT, WIDTHS)
    sheet.put(0, 0, "Report", "title")
    sheet.put(1, 0, ABOUT, "about")
    if desk.study.spread is not None and any(site_headlines(desk)):
        sheet.put(2, 0, MEDIANS, "about")
    row = 3
    for section in report.sections:
        sheet.put_block(row, section.title, BLOCK)
        row += 1
        for table in section.tables:
            if not table.folded:
                row = _put_table(sheet, desk, table, row) + 1
    return sheet


def _put_table(sheet: Sheet, desk: StepDesk, table: Table, row: int) -> int:
    sheet.put(row, 0, table.title, "about")
    row += 1
    for column, head in enumerate(table.columns):
        words = column == 0 or head in table.words
        look = "head" if column == 0 else "word head" if words else "number head"
        sheet.put(row, column, head, look)
    for cells in table.rows:
        row += 1
        for column, cell in enumerate(cells):
            month = _shown_month(desk, cell) if column else None
            if month is not None:
                put_value(sheet, desk, (row, column), cell.key, month)
                unit = desk.study.results[cell.key].quantity.unit
                _add_unit(sheet, (row, column), cell.text, unit)
            else:
                words = column == 0 or table.columns[column] in table.words
                look = "label" if column == 0 else "words" if words else "fixed"
                sheet.put(row, column, cell.text, look)
    for line in table.note.splitlines():
        row += 1
        sheet.put(row, 0, line, "about")
    return row + 1


def _add_unit(sheet: Sheet, at: tuple[int, int], text: str, own: str) -> None:
    """Let a number say its unit where the report's text does."""
    _, _, said = text.partition(" ")
    found = sheet.cells[at]
    if not said[:1].isalpha() or not found.shown.endswith(DIGITS):
        return
    # the cell holds the quantity's own unit, be the text in another: days, not hours
    unit = said if said.removesuffix("s") == own else own
    parts = found.shown.split(";")
    told = ";".join(f'{part}" {unit}"' if part.endswith(DIGITS) else part for part in parts)
    sheet.cells[at] = replace(found, shown=told)


def _shown_month(desk: StepDesk, cell: Cell) -> int | None:
    """Which month of a value a cell shows: the only one, or the last; None where it is neither."""
    results = desk.study.results
    if not cell.text or cell.key not in results:
        return None
    value = results[cell.key]
    if value.is_series:
        last = len(value.months) - 1
        return last if month_cell(desk.study, cell.key, [last]).text == cell.text else None
    number, _, said = cell.text.partition(" ")
    if said and not said[0].isalpha() and said[0] != "%":
        return None  # more is said than a number and its unit
    # a column may have said a part of the text already
    return 0 if value_texts(desk.study, value)[0].startswith(number) else None
