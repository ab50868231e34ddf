"""A study becomes a workbook: inputs, live workings, the answer on top, and why at the end."""

from __future__ import annotations

import re

from flopwatt.problems import PlanError, Problem
from flopwatt.report.records import Report
from flopwatt.report.workbook.book import Book, Sheet, column_name
from flopwatt.report.workbook.desk import StepDesk
from flopwatt.report.workbook.explanations import explanation_sheet, source_sheet
from flopwatt.report.workbook.holding import START
from flopwatt.report.workbook.inputs import START_ROW, input_sheet
from flopwatt.report.workbook.places import INPUTS, MONTHS_FROM, STEPS, VALUE, Places, place_values
from flopwatt.report.workbook.summary import summary_sheet
from flopwatt.report.workbook.tables import table_sheet
from flopwatt.report.workbook.words import BACK, WEIGHT, gauss_points
from flopwatt.report.workbook.workings import working_sheet
from flopwatt.report.workbook.write import write_book
from flopwatt.studies.run import Study

STEP_WIDTHS = {0: 44, 1: 16, 2: 12}
MOST_CELLS = 1_000_000
GAUSS_ROW, STEPS_FROM = 3, 6
CELL_LIKE = re.compile(r"[A-Za-z]{1,3}\d+|[RrCc]\d*([RrCc]\d*)?")


def workbook_bytes(study: Study, report: Report) -> bytes:
    """The workbook of a study as an xlsx file. Raises PlanError where xlsxwriter is missing."""
    return write_book(build_book(study, report))


def build_book(study: Study, report: Report) -> Book:
    """All sheets of a study's workbook. Raises PlanError where it would be beyond use."""
    count = sum(len(value.months) for value in study.results.values())
    if count > MOST_CELLS:
        message = f"the workbook would have {count:,} cells of values"
        allowed = f"at most {MOST_CELLS:,}: a shorter horizon, or fewer entries"
        raise PlanError([Problem("out-of-range", message, allowed=allowed)])
    places = place_values(study.results)
    steps = _step_sheet()
    desk = StepDesk(study, places, steps, STEPS_FROM)
    workings = working_sheet(desk)
    tables = table_sheet(desk, report)
    summary, charts = summary_sheet(desk, report, tables)
    sheets = (
        summary,
        input_sheet(desk),
        workings,
        tables,
        steps,
        explanation_sheet(desk),
        source_sheet(desk),
    )
    return Book(report.title, sheets, _names(places), charts)


def _step_sheet() -> Sheet:
    """The sheet of steps with what all integrals share."""
    sheet = Sheet(STEPS, STEP_WIDTHS, frozen=(STEPS_FROM, 1))
    sheet.put(0, 0, "Steps", "title")
    sheet.put(1, 0, "What takes several cells: crossings, growth inside a month.", "about")
    for row, label in enumerate(("points of integrals: how far back", "and their weights")):
        sheet.put(GAUSS_ROW + row, 0, label, "label")
        for place, point in enumerate(gauss_points()):
            column = MONTHS_FROM[STEPS] + place
            sheet.put(GAUSS_ROW + row, column, point[row], "fixed", shown="0.000000")
    return sheet


def _names(places: Places) -> dict[str, str]:
    """Names of cells: what is one number by its key, and what formulas themselves name."""
    names = {START: f"{INPUTS}!${column_name(VALUE)}${START_ROW + 1}"}
    first, last = (column_name(MONTHS_FROM[STEPS] + i) for i in (0, len(gauss_points()) - 1))
    for row, name in enumerate((BACK, WEIGHT), GAUSS_ROW + 1):
        names[name] = f"{STEPS}!${first}${row}:${last}${row}"
    taken = {name.lower() for name in names}
    for key, spot in places.spots.items():
        name = re.sub(r"[^A-Za-z0-9_]", "_", key)
        if spot.series or name.lower() in taken or CELL_LIKE.fullmatch(name) or len(name) > 200:
            continue
        if not name[0].isalpha():
            continue
        taken.add(name.lower())
        names[name] = f"{spot.sheet}!${column_name(VALUE)}${spot.row + 1}"
    return names
