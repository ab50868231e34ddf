"""Reads somebody's price file: every offer in it, and everything wrong with it at once."""

from __future__ import annotations

import contextlib
import datetime
import math
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from flopwatt.catalog.days import first_day
from flopwatt.catalog.load import plain
from flopwatt.catalog.names import find
from flopwatt.catalog.prices import PURCHASES
from flopwatt.catalog.records import Offer, OfferFile
from flopwatt.catalog.tables import Grid, Row, read_table
from flopwatt.problems import CatalogError, FlopwattError, Place, Problem, nearest
from flopwatt.units import UnitError, from_canonical, read_quantity

MAX_BYTES = 20_000_000
MAX_PROBLEMS = 200
UNIT = "USD/GPU/hour"
NEEDED = ("accelerator", "purchase", "price")
KNOWN = (
    *("provider", "instance", "accelerator", "count", "purchase", "price", "region", "basis"),
    *("as_of", "until", "source", "also", "verified", "use", "note"),
)
# what other price lists call the same columns
OTHER_NAMES = {
    "usd_per_gpu_hour": "price",
    "price_per_gpu_hour": "price",
    "notes": "note",
    "gpu": "accelerator",
    "accelerator_name": "accelerator",
    "accelerator_count": "count",
    "instance_type": "instance",
    "date": "as_of",
}
PURCHASE_NAMES = {
    "ondemand": "on_demand",
    "spot": "spot",
    "preemptible": "spot",
    "reserved1y": "reserved_1y",
    "1year": "reserved_1y",
    "reserved3y": "reserved_3y",
    "3year": "reserved_3y",
    "capacityblock": "capacity_block",
}


Note = Callable[[Problem], None]


def read_offers(path: str | os.PathLike[str]) -> OfferFile:
    """Read a price file in the columns of ``offers``; a row of units is optional.

    A price that is empty or not a number stays in its offer as None or NaN, for
    ``check_offers`` to flag; nothing is dropped but rows whose accelerator is unknown.
    Raises CatalogError where the file cannot be read at all, or lacks a column it needs.
    """
    path = Path(path)
    grid = read_table(_text_of(path), path.name)
    problems = [*grid.problems, *_column_problems(grid)]
    if not set(NEEDED) <= {_standard(name) for name in grid.columns}:
        raise CatalogError(problems)
    worth = _worth_of_unit(grid, problems)
    offers = []
    for row in grid.rows:
        offer = _offer(row, worth, path.stem, problems)
        if offer:
            offers.append(offer)
        if len(problems) >= MAX_PROBLEMS:
            break
    return OfferFile(tuple(offers), tuple(problems))


def _standard(column: str) -> str:
    name = column.strip().lower().replace(" ", "_").replace("-", "_")
    return OTHER_NAMES.get(name, name)


def _column_problems(grid: Grid) -> list[Problem]:
    names = {_standard(name) for name in grid.columns}
    found = [
        Problem(
            "bad-structure",
            f"the table has no column {needed}",
            Place(grid.file, 1, 1),
            needed,
            allowed=", ".join(KNOWN),
            nearest=nearest(needed, grid.columns),
        )
        for needed in NEEDED
        if needed not in names
    ]
    for name, place in grid.heads.items():
        if _standard(name) not in KNOWN:
            message = "no column of this name is read"
            near = nearest(name, KNOWN)
            found.append(
                Problem("unknown-key", message, place, name, name, ", ".join(KNOWN), near, True)
            )
    return found


def _offer(row: Row, worth: float, provider: str, problems: list[Problem]) -> Offer | None:
    """One row as an offer, or None where its accelerator is not known."""
    cells: Mapping[str, str] = {_standard(name): text for name, text in row.cells.items()}
    places = {_standard(name): row.place(name) for name in row.cells}

    def note(problem: Problem) -> None:
        column = problem.field
        problems.append(_at(problem, places.get(column), cells.get(column, "")))

    try:
        match = find("accelerator", cells.get("accelerator", ""))
    except CatalogError as error:
        first = error.problems[0]
        note(Problem(first.code, first.message, field="accelerator", nearest=first.nearest))
        return None
    _check_days(cells, note)
    return Offer(
        provider=cells.get("provider", "") or provider,
        instance=cells.get("instance", ""),
        accelerator=match.thing.name,
        count=_count(cells.get("count", ""), note) or match.count,
        purchase=_purchase(cells.get("purchase", ""), note),
        price=_price(cells.get("price", ""), worth, note),
        region=cells.get("region", ""),
        basis=cells.get("basis", ""),
        as_of=cells.get("as_of", ""),
        until=cells.get("until", ""),
        source=cells.get("source", ""),
        verified=cells.get("verified", ""),
        use=cells.get("use", "") or "default",
        note=cells.get("note", ""),
        places=places,
    )


def _at(problem: Problem, place: Place | None, given: str) -> Problem:
    return Problem(problem.code, problem.message, place, problem.field, given,
                   problem.allowed, problem.nearest, problem.warning)  # fmt: skip


def _purchase(text: str, note: Note) -> str:
    found = PURCHASE_NAMES.get(plain(text), "")
    if not found:
        message = "this is no way of buying that the catalog knows"
        note(Problem("unknown-name", message, field="purchase", allowed=", ".join(PURCHASES)))
    return found


def _count(text: str, note: Note) -> int | None:
    if not text:
        return None
    with contextlib.suppress(ValueError, OverflowError):
        number = float(text)
        if number >= 1 and number == int(number):
            return int(number)
    note(Problem("bad-number", "the count is no whole number above 0", field="count"))
    return None


def _check_days(cells: Mapping[str, str], note: Note) -> None:
    for column in ("as_of", "until"):
        if cells.get(column) and not _is_day(cells[column]):
            allowed = "a day as YYYY-MM-DD, a month as YYYY-MM or a year"
            note(Problem("bad-date", "this is no date", field=column, allowed=allowed))


def _is_day(text: str) -> bool:
    with contextlib.suppress(ValueError):
        return isinstance(first_day(text), datetime.date)
    return False


def _worth_of_unit(grid: Grid, problems: list[Problem]) -> float:
    """What 1 in the price column is worth in USD per GPU-hour, by the row of units."""
    for name, unit in grid.units.items():
        if _standard(name) == "price" and unit:
            try:
                return from_canonical(read_quantity(f"1 {unit}", UNIT, ("USD/hour",)), UNIT)
            except UnitError as error:
                place = Place(grid.file, grid.heads[name].line + 1, 1)
                allowed = f"{UNIT} or cent/GPU/hour"
                problems.append(Problem(error.code, error.message, place, name, unit, allowed))
    return 1.0


def _price(text: str, worth: float, note: Note) -> float | None:
    """The price in USD per GPU-hour; NaN where it is no number."""
    if not text:
        return None
    with contextlib.suppress(ValueError):
        return float(text) * worth
    try:
        return from_canonical(read_quantity(text, UNIT, ("USD/hour", "USD"), bare=True), UNIT)
    except UnitError as error:
        note(Problem(error.code, error.message, field="price", allowed=f"a number in {UNIT}"))
    return math.nan


def _text_of(path: Path) -> str:
    """The text of an ordinary file of bounded size, saved as UTF-8."""
    shown = str(path)
    try:
        if not path.is_file():
            message = "this is no ordinary file" if path.exists() else "there is no such file"
            raise _bad_file(message, shown)
        if path.stat().st_size > MAX_BYTES:
            raise _bad_file(f"the file is larger than {MAX_BYTES:,} bytes", shown)
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} of the file is not UTF-8; save it as UTF-8"
        raise _bad_file(message, shown) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _bad_file(f"the file cannot be read: {reason}", shown) from None


def _bad_file(message: str, given: str) -> FlopwattError:
    return CatalogError([Problem("bad-file", message, given=given)])
