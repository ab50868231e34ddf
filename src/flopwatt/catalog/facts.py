"""Single facts as of a day, and how old is too old."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Mapping
from dataclasses import replace

from flopwatt.catalog.days import Day, first_day, last_day
from flopwatt.catalog.find import first_known
from flopwatt.catalog.grids import GRID, MEASURES, grid_fact
from flopwatt.catalog.load import load_gives, load_limits
from flopwatt.catalog.names import find
from flopwatt.catalog.records import Fact
from flopwatt.problems import CatalogError, Problem, nearest
from flopwatt.units import from_canonical, read_quantity

STALE, STALE_GRIDS = "stale_facts", "stale_grids"


def find_fact(kind: str, name: str, quantity: str, as_of: Day = None) -> Fact:
    """One property of one thing, with date and source, as it was known on a day.

    ``quantity`` is a column of its table (``peak_bf16``) or a quantity that the thing
    supplies (``accelerator_peak``). A fact that nobody states comes back with the value
    None and the reason; one that was stale on the day, or first read after it, with a warning.
    """
    thing = find(kind, name).thing
    day = last_day(as_of)
    columns: Mapping[str, str] = load_gives().get(kind, {}).get(quantity, {quantity: ""})
    allowed = list(MEASURES) if kind == GRID else [fact.quantity for fact in thing.facts]
    if not set(columns) <= set(allowed):
        raise CatalogError(
            [
                Problem(
                    "unknown-name",
                    f"the catalog keeps no such property of a {kind}",
                    given=quantity,
                    allowed=", ".join(allowed),
                    nearest=nearest(quantity, allowed),
                )
            ]
        )
    if kind == GRID:
        fact, limit = grid_fact(thing, next(iter(columns)), day), STALE_GRIDS
    else:
        fact, limit = first_known(thing, columns) or thing.fact(next(iter(columns))), STALE
    about = f"{fact.quantity} of {fact.thing}"
    return replace(fact, problems=age_problems(fact.as_of, day, about, limit))


def age_problems(
    as_of: str, day: datetime.date | None, about: str, limit: str
) -> tuple[Problem, ...]:
    """A warning where a fact is older on that day than the limit, or younger than the day."""
    if day is None or not as_of:
        return ()
    known = first_day(as_of)
    if known > day:
        message = f"{about} is of {as_of}, after the day asked for"
        return (Problem("unlikely", message, given=day.isoformat(), warning=True),)
    text = load_limits()[limit]
    months = read_limit(limit, "month")
    if (day - known).days <= round(months * 365.25 / 12):
        return ()
    message = f"{about} is of {as_of}, older than {text} on {day.isoformat()}"
    allowed = "a newer figure of your own, or this one knowingly"
    return (Problem("unlikely", message, given=as_of, allowed=allowed, warning=True),)


@functools.cache
def read_limit(name: str, unit: str = "ratio") -> float:
    """A limit of the catalog as a number in a unit."""
    return from_canonical(read_quantity(load_limits()[name], unit), unit)
