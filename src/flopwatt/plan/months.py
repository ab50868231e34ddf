"""The plan's months: calendar months counted from its start."""

from __future__ import annotations

import calendar
import datetime
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from flopwatt.model.population import PLAN
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.units import DAY_S, from_canonical, read_quantity

ROUNDING = 1e-9  # months; a horizon of 5 years is 60 months, not 60.0000001


@dataclass(frozen=True)
class Months:
    """The months of a plan: their edges as leaves, their names, and the day after the last."""

    leaves: tuple[Leaf, ...]
    names: tuple[str, ...]
    end: datetime.date


def plan_months(vocabulary: Vocabulary, start: datetime.date, given: Iterable[Leaf]) -> Months:
    """The months from the plan's start to its horizon.

    Calendar months: where the plan starts inside one, the first is what is left of it, and
    the last is what is missing at the other end. A horizon in other units than months runs
    to the next whole number of them.
    """
    seconds, origin = _horizon(vocabulary, given)
    count = max(1, math.ceil(from_canonical(seconds, "month") - ROUNDING))
    end = months_on(start, count)
    firsts = [months_on(start.replace(day=1), month) for month in range(1, count + 1)]
    days = [start, *(day for day in firsts if day < end), end]
    edges = np.array([(day - start).days * DAY_S for day in days]).reshape(-1, 1, 1)
    rank = Rank.ASSUMED if origin.kind == "assumed" else Rank.GIVEN
    leaves = (
        Leaf("month_start", PLAN, edges[:-1], rank, origin),
        Leaf("month_end", PLAN, edges[1:], rank, origin),
    )
    return Months(leaves, tuple(day.isoformat()[:7] for day in days[:-1]), end)


def _horizon(vocabulary: Vocabulary, given: Iterable[Leaf]) -> tuple[float, Origin]:
    quantity = vocabulary.quantities["horizon"]
    said = [leaf for leaf in given if leaf.quantity == quantity.name]
    if said:
        return float(said[-1].value), said[-1].origin
    default = quantity.default
    if default is None:
        raise ValueError("the horizon has no default")
    origin = Origin("assumed", source=default.source, detail=default.note, text=default.text)
    return read_quantity(default.text, quantity.unit), origin


def months_on(day: datetime.date, months: int) -> datetime.date:
    """The same day some months on, or the last of a month that is too short.

    Raises OverflowError beyond the last year that a date can have.
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year > datetime.MAXYEAR:
        raise OverflowError(f"year {year}")
    last = calendar.monthrange(year, month + 1)[1]
    return datetime.date(year, month + 1, min(day.day, last))
