"""Published values recomputed: the error over all, by column, and row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.backtest import WHAT, Backtest, Errors, Scored
from flopwatt.units import show

SCHEMA = "flopwatt/1"
ERRORS = ("n", "median_abs_error", "mean_abs_error", "p90_abs_error", "bias")
NOTHING = 5e-7  # of a value: what rounding leaves
ABOUT = ("scope", "power", "pue")  # what is told of a row in its table
HEADS = ("rows", "median", "mean", "p90", "bias")


def backtest_document(found: Backtest) -> dict[str, Any]:
    """The public JSON document; errors are relative, 0.1 is 10 %."""
    return {
        "schema": SCHEMA,
        "kind": found.kind,
        "overall": _errors(found.overall),
        "by": {column: _named_errors(groups) for column, groups in found.by.items()},
        **({"beside": _named_errors(found.beside)} if found.beside else {}),
        "rows": [_row(row) for row in found.rows],
        "not_modelled": [{"id": one.id, "reason": one.reason} for one in found.not_modelled],
    }


def backtest_page(found: Backtest) -> Section:
    """The same as tables: all rows together first, each row last."""
    tables = [_table("overall", "Over all rows with a number", {"all": found.overall}, "rows of")]
    tables += [
        _table(f"by-{column}", f"By {column}", groups, column)
        for column, groups in found.by.items()
    ]
    if found.beside:
        tables.append(_table("beside", "By other ways", found.beside, "predicted as"))
    about = [head for head in ABOUT if any(row.about.get(head) for row in found.rows)]
    rows = tuple(
        (
            Cell(row.id + (" (apart)" if row.apart else "")),
            *(Cell(row.about.get(head, "")) for head in about),
            Cell(f"{_text(row.expected)} {row.about.get('unit', '')}".rstrip()),
            Cell(_text(row.predicted)),
            Cell(_signed(row.error) if row.numeric else ("" if row.error == 0 else "wrong")),
        )
        for row in found.rows
    )
    columns = ("row", *about, "published", "predicted", "error")
    tables.append(Table("rows", "Row by row", columns, rows, words=tuple(about)))
    if found.not_modelled:
        rest = tuple((Cell(one.id), Cell(one.reason)) for one in found.not_modelled)
        words = ("because",)
        tables.append(Table("rest", "Not modelled", ("row", "because"), rest, words=words))
    overall = found.overall
    title = f"{found.kind}: no row with a number"
    if overall.median_abs_error is not None:
        median = show(overall.median_abs_error, "%")
        title = f"{found.kind}: median error {median} over {overall.n} rows"
    apart = sum(row.apart for row in found.rows)
    title += f"; {apart} more measure something else, and stand apart" if apart else ""
    return Section("backtest", title, tuple(tables))


def _row(row: Scored) -> dict[str, Any]:
    """A value with its error; what it is, where a row of a table may hold several."""
    one = {name: getattr(row, name) for name in ("id", "expected", "predicted", "error")}
    told = {WHAT: row.cells[WHAT]} if WHAT in row.cells else {}
    return one | told | dict(row.about) | ({"apart": True} if row.apart else {})


def _errors(errors: Errors) -> dict[str, float | int | None]:
    return {name: getattr(errors, name) for name in ERRORS}


def _named_errors(groups: Mapping[str, Errors]) -> dict[str, Any]:
    return {name: _errors(errors) for name, errors in groups.items()}


def _table(name: str, title: str, groups: Mapping[str, Errors], head: str) -> Table:
    rows = tuple(
        (Cell(value or "not stated"), Cell(str(errors.n)), *map(Cell, _shares(errors)))
        for value, errors in groups.items()
    )
    return Table(name, title, (head, *HEADS), rows)


def _shares(errors: Errors) -> list[str]:
    sizes = (errors.median_abs_error, errors.mean_abs_error, errors.p90_abs_error)
    bias = "" if errors.bias is None else _signed(errors.bias)
    return ["" if size is None else show(size, "%") for size in sizes] + [bias]


def _signed(share: float) -> str:
    share = 0.0 if abs(share) < NOTHING else share
    return f"{'+' if share > 0 else '-' if share < 0 else ''}{show(abs(share), '%')}"


def _text(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:,.6g}"
