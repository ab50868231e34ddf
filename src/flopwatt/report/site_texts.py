"""How dates and spans of a site read: a month, between its early and its late end."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from flopwatt.report.cells import UNKNOWN
from flopwatt.report.ranges import number_texts
from flopwatt.report.records import Cell
from flopwatt.report.texts import crossing_day, day_of, long_date, number_text
from flopwatt.studies.criticality import MONTH
from flopwatt.studies.run import Study
from flopwatt.studies.sites import SITE
from flopwatt.studies.spread import summarise

ADDED, LARGEST, LAST = np.sum, np.max, lambda some, axis: some[-1]  # what months come to
FEW = 10  # months below which tenths are told
NEVER = "never"
SAID = {"grid-firm": "firm grid", "grid-non-firm": "non-firm grid"}


def numbers_of(study: Study, key: str) -> tuple[float, float, float]:
    """The early end, the median and the late end of a number: one draw in ten on either side."""
    told = study.spread.summary(key) if study.spread else ()
    if not told:
        return (study.results[key].central,) * 3
    return told[0].low, told[0].p50, told[0].high


def month_text(study: Study, seconds: float) -> str:
    """A day as its month and year: Mar 2029."""
    day = crossing_day(seconds, study.plan.start) if math.isfinite(seconds) else None
    return NEVER if day is None else f"{day:%b %Y}"


def date_cells(study: Study, key: str) -> tuple[Cell, Cell, Cell]:
    """The early end, the median and the late end of a date, of which the median has the key."""
    low, middle, high = (month_text(study, one) for one in numbers_of(study, key))
    return Cell(low), Cell(middle, key), Cell(high)


def date_cell(study: Study, key: str) -> Cell:
    """The median of a date, with its ends under it where they differ."""
    low, middle, high = (month_text(study, one) for one in numbers_of(study, key))
    return Cell(middle, key, "" if low == high else f"{low} to {high}")


def months_text(seconds: float) -> str:
    """A span in months: 23; a few in tenths."""
    months = seconds / MONTH
    if not math.isfinite(months):
        return NEVER
    text = f"{months:.1f}" if abs(months) < FEW else f"{months:.0f}"
    return "0" if float(text) == 0 else text


def months_cell(study: Study, key: str) -> Cell:
    """The median of a span in months, with its ends under it where they differ."""
    low, middle, high = (months_text(one) for one in numbers_of(study, key))
    return Cell(middle, key, "" if low == high else f"{low} to {high}")


def year_cell(
    study: Study, key: str, months: Sequence[int], come_to: Callable[..., Any] = LAST
) -> Cell:
    """The median of what some months of a series come to, with its ends where they differ.

    In each draw by itself: the month with the most is not the same in all. The central case
    stands for the draws where none are kept.
    """
    if key not in study.results:
        return Cell(UNKNOWN, key)
    value, start = study.results[key], study.plan.start
    kept = study.spread.samples.get(key) if study.spread else None
    if kept is None:
        number = float(come_to(value.months[list(months)], axis=0))
        return Cell(number_text(value.quantity, number, start), key)
    some = kept[list(months)] if len(kept) > 1 else np.repeat(kept, len(months), axis=0)
    told = summarise(come_to(some, axis=0))
    # megawatts come by the phase, whose size is stated: they keep their digits
    stated = value.quantity.unit == "MW"
    text, around = number_texts(value.quantity, told.p50, told, start, stated=stated)
    return Cell(text, key, around)


def long_text(study: Study, key: str) -> str:
    """The median of a date in a sentence, with the months that it is likely to lie between."""
    low, middle, high = numbers_of(study, key)
    if not math.isfinite(middle):
        return NEVER
    day = long_date(day_of(middle, study.plan.start))
    ends = [month_text(study, one) for one in (low, high)]
    return day if low == high else f"{day} ({ends[0]} to {ends[1]})"


def before_of(study: Study, site: str) -> str:
    """What the names of a site's parts begin with where there are several sites."""
    return f"{site}-" if len(study.results.population.names(SITE)) > 1 else ""


def activity_text(name: str, *before: str) -> str:
    """An activity in words: phase-1-substation is the substation of phase-1."""
    for one in before:
        name = name.removeprefix(one)
    return name.replace("-", " ")


def supply_text(name: str, before: str = "") -> str:
    """A supply in words: gas-engines are gas engines, north-gas-engines those of its site."""
    name = name.removeprefix(before)
    return SAID.get(name, name.replace("-", " "))
