"""Values that are legal but far from anything seen: told, and computed with all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.results import Column, Results
from flopwatt.model.value import Rank, Value
from flopwatt.problems import Problem
from flopwatt.studies.goals import Places
from flopwatt.units import from_canonical, parse_unit, show

PEAK = "accelerator_peak"
ROUNDING = 1e-9
MILLIWATTS = re.compile(r"\d\s*(IT )?mW\b")  # what is typed where MW is meant
SITE_START = "site_start"
SPARSE_APART = 0.02  # vendors round the two peaks apart

SITED = ("site", "phase", "activity", "supply", "option", "feed")


def unusual_values(results: Results, places: Places) -> Iterator[Problem]:
    """A warning for every given or computed value outside the usual range of its quantity."""
    for value in results.values(lambda quantity: quantity.usual):
        if value.quantity.usual is None or value.origin.kind == "catalog":
            continue
        low, high = value.quantity.usual
        # in some months nothing may be there
        there = value.months[value.months != 0] if value.is_series else value.months
        numbers = [from_canonical(float(x), value.quantity.unit) for x in there]
        if numbers and (min(numbers) < low or max(numbers) > high):
            yield _unusual(value, places)


def _beyond(column: Column) -> bool:
    """Whether any number of a quantity is beyond what it can be."""
    most = column.quantity.maximum
    if most is None or not column.known.any():
        return False
    largest = np.max(column.data[column.known])
    return bool(from_canonical(float(largest), column.quantity.unit) > most * (1 + ROUNDING))


def impossible_values(results: Results, places: Places) -> Iterator[Problem]:
    """An error for every value that works out beyond what its quantity can be."""
    beyond = {name for name, column in results.columns.items() if _beyond(column)}
    for value in results.values(lambda quantity: quantity.name in beyond):
        most = value.quantity.maximum
        if value.origin.kind != "computed" or most is None:
            continue
        if from_canonical(float(value.months.max()), value.quantity.unit) > most * (1 + ROUNDING):
            factor = parse_unit(value.quantity.unit).factor
            made_from = ", ".join(key for taken in value.inputs for key in taken.keys)
            largest = float(value.months.max())
            text = show(largest, value.quantity.unit) if np.isfinite(largest) else "no number"
            yield Problem(
                "out-of-range",
                f"works out at {text}",
                places.get(value.key.removesuffix(f".{value.quantity.key}")),
                value.key,
                given=made_from,
                allowed=f"at most {show(most * factor, value.quantity.unit)}",
            )


def sparse_peaks(results: Results, places: Places) -> Iterator[Problem]:
    """A warning for a given peak that is twice what the catalog has: one with sparsity."""
    for value in results.values(lambda quantity: quantity.name == PEAK):
        for loser in value.losers:
            sheet = loser.rank is Rank.CATALOG
            if sheet and abs(value.central / float(loser.value) - 2) < SPARSE_APART:
                dense = show(float(loser.value), value.quantity.unit)
                yield _unlikely(
                    value,
                    places,
                    "is twice the dense peak: the peak with sparsity, which no training reaches",
                    f"the dense peak, {dense}",
                )


def late_dates(results: Results, places: Places) -> Iterator[Problem]:
    """A warning for every run and launch on or after the plan's last day: it plays no part.

    Dates of a site may lie beyond it, and are told as they are.
    """
    end = float(results["month_end"].months[-1])
    for value in results.values(
        lambda quantity: quantity.kind is Kind.DATE and quantity.entity not in SITED
    ):
        if value.central >= end:
            yield _unlikely(
                value,
                places,
                "comes after the plan ends, so nothing of it is counted",
                "an earlier day, or a longer horizon",
            )


def _unlikely(value: Value, places: Places, message: str, allowed: str) -> Problem:
    """A warning of a given value."""
    place = places.get(value.key)
    given = value.origin.text
    return Problem("unlikely", message, place, value.key, given, allowed, warning=True)


def _unusual(value: Value, places: Places) -> Problem:
    quantity = value.quantity
    given = value.origin.text or show(float(np.max(value.months)), quantity.unit)
    allowed = _usual_text(quantity)
    if MILLIWATTS.search(value.origin.text):
        allowed += "; mW is a thousandth of a watt, MW a million watts"
    return Problem(
        "unlikely",
        f"is far from what is usual; it is {_within_sentence(quantity.meaning[:-1])}",
        places.get(value.key),
        value.key,
        given=given,
        allowed=allowed,
        warning=True,
    )


def _within_sentence(meaning: str) -> str:
    """A meaning without its capital, unless its first word is one of capitals: GPUs."""
    first = meaning.partition(" ")[0]
    return meaning if first[1:2].isupper() else f"{meaning[:1].lower()}{meaning[1:]}"


def _usual_text(quantity: Quantity) -> str:
    factor = parse_unit(quantity.unit).factor
    low, high = (show(number * factor, quantity.unit) for number in quantity.usual or ())
    return f"usually {low} to {high}"


def early_sites(results: Results, places: Places) -> Iterator[Problem]:
    """A warning for a site that is begun before the plan: its lead times run from a day past."""
    for value in results.values(lambda quantity: quantity.name == SITE_START):
        if value.origin.kind == "given" and value.central < 0:
            yield _unlikely(
                value,
                places,
                "lies before the plan begins, so lead times have run by then",
                "the plan's first day or a later one; an earlier one where work has begun",
            )
