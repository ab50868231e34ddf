"""Cells: a value's text with its key, or ``not known`` with what would make it known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flopwatt.report.ranges import months_summary, number_texts, value_texts
from flopwatt.report.records import Cell, Table
from flopwatt.report.texts import listed, number_text
from flopwatt.studies.goals import missing_problem
from flopwatt.studies.run import Study

UNKNOWN = "not known"
ENTRY = "{entry}"  # stands for the entry in an advice that several rows share


def cell(study: Study, key: str, *said: str) -> Cell:
    """The text of a value, less the words that its column head already says."""
    if key not in study.results:
        return Cell(UNKNOWN, key)
    text, around = value_texts(study, study.results[key])
    for words in said:
        text, around = text.replace(words, ""), around.replace(words, "")
    return Cell(text, key, around)


def month_cell(study: Study, key: str, months: Sequence[int], *, added: bool = False) -> Cell:
    """The last of some months of a series; their sum where the series is a flow (``added``)."""
    if key not in study.results:
        return Cell(UNKNOWN, key)
    value = study.results[key]
    chosen = value.months[list(months)]
    number = float(chosen.sum() if added else chosen[-1])
    summary = months_summary(study, key, months, added=added)
    if summary is None:
        return Cell(number_text(value.quantity, number, study.plan.start), key)
    text, around = number_texts(value.quantity, number, summary, study.plan.start)
    return Cell(text, key, around)


def make_table(
    study: Study,
    name: str,
    title: str,
    columns: tuple[str, ...],
    rows: Iterable[tuple[Cell, ...]],
    note: str = "",
    **looks: Any,
) -> Table:
    """A table whose note also says which lines of the plan would fill what is not known."""
    rows = tuple(rows)
    note = "\n".join(part for part in (note, *_advice(study, columns, rows)) if part)
    return Table(name, title, columns, rows, note, **looks)


def _advice(
    study: Study, columns: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...]
) -> Iterable[str]:
    """What is not known and the lines that would fill it, told once where rows share it."""
    lacking: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        for head, found in zip(columns, row, strict=True):
            if found.text == UNKNOWN and found.key:
                lines, entry = _lack(study, found.key)
                lacking.setdefault((head, lines), {})[row[0].text] = entry
    heads: dict[tuple[str, tuple[str, ...], str], list[str]] = {}
    for (head, lines), entries in lacking.items():
        place = next(iter(entries.values())) if len(set(entries.values())) == 1 else "each"
        heads.setdefault((lines, tuple(entries), place), []).append(head)
    for (lines, names, place), lack in heads.items():
        what, of = listed(lack, "value", most=len(lack)), listed(names, columns[0])
        yield f"Not known: {what} of {of}; to add: {lines.replace(ENTRY, place)}"


def _lack(study: Study, key: str) -> tuple[str, str]:
    """The lines that would make a value known, with a sign for its own entry, and that entry."""
    found = study.results.find(key)
    if found is None:
        return "nothing here leads to it", key
    allowed = missing_problem(study.results.missing(*found)).allowed
    entry = key.removesuffix(f".{found[0].key}")
    return allowed.replace(f" under {entry} and ", " and ").replace(entry, ENTRY), entry
