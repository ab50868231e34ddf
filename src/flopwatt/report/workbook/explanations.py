"""The sheets that say why: each value's formula in words and its inputs; and the sources."""

from __future__ import annotations

import math
from collections.abc import Iterable

from flopwatt.model.value import Value
from flopwatt.report.explain import key_formula_text, origin_text
from flopwatt.report.ranges import likely_text
from flopwatt.report.sources import DEFINITION, cited_documents
from flopwatt.report.texts import counted
from flopwatt.report.workbook.book import Sheet
from flopwatt.report.workbook.desk import StepDesk
from flopwatt.report.workbook.labels import origin_word
from flopwatt.report.workbook.places import EXPLANATIONS, TOP

SOURCES = "Sources"
HEADS = ("key", "what it is", "formula in words", "worked out from", "comes from", "source",
         "likely range (does not move)")  # fmt: skip
WIDTHS = {0: 44, 1: 60, 2: 60, 3: 60, 4: 18, 5: 40, 6: 50}
SOURCE_WIDTHS = {0: 34, 1: 70, 2: 60, 3: 14}
LINE_HEIGHT, LETTER = 13.5, 1.1  # of a line, and of a letter in widths
MOST = 12  # inputs of one parameter that are told by name


def explanation_sheet(desk: StepDesk) -> Sheet:
    """One row for each value, in the order in which they are worked out."""
    sheet = Sheet(EXPLANATIONS, WIDTHS, frozen=(TOP, 1))
    sheet.put(0, 0, "Explanations", "title")
    sheet.put(1, 0, "The formula of each value in words; its key leads to its cell.", "about")
    for column, head in enumerate(HEADS):
        sheet.put(TOP - 1, column, head, "head")
    results = desk.study.results
    for key, row in desk.places.explained.items():
        value = results[key]
        sheet.put(row, 0, key, "label", link=desk.places.spots[key].cell)
        texts = (value.quantity.meaning, *_why(desk, value), likely_text(desk.study, value))
        put_texts(sheet, row, texts)
    return sheet


def put_texts(sheet: Sheet, row: int, texts: Iterable[str]) -> None:
    """Texts beside the first column, in a row as high as the longest takes."""
    lines = 1
    for column, text in enumerate(texts, 1):
        sheet.put(row, column, text, "text")
        lines = max(lines, math.ceil(len(text) * LETTER / sheet.widths[column]))
    sheet.heights[row] = LINE_HEIGHT * lines


def _why(desk: StepDesk, value: Value) -> tuple[str, str, str, str]:
    computed = value.origin.kind == "computed"
    formula = key_formula_text(desk.study, value) if computed else ""
    needs = [_names(taken.keys) for taken in value.inputs] if computed else []
    source = value.origin.source if computed else origin_text(value.origin)
    source = "" if source == DEFINITION else source.replace("#", ", ")
    return formula, "; ".join(needs), origin_word(value), source


def _names(keys: tuple[str, ...]) -> str:
    if len(keys) > MOST:
        return f"{counted(len(keys), 'value')}, {keys[0]} to {keys[-1]}"
    return ", ".join(keys)


def source_sheet(desk: StepDesk) -> Sheet:
    """Every document that a value or a formula cites."""
    sheet = Sheet(SOURCES, SOURCE_WIDTHS, frozen=(TOP, 1))
    sheet.put(0, 0, "Sources", "title")
    sheet.put(1, 0, "Every document that a value or a formula cites.", "about")
    for column, head in enumerate(("id", "document", "where", "date")):
        sheet.put(TOP - 1, column, head, "head")
    cited = cited_documents(value.origin.source for value in desk.study.results.values())
    known = sorted((one for one in cited if one.id != DEFINITION), key=lambda one: one.id)
    for row, one in enumerate(known, TOP):
        sheet.put(row, 0, one.id, "label")
        put_texts(sheet, row, (one.title, one.where, one.date))
    return sheet
