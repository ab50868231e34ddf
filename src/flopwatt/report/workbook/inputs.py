"""The sheet of inputs: everything that is supplied, each in a cell that may be changed."""

from __future__ import annotations

import re

from flopwatt.model.quantity import Kind
from flopwatt.model.value import Value
from flopwatt.report.explain import origin_text
from flopwatt.report.workbook.book import Sheet
from flopwatt.report.workbook.desk import StepDesk
from flopwatt.report.workbook.holding import Holding, largest_of, serial
from flopwatt.report.workbook.labels import block_title, label, origin_word
from flopwatt.report.workbook.pieces import Span
from flopwatt.report.workbook.places import INPUTS, MONTHS_FROM, TIME, TOP, VALUE, why_link

HEADS = ("", "value", "unit", "low", "high", "comes from", "where", "key", "note")
NUMBERS = ("value", "low", "high")
WIDTHS = {0: 34, 1: 16, 2: 20, 3: 18, 4: 18, 5: 18, 6: 34, 7: 44, 8: 40}
START_ROW = 2
ABOUT = (
    "Blue cells may be changed: everything that is marked live in the workings follows. "
    "Low and high hold 8 in 10 cases; they are for reading and move nothing."
)
UNREAD = "no formula here reads it: run flopwatt again for another"
AGAIN = "the months follow from it: run flopwatt again for another"
COPIED = re.compile(r"(.+)-v\d+")


def input_sheet(desk: StepDesk) -> Sheet:
    """Every supplied value with its unit, range, source and place in the plan."""
    sheet = Sheet(INPUTS, WIDTHS, frozen=(TOP, 2))
    sheet.put(0, 0, "Inputs", "title")
    sheet.put(1, 0, ABOUT, "about")
    sheet.put(START_ROW, 0, "first day of the plan", "label")
    sheet.put(START_ROW, VALUE, serial(desk.study.plan.start), "fixed", shown="d mmm yyyy")
    sheet.put(START_ROW, 8, AGAIN, "note")
    put_heads(sheet, HEADS, desk)
    for block in desk.places.inputs:
        sheet.put_block(block.row, block_title(block), len(HEADS))
        for value in block.values:
            _put_input(sheet, desk, value)
    return sheet


def put_heads(sheet: Sheet, heads: tuple[str, ...], desk: StepDesk) -> None:
    """The heads of columns, and of the months behind them."""
    for column, head in enumerate(heads):
        look = "number head" if head in NUMBERS else "word head" if column else "head"
        sheet.put(TOP - 1, column, head, look)
    for place, month in enumerate(desk.study.plan.months):
        sheet.put(TOP - 1, MONTHS_FROM[sheet.name] + place, month, "number head")


def _put_input(sheet: Sheet, desk: StepDesk, value: Value) -> None:
    spot, holding = desk.places.spots[value.key], desk.holding(value)
    sheet.put(
        spot.row, 0, label(value.quantity.key), "label", link=why_link(desk.places, value.key)
    )
    sheet.put(spot.row, 2, holding.unit, "unit")
    shown = holding.number_format(largest_of(holding, value.months))
    fixed = value.quantity.name in TIME or not desk.is_read(value)
    words = value.quantity.words if value.quantity.kind is Kind.WORD else ()
    first = _copied_from(desk, value)
    for place, number in enumerate(value.months):
        told = "" if first is None else desk.places.spots[first].address(Span(place, place))
        sheet.put(
            spot.row,
            spot.column(place),
            holding.held(float(number)),
            "fixed" if fixed else "live" if told else "input",
            formula=f"={told}".replace(f"{INPUTS}!", "") if told else "",
            shown=shown,
            words=() if told else words,
            key=value.key,
        )
    _put_origin(sheet, spot.row, value, holding, moves=desk.is_read(value))


def _put_origin(sheet: Sheet, row: int, value: Value, holding: Holding, *, moves: bool) -> None:
    if value.range is not None:
        for column, end in ((3, value.range.low), (4, value.range.high)):
            shown = holding.number_format(largest_of(holding, value.months))
            sheet.put(row, column, holding.held(end), "fixed", shown=shown)
    sheet.put(row, 5, origin_word(value), "note")
    sheet.put(row, 6, origin_text(value.origin), "note")
    told = value.origin.detail if moves else "; ".join(filter(None, (UNREAD, value.origin.detail)))
    note = AGAIN if value.quantity.name in TIME else told
    sheet.put(row, 7, value.key, "note")
    sheet.put(row, 8, note, "note")


def _copied_from(desk: StepDesk, value: Value) -> str | None:
    """The key of the run that a repeated one is a copy of, where both stand on one line."""
    found = COPIED.fullmatch(value.instance)
    if not found or value.quantity.entity != "run" or value.is_series:
        return None
    key = desk.study.results.key(value.quantity, found.group(1))
    if key not in desk.places.spots or desk.places.spots[key].sheet != INPUTS:
        return None
    first = desk.study.results[key]
    same = first.origin == value.origin and first.central == value.central
    return key if same and not first.is_series else None
