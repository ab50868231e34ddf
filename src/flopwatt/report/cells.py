"""Cells: a value's text with its key, or ``not known`` with what would make it known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flopwatt.report.records import Cell, Table
from flopwatt.report.texts import number_text, value_text
from flopwatt.studies.goals import missing_problem
from flopwatt.studies.run import Study

UNKNOWN = "not known"


def cell(study: Study, key: str, *said: str) -> Cell:
    """The text of a value, less the words that its column head already says."""
    if key not in study.results:
        return Cell(UNKNOWN, key)
    text = value_text(study.results[key], study.plan.start)
    for words in said:
        text = text.replace(words, "")
    return Cell(text, key)


def month_cell(study: Study, key: str, months: Sequence[int], *, added: bool = False) -> Cell:
    """The last of some months of a series; their sum where the series is a flow (``added``)."""
    if key not in study.results:
        return Cell(UNKNOWN, key)
    value = study.results[key]
    chosen = value.months[list(months)]
    number = float(chosen.sum() if added else chosen[-1])
    return Cell(number_text(value.quantity, number, study.plan.start), key)


def make_table(
    study: Study,
    name: str,
    title: str,
    columns: tuple[str, ...],
    rows: Iterable[tuple[Cell, ...]],
    note: str = "",
) -> Table:
    """A table whose note also says which lines of the plan would fill what is not known."""
    rows = tuple(rows)
    lacks = dict.fromkeys(
        f"{found.key} is not known: {_lack(study, found.key)}"
        for row in rows
        for found in row
        if found.text == UNKNOWN
    )
    return Table(name, title, columns, rows, "\n".join(part for part in (note, *lacks) if part))


def _lack(study: Study, key: str) -> str:
    found = study.results.find(key)
    if found is None:
        return "nothing here leads to it"
    return f"add {missing_problem(study.results.missing(*found)).allowed}"
