"""Widely quoted figures and the evidence for and against each, as tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from flopwatt.report.records import Cell, Table
from flopwatt.report.sources import legend, mark_of, numbered
from flopwatt.studies.evidence import Evidence, Stand
from flopwatt.studies.quoted import Tested, Verdict
from flopwatt.units import parse_unit, show

RECALLED = "*"
RECALLED_NOTE = "* from memory, not re-read."
HEADS = ("quoted", "verdict", "what bears on it")
EVIDENCE = ("who, for when", "figure", "stands", "how", "as of", "source")
WORDS = {Stand.MEETS: "meet it", Stand.BELOW: "lie below", Stand.ABOVE: "lie above"}
ONE = {Stand.MEETS: "meets it", Stand.BELOW: "lies below", Stand.ABOVE: "lies above"}
CALENDAR = "year"
RULE = (
    "Supported: every comparable figure meets what is quoted. Outgrown: every one starts well "
    "above it. Contested: some meet it. Too low or too high: all lie on one side. Not met: they "
    "lie on both sides and none meets it."
)


def quoted_table(found: Sequence[Tested]) -> Table:
    """Every quoted figure in a line: the verdict, and the figures behind it."""
    rows = tuple(
        (
            Cell(one.quoted.text),
            Cell(str(one.verdict)),
            Cell(verdict_text(one)),
        )
        for one in found
    )
    note = (
        f"{RULE}\nflopwatt outlook quoted shows every figure behind a verdict, flopwatt outlook "
        f"{found[0].quoted.name} those of one."
    )
    return Table("quoted", "Widely quoted figures, tested", HEADS, rows, note,
                 words=HEADS[1:])  # fmt: skip


def evidence_table(one: Tested) -> Table:
    """All that bears on one quoted figure."""
    marks = numbered(found.source for found in one.evidence)
    rows = tuple(_row(found, marks) for found in one.evidence)
    notes = [f"{str(one.verdict).capitalize()}: {verdict_text(one)}."]
    notes += [f"{one.quoted.note[:1].upper()}{one.quoted.note[1:]}."] if one.quoted.note else []
    notes += [RECALLED_NOTE] if any(found.recalled for found in one.evidence) else []
    notes += legend(marks)
    return Table(one.quoted.name, f'"{one.quoted.text}"', EVIDENCE, rows, "\n".join(notes),
                 words=("stands", "how"))  # fmt: skip


def verdict_text(one: Tested) -> str:
    """How many comparable figures meet what is quoted, and where the others lie."""
    recalled = sum(found.recalled for found in one.evidence)
    if one.verdict is Verdict.NOT_TESTED:
        return "only what was not re-read" if recalled else "the catalog has no comparable figure"
    parts = []
    for stand in (Stand.MEETS, Stand.BELOW, Stand.ABOVE):
        own = one.standing(stand)
        if own:
            said = ONE[stand] if len(own) == 1 else WORDS[stand]
            parts.append(f"{len(own)} {said} ({_span(own)})")
    trend = _trend(one)
    left_out = f"{recalled} not re-read, and not counted" if recalled else ""
    return "; ".join(part for part in (*parts, trend, left_out) if part)


def _trend(one: Tested) -> str:
    """Whether the figures leave what is quoted behind from some year on."""
    before = [found.year for found in one.comparable if found.stand is not Stand.ABOVE]
    after = [found.year for found in one.standing(Stand.ABOVE)]
    if before and after and max(before) < min(after):
        return f"above it from {min(after)} on"
    return ""


def _span(own: Sequence[Evidence]) -> str:
    return interval_text(
        min(one.low for one in own), max(one.high for one in own), own[0].unit
    )  # fmt: skip


def interval_text(low: float, high: float, unit: str) -> str:
    """From where to where, the unit once; ``from`` alone where it is open above."""
    if unit == CALENDAR:
        return f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"
    factor = parse_unit(unit).factor
    first = _shown(low * factor, unit)
    if math.isinf(high):
        return f"from {first}"
    last = _shown(high * factor, unit)
    if first == last:
        return first
    if first.partition(" ")[2] == last.partition(" ")[2]:
        first = first.partition(" ")[0]
    return f"{first} to {last}"


def _shown(value: float, unit: str) -> str:
    return show(value, unit).removesuffix(" per year")


def _row(found: Evidence, marks: Mapping[str, str]) -> tuple[Cell, ...]:
    return (
        Cell(f"{found.said}, {found.year}{RECALLED * found.recalled}"),
        Cell(interval_text(found.low, found.high, found.unit), found.key),
        Cell(str(found.stand)),
        Cell(found.how),
        Cell(found.as_of),
        Cell(mark_of(marks, found.source)),
    )
