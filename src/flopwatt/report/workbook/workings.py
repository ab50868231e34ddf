"""The sheet of workings: a row for every value that follows, written from flopwatt's formulas."""

from __future__ import annotations

from flopwatt.model.value import Value
from flopwatt.report.workbook.book import Sheet
from flopwatt.report.workbook.desk import StepDesk, Written
from flopwatt.report.workbook.holding import ERROR, largest_of
from flopwatt.report.workbook.inputs import put_heads
from flopwatt.report.workbook.labels import block_title, label, moves_text
from flopwatt.report.workbook.places import TOP, WORKINGS, why_link

HEADS = ("", "value", "unit", "moves")
WIDTHS = {0: 34, 1: 16, 2: 20, 3: 58}
ABOUT = (
    "Each formula is the one that flopwatt itself works with, in the unit beside it. The name of "
    "a row leads to its formula in words, what it is worked out from and its source."
)
BUT_FOR = (
    "Numbers are the central case. What is live but for a row follows the inputs, save where it "
    "hangs on that row, which stays as flopwatt worked it out; in italics here."
)


def working_sheet(desk: StepDesk) -> Sheet:
    """Every value that follows from the inputs, with its formula or a note that it has none."""
    sheet = Sheet(WORKINGS, WIDTHS, frozen=(TOP, 2))
    sheet.put(0, 0, "Workings", "title")
    sheet.put(1, 0, ABOUT, "about")
    sheet.put(2, 0, BUT_FOR, "about")
    put_heads(sheet, HEADS, desk)
    # in the order in which they are worked out: what one needs has its steps before it
    follow = (v for v in desk.study.results.values() if v.origin.kind == "computed")
    written = {value.key: desk.formula(value) for value in follow}
    for block in desk.places.workings:
        sheet.put_block(block.row, block_title(block), len(HEADS))
        for value in block.values:
            _put_value(sheet, desk, value, written[value.key])
    return sheet


def _put_value(sheet: Sheet, desk: StepDesk, value: Value, written: Written) -> None:
    spot, holding = desk.places.spots[value.key], desk.holding(value)
    still = desk.still(value.key)
    sheet.put(
        spot.row, 0, label(value.quantity.key), "label", link=why_link(desk.places, value.key)
    )
    unit = f"{holding.unit} in the month" if value.quantity.flow else holding.unit
    sheet.put(spot.row, 2, unit, "unit")
    sheet.put(spot.row, 3, moves_text(bool(written.texts), still), "note")
    shown = holding.number_format(largest_of(holding, value.months))
    for place, number in enumerate(value.months):
        text = written.texts[place] if written.texts else ""
        held = holding.held(float(number))
        sheet.put(
            spot.row,
            spot.column(place),
            "no number" if held == ERROR and not text else held,
            ("part" if still else "live") if text else "fixed",
            formula=f"={text}".replace(f"{WORKINGS}!", "") if text else "",
            shown=shown,
            listed=written.listed,
            key=value.key,
        )
