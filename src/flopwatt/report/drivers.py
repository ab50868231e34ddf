"""Drivers: what would move a result, by how it was drawn and by how it answers to 1 % more."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.model.quantity import Kind
from flopwatt.report.cells import cell
from flopwatt.report.editing import key_words
from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.run import Study
from flopwatt.studies.sensitivity import Driver
from flopwatt.studies.swings import find_swings

COLUMNS = ("input", "is", "correlation", "1 % more")
MAX_ROWS = 7
NOTHING = 1e-9  # per cent: less is rounding
NOTE = (
    "Correlation: how far the ranks of the input and of the result go together in the draws, from "
    "-1 to 1.\n"
    "1 % more: by how much the result changes when the input is 1 % larger and all else is held."
)
BY_SWING = (
    "Rows in the order of how far each input alone, at the ends of its range, moves the result."
)
BY_RANKS = "Rows in the order of the correlation."
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
    first, *others = found
    foremost = _by_swing(study, first, found[first])
    tables = [_table(study, first, foremost, BY_SWING)]
    tables += [_table(study, key, study.drivers[key], BY_RANKS, folded=True) for key in others]
    of = name_of(study, first)
    title = f"{of[:1].upper()}{of[1:]} hangs most on {input_words(foremost[0].key)}."
    return Section("drivers", title, tuple(tables))


def _by_swing(study: Study, key: str, ranged: list[Driver]) -> list[Driver]:
    """The drivers of a result as their chart has them: the one first that moves it the furthest."""
    swings = find_swings(study.results, ranged)[1]
    places = {one.key: place for place, one in enumerate(swings)}
    return sorted(study.drivers[key], key=lambda one: places.get(one.key, len(places)))


def name_of(study: Study, key: str) -> str:
    """What a result is called in a sentence."""
    if key in NAMES:
        return NAMES[key]
    if key == "crossover":
        return "the crossover of the whole plan"
    return f"the crossover of {study.results[key].instance}"


def input_words(key: str) -> str:
    """An input in words: ``link latency of chat`` for ``fleets.chat.speed.link_latency``."""
    section, _, rest = key.partition(".")
    instance, _, name = rest.partition(".")
    if not name:
        return key_words(rest or section)
    return f"{key_words(name.rpartition('.')[2])} of {instance}"


def _table(
    study: Study, key: str, drivers: Sequence[Driver], order: str, *, folded: bool = False
) -> Table:
    rows = tuple(_row(study, driver) for driver in drivers[:MAX_ROWS])
    of = drivers[0].of
    note = f"{order}\n{NOTE}"
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
    """Two decimals with the sign; never -0, nor 0 of what is not."""
    text = f"{number:+.2f}"
    if float(text):
        return f"{text}{unit}"
    return f"under 0.01{unit}" if abs(number) > NOTHING else f"0{unit}"
