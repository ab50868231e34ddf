"""The plan's months: calendar months counted from its start."""

from __future__ import annotations

import calendar
import datetime
import math
from collections.abc import Iterable

import numpy as np

from flopwatt.model.results import PLAN
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.values import DAY_S
from flopwatt.units import from_canonical, read_quantity

ROUNDING = 1e-9  # months; a horizon of 5 years is 60 months, not 60.0000001


def month_leaves(
    vocabulary: Vocabulary, start: datetime.date, given: Iterable[Leaf]
) -> tuple[list[Leaf], tuple[str, ...]]:
    """Start and end of every month of the plan as leaves, and the months' names.

    A month begins on the day of the month on which the plan starts, or on the last day of
    a month that is too short. A horizon that ends inside a month runs to the month's end.
    """
    seconds, origin = _horizon(vocabulary, given)
    count = max(1, math.ceil(from_canonical(seconds, "month") - ROUNDING))
    days = [months_on(start, month) for month in range(count + 1)]
    edges = np.array([(day - start).days * DAY_S for day in days]).reshape(-1, 1, 1)
    leaves = [
        Leaf("month_start", PLAN, edges[:-1], Rank.GIVEN, origin),
        Leaf("month_end", PLAN, edges[1:], Rank.GIVEN, origin),
    ]
    return leaves, tuple(f"{day:%Y-%m}" for day in days[:-1])


def _horizon(vocabulary: Vocabulary, given: Iterable[Leaf]) -> tuple[float, Origin]:
    quantity = vocabulary.quantities["horizon"]
    for leaf in given:
        if leaf.quantity == quantity.name:
            return float(leaf.value), leaf.origin
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
