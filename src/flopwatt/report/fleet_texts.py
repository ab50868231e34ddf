"""What the sections of fleets share: which fleets, a unit in words, values that may be series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flopwatt.model.value import Array
from flopwatt.report.cells import cell, month_cell
from flopwatt.report.records import Cell
from flopwatt.studies.fleet_unit import MODEL, Fleet, fleets_of
from flopwatt.studies.run import Study

WAYS = ("tp", "pp", "ep", "dp")
MOST_OPEN = 2  # fleets told one by one without being asked


def chosen_fleets(study: Study, names: Sequence[str] | None = None) -> tuple[Fleet, ...]:
    """The fleets of a study, or those named."""
    found = fleets_of(study.plan, study.results)
    return tuple(one for one in found if names is None or one.name in names)


def unit_text(fleet: Fleet) -> str:
    """A unit and how the model is divided over it: 8 x H100 SXM5 80GB, tp 8."""
    experts = f"{fleet.results.entry(MODEL, fleet.of(MODEL))}experts.count"
    dense = experts not in fleet.results or not fleet.results[experts].central
    sizes = {way: int(fleet.at(way)) for way in WAYS if not (way == "ep" and dense)}
    return ", ".join((fleet.unit, *(f"{way} {size:,}" for way, size in sizes.items() if size > 1)))


def word_of(fleet: Fleet, key: str) -> str:
    """A value that is a word; of one that differs by month, that of the last."""
    value = fleet.results[f"{fleet.key}.{key}"]
    return value.quantity.words[int(value.months[-1])]


def follows_load(fleet: Fleet) -> bool:
    """Whether GPUs are handed back when load falls, so that fewer are paid than are held."""
    return word_of(fleet, "capacity") == "follows load"


def last_cell(study: Study, key: str, *said: str) -> Cell:
    """The text of a value; of one that differs by month, that of the last."""
    if key in study.results and study.results[key].is_series:
        return without(month_cell(study, key, [len(study.plan.months) - 1]), *said)
    return cell(study, key, *said)


def without(found: Cell, *said: str) -> Cell:
    """A cell less the words that its column head already says."""
    text, around = found.text, found.range
    for words in said:
        text, around = text.replace(words, ""), around.replace(words, "")
    return Cell(text, found.key, around)


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


RARELY = 0.1  # of the draws: what is told of a range leaves them out
SHORT = 13  # months that are told one by one: a year, from inside a month
