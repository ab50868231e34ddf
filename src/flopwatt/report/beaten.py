"""Values of the plan that won over a formula, a fact or an earlier plan, beside what these say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from flopwatt.model.value import Array, Leaf, Rank, Value
from flopwatt.report.cells import cell
from flopwatt.report.explain import key_formula_text, origin_text
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted, number_text, value_text
from flopwatt.studies.run import Study

TITLE = "Given, where a formula, a fact or another plan says otherwise"
COLUMNS = ("value", "given", "instead of")
NOTE = "Told where the two differ by more than 1 %; what is given counts."
APART = 0.01
CHOICE = "convention"  # a formula that only says what holds where the plan is silent


def beaten_section(study: Study) -> Section | None:
    """Every supplied value that something else says differently, with what that says."""
    rows = tuple(row for value in study.results.values() for row in _rows(study, value))
    if not rows:
        return None
    count = len({row[0].text for row in rows})
    title = f"{counted(count, 'given value')} {'win' if count > 1 else 'wins'}"
    table = Table("beaten", TITLE, COLUMNS, rows, NOTE, words=COLUMNS[2:])
    return Section("beaten", f"{title} over what else is known.", (table,))


def _rows(study: Study, value: Value) -> Iterator[tuple[Cell, ...]]:
    """A row for the formula that a value won over, and one for each other supplied value."""
    start = study.plan.start
    by_choice = value.formula is None or value.formula.source.startswith(CHOICE)
    if value.beside is not None and not by_choice and _apart(value.array, value.beside):
        said = value_text(replace(value, array=value.beside), start)
        yield _row(study, value, said, f"its formula, {key_formula_text(study, value)}")
    for leaf in value.losers:
        if leaf.rank > Rank.ASSUMED and _apart(value.array, np.asarray(leaf.value)):
            yield _row(study, value, _leaf_text(study, value, leaf), _leaf_origin(leaf))


def _row(study: Study, value: Value, said: str, by: str) -> tuple[Cell, ...]:
    return Cell(value.key), cell(study, value.key), Cell(f"{said} ({by})")


def _leaf_text(study: Study, value: Value, leaf: Leaf) -> str:
    array = np.asarray(leaf.value, dtype=float)
    if array.ndim:
        return value_text(replace(value, array=array), study.plan.start)
    return number_text(value.quantity, float(array), study.plan.start)


def _leaf_origin(leaf: Leaf) -> str:
    kind = "" if leaf.origin.kind == "given" else f"{leaf.origin.kind}, "
    return f"{kind}{origin_text(leaf.origin)}"


def _apart(one: Array, other: Array) -> bool:
    """Whether two values differ by more than rounding of what was written."""
    return not np.allclose(one, other, rtol=APART, atol=0.0, equal_nan=True)
