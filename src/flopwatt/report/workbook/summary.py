"""The first sheet: what was asked, what the answer is now, and the crossover as a chart."""

from __future__ import annotations

import math
from collections.abc import Iterator

from flopwatt.report.likely import likely_aside
from flopwatt.report.records import Report
from flopwatt.report.workbook.book import CellValue, Chart, Line, Sheet, column_name
from flopwatt.report.workbook.desk import StepDesk
from flopwatt.report.workbook.holding import START, largest_of, serial
from flopwatt.report.workbook.labels import label
from flopwatt.report.workbook.pieces import NEARLY_ENDLESS, Span
from flopwatt.report.workbook.places import WORKINGS, month_heads
from flopwatt.units import DAY_S

SUMMARY = "Summary"
WIDTHS = {0: 34, 1: 18, 2: 18, 3: 18, 4: 18, 5: 46}
SAID = "What flopwatt answered when it wrote this workbook (does not move)"
NOW = "The same from the inputs as they stand in this workbook (moves)"
HEADS = ("", "training bill", "inference to the end", "crossover, days", "date",
         "likely (does not move)")  # fmt: skip
FOUND = "What was found, with its tables (the sentences do not move)"
MORE = "More of what follows (moves)"
CENTRAL = "the central case; the report tells the median of the draws"
IN_PART = "In italics: moves in part or not at all. The Workings say which rows hold it back."
FIRST, LETTERS_A_LINE, LINE_HEIGHT = 3, 130, 15.0
FIRST_MONTH = Span(0, 0)
HEADLINES = ("training_total", "inference_total", "inference_share")
ROLLING = ("cumulative_training_spend", "cumulative_inference_spend")
MILLIONS = '[>=1000000]"$"0.0,,"M";[>=1000]"$"0,"k";"$"0'
CHART_ROWS = 19  # that a chart covers
CHART = "Spend added up: training and inference"


def summary_sheet(desk: StepDesk, report: Report, tables: Sheet) -> tuple[Sheet, tuple[Chart, ...]]:
    """The answer in words, and the headline numbers as cells that move."""
    sheet = Sheet(SUMMARY, WIDTHS)
    sheet.put(0, 0, report.title, "title")
    sheet.put(1, 0, report.subtitle, "about")
    row = FIRST
    sheet.put(row, 0, SAID, "about")
    for text, look in ((report.answer, "answer"), (report.lede, "said")):
        if text:
            row += 1
            _put_text(sheet, row, text, look)
    row += 2
    entries = list(_entries(desk))
    if entries:
        sheet.put_block(row, NOW, len(HEADS))
        for column, head in enumerate(HEADS):
            sheet.put(row + 1, column, head, "number head" if 0 < column < 5 else "word head")
        row += 2
        for name, entry, spent in entries:
            _put_crossover(sheet, desk, row, (name, entry, spent))
            row += 1
        row += 1
    row = _put_headlines(sheet, desk, row)
    charts = summary_charts(desk, row)
    if any(cell.look in ("part", "fixed") for cell in sheet.cells.values()):
        sheet.put(FIRST - 1, 0, IN_PART, "about")
    row = _put_findings(sheet, tables, row + CHART_ROWS if charts else row)
    for warning in report.warnings:
        _put_text(sheet, row, str(warning), "said")
        row += 1
    return sheet, charts


def _put_findings(sheet: Sheet, tables: Sheet, row: int) -> int:
    """What every section of the report found, each leading to its tables."""
    sheet.put_block(row, FOUND, len(HEADS))
    for (place, column), cell in tables.cells.items():
        if cell.look == "block" and column == 0:
            row += 1
            sheet.put(row, 0, cell.value, "label", link=f"{tables.name}!A{place + 1}")
    return row + 2


def _put_text(sheet: Sheet, row: int, text: str, look: str) -> None:
    """A text over the width of the table, in as many lines as it takes."""
    sheet.put(row, 0, text, look)
    sheet.joined.append((row, 0, len(HEADS) - 1))
    lines = sum(1 + len(line) // LETTERS_A_LINE for line in text.splitlines())
    sheet.heights[row] = LINE_HEIGHT * lines


def summary_charts(desk: StepDesk, row: int) -> tuple[Chart, ...]:
    """Training and inference spend added up, where both are known month by month."""
    spots = [desk.places.spots.get(key) for key in ROLLING]
    if not all(spot and spot.series for spot in spots):
        return ()
    count = len(desk.study.plan.months)
    lines = tuple(
        Line(name, spot.range(count))
        for name, spot in zip(("training", "inference"), spots, strict=True)
        if spot
    )
    return (Chart(CHART, MILLIONS, SUMMARY, (row, 0), month_heads(WORKINGS, count), lines),)


def _entries(desk: StepDesk) -> Iterator[tuple[str, str, str]]:
    """Name, entry and key of the spend of everything that has a crossover."""
    results = desk.study.results
    for name in results.population.names("product"):
        entry = results.entry("product", name)
        if f"{entry}crossover" in results:
            yield name, entry, f"{entry}spent"
    if "crossover" in results:
        yield "whole plan", "", "cumulative_inference_spend"


def _put_crossover(sheet: Sheet, desk: StepDesk, row: int, about: tuple[str, str, str]) -> None:
    name, entry, spent = about
    results, crossover = desk.study.results, f"{entry}crossover"
    sheet.put(row, 0, name, "label")
    put_value(sheet, desk, (row, 1), f"{entry}training_bill")
    if spent in results:
        put_value(sheet, desk, (row, 2), spent, month=-1)
    put_value(sheet, desk, (row, 3), crossover)
    days = desk.piece(crossover)
    since = days + desk.piece(f"{entry}launch") if entry else days
    told, number = since.at(FIRST_MONTH), float(since.number) / DAY_S
    text = (
        f'=IF({told}>={NEARLY_ENDLESS},"never",IF({told}<=-{NEARLY_ENDLESS},"already",'
        f"{START}+{told}))"
    )
    held: CellValue = serial(desk.study.plan.start) + number
    if math.isinf(number):
        held = "never" if number > 0 else "already"
    sheet.put(row, 4, held, "live", formula=text, shown="d mmm yyyy")
    sheet.put(row, 5, likely_aside(desk.study, results[crossover], entry), "note")


def put_value(sheet: Sheet, desk: StepDesk, at: tuple[int, int], key: str, month: int = 0) -> None:
    """A cell that shows another: a number, or a month of a series."""
    value, spot = desk.study.results[key], desk.places.spots[key]
    holding = desk.holding(value)
    place = month % len(value.months)
    address = f"{spot.sheet}!{column_name(spot.column(place))}{spot.row + 1}"
    shown = holding.number_format(largest_of(holding, value.months))
    held = holding.held(float(value.months[place]))
    still = desk.still(key)
    look = "fixed" if key in still else "part" if still else "live"
    sheet.put(*at, held, look, formula=f"={address}", shown=shown, key=key)


def site_headlines(desk: StepDesk) -> Iterator[str]:
    """The keys of the days on which each site has its first power and all of it."""
    results = desk.study.results
    for name in results.population.names("site"):
        entry = results.entry("site", name)
        yield from (f"{entry}first_power", f"{entry}full_power")


def _put_headlines(sheet: Sheet, desk: StepDesk, row: int) -> int:
    results = desk.study.results
    known = [key for key in (*HEADLINES, *site_headlines(desk)) if key in results]
    if not known:
        return row
    sheet.put_block(row, MORE, len(HEADS))
    for key in known:
        row += 1
        sheet.put(row, 0, label(key), "label")
        put_value(sheet, desk, (row, 1), key)
        if key not in HEADLINES and desk.study.spread is not None:
            sheet.put(row, 2, CENTRAL, "note")
    return row + 2
