"""The years or months by which a plan is told, and those in which nothing happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flopwatt.model.value import Array
from flopwatt.studies.run import Study

RARELY = 0.1  # of the draws: what is told of a range leaves them out
SHORT = 13  # months that are told one by one: a year, from inside a month


def periods_of(study: Study) -> Mapping[str, Sequence[int]]:
    """The years of a plan, each with its months; of a short plan its months."""
    months = {month: [index] for index, month in enumerate(study.plan.months)}
    if len(months) <= SHORT:
        return months
    years: dict[str, list[int]] = {}
    for month, index in months.items():
        years.setdefault(month[:4], []).extend(index)
    return years


def eventful_periods(
    study: Study, periods: Mapping[str, Sequence[int]], keys: Iterable[str]
) -> Mapping[str, Sequence[int]]:
    """Periods from the first to the last in which some series has anything.

    A series has nothing in a period where it is zero centrally and in nine draws of ten. All
    periods where none has anything.
    """
    series = [study.results[key].months for key in keys]
    samples = study.spread.samples if study.spread else {}
    drawn = [samples[key] for key in keys if key in samples]
    names = list(periods)
    busy = [
        place
        for place, name in enumerate(names)
        if any(_at(one, periods[name]).any() for one in series)
        or any(_at(one, periods[name]).any(axis=0).mean() > RARELY for one in drawn)
    ]
    kept = names[busy[0] : busy[-1] + 1] if busy else names
    return {name: periods[name] for name in kept}


def _at(series: Array, months: Sequence[int]) -> Array:
    """A series, axes (month, ...), in some months; what never changes is the same in all."""
    return series[list(months)] if len(series) > 1 else series


def left_out_text(
    study: Study, every: Mapping[str, Sequence[int]], told: Mapping[str, Sequence[int]]
) -> str:
    """Which periods of a plan are left out since nothing happens in them; empty for none."""
    names = list(every)
    first, last = names.index(next(iter(told))), names.index(list(told)[-1])
    sides = [side for side in (names[:first], names[last + 1 :]) if side]
    said = [side[0] if len(side) == 1 else f"{side[0]} to {side[-1]}" for side in sides]
    often = ", in nine draws of ten" if study.spread else ""
    return f"Left out, with nothing{often}: {', '.join(said)}." if said else ""


def period_word(periods: Mapping[str, Sequence[int]]) -> str:
    """What the periods of a plan are."""
    return "year" if any(len(months) > 1 for months in periods.values()) else "month"
