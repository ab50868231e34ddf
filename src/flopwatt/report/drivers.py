"""Drivers: what would move a result, by how it was drawn and by how it answers to 1 % more."""

from __future__ import annotations

from flopwatt.model.quantity import Kind
from flopwatt.report.cells import cell
from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.run import Study
from flopwatt.studies.sensitivity import Driver

COLUMNS = ("input", "is", "correlation", "1 % more")
MAX_ROWS = 7
NOTE = (
    "Correlation: how far the ranks of the input and of the result go together in the draws, from "
    "-1 to 1.\n"
    "1 % more: by how much the result changes when the input is 1 % larger and all else is held."
)
NAMES = {"training_total": "training spend", "inference_total": "inference spend"}


def shown_drivers(study: Study) -> dict[str, list[Driver]]:
    """The drivers with a range of each result that has any; the whole plan's crossover first."""
    found = (
        {
            key: [one for one in rows if one.correlation is not None]
            for key, rows in study.drivers.items()
        }
        if study.spread
        else {}
    )
    found = {key: rows for key, rows in found.items() if rows}
    order = sorted(found, key=lambda key: (key != "crossover", list(found).index(key)))
    return {key: found[key] for key in order}


def drivers_section(study: Study) -> Section | None:
    """What the results hang on most, where the plan has ranges."""
    found = shown_drivers(study)
    if not found:
        return None
    first = next(iter(found))
    tables = tuple(_table(study, key, folded=key != first) for key in found)
    strongest = found[first][0]
    title = f"{name_of(study, first).capitalize()} hangs most on {strongest.key}."
    return Section("drivers", title, tables)


def name_of(study: Study, key: str) -> str:
    """What a result is called in a sentence."""
    if key in NAMES:
        return NAMES[key]
    if key == "crossover":
        return "the crossover of the whole plan"
    return f"the crossover of {study.results[key].instance}"


def _table(study: Study, key: str, *, folded: bool) -> Table:
    rows = tuple(_row(study, driver) for driver in study.drivers[key][:MAX_ROWS])
    of = study.drivers[key][0].of
    note = NOTE
    if of != key:
        note += f"\nIt does not come within the plan; 1 % more is told of {of}."
    name = key.replace(".", "-")
    return Table(
        f"drivers-{name}",
        f"What would move {name_of(study, key)}",
        COLUMNS,
        rows,
        note,
        words=("is",),
        folded=folded,
    )


def _row(study: Study, driver: Driver) -> tuple[Cell, ...]:
    more = f" and {len(driver.shared_by)} more" if driver.shared_by else ""
    return (
        Cell(f"{driver.key}{more}", driver.key),
        cell(study, driver.key),
        Cell("no range" if driver.correlation is None else _signed(driver.correlation, "")),
        Cell(_answer(study, driver)),
    )


def _answer(study: Study, driver: Driver) -> str:
    if driver.elasticity is not None:
        return _signed(driver.elasticity, " %")
    quantity = study.results[driver.key].quantity
    if quantity.kind is Kind.DATE:
        return "a date"
    return "whole" if quantity.whole and study.results[driver.key].central else "from zero"


def _signed(number: float, unit: str) -> str:
    """Two decimals with the sign; never -0."""
    text = f"{number:+.2f}"
    return f"0{unit}" if float(text) == 0 else f"{text}{unit}"
