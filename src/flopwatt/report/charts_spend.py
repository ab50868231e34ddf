"""What the crossover is a picture of: spend so far of training and inference, and where they cross.

All times are days since the plan's start, all amounts dollars.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.crossover import date_cell
from flopwatt.report.document import has_bill, outcome_of
from flopwatt.report.likely import cell_range, likely, when_texts
from flopwatt.report.records import Cell, Table
from flopwatt.report.texts import DAY_S, month_name
from flopwatt.studies.run import Study

TRAINING, INFERENCE = "training", "inference"
TRAINING_KEY, INFERENCE_KEY = "cumulative_training_spend", "cumulative_inference_spend"
FLOW, TOTAL_FLOW = "spend", "inference_spend"  # what a month adds to what was spent
MOST_PRODUCTS = 3  # drawn one by one; beyond, all together
PAST = 1.9  # how far beyond the last crossing is drawn, as a share of the time until then
YEAR_DAYS = 365.0
MOST_ROWS, STEPS = 24, (1, 3, 12)  # of the table: by month, else by quarter, else by year


@dataclass(frozen=True)
class Point:
    """Spend so far on a day, and between what it is likely to lie."""

    day: float
    spent: float
    low: float
    high: float


@dataclass(frozen=True)
class SpendLine:
    """Spend so far of one thing; of ``steps`` it stays level between its points.

    ``text`` is what it comes to at its end, or ``never`` and the like.
    """

    name: str
    work: str
    points: tuple[Point, ...]
    text: str
    steps: bool = False
    never: bool = False


@dataclass(frozen=True)
class Crossing:
    """Where one line of inference passes training: the day, and what is said of it.

    ``low`` and ``high`` are the days between which it is likely to lie; equal where it has no
    range.
    """

    name: str
    day: float
    spent: float
    text: str
    note: str
    low: float
    high: float
    likely: str


@dataclass(frozen=True)
class Spending:
    """Everything that a picture of the crossover shows, from the plan's start to ``end`` days.

    ``instead`` is what is said where nothing crosses: a word, and a note.
    """

    start: datetime.date
    end: float
    lines: tuple[SpendLine, ...]
    crossings: tuple[Crossing, ...]
    launches: tuple[float, ...]
    instead: tuple[str, str] = ("", "")


def find_spending(study: Study) -> Spending | None:
    """What a plan spends on training and on inference, as a picture shows it."""
    names = study.results.population.names("product")
    if not names or TRAINING_KEY not in study.results or INFERENCE_KEY not in study.results:
        return None
    if not np.isfinite(study.results[INFERENCE_KEY].months).all():
        return None
    entries = [(name, f"products.{name}.") for name in names]
    if not _shared(study, names):
        entries = [("all products", "")]
    end = _end(study, [entry for _, entry in entries])
    training = _training(study, end)
    crossings = tuple(_crossings(study, entries, training))
    lines = (training, *(_inference(study, name, entry, end) for name, entry in entries))
    launches = tuple(
        study.results[f"{entry}launch"].central / DAY_S
        for _, entry in entries
        if entry and 0 < study.results[f"{entry}launch"].central / DAY_S < end
    )
    instead = ("", "") if crossings else _instead(study, entries)
    return Spending(study.plan.start, end, lines, crossings, launches, instead)


def _shared(study: Study, names: Sequence[str]) -> bool:
    """Whether the products are few, and each is set against all training spend."""
    bill = study.results["training_bill"].central
    own = [f"products.{name}.training_bill" for name in names]
    return len(names) <= MOST_PRODUCTS and all(
        key in study.results and math.isclose(study.results[key].central, bill) for key in own
    )


def _since_start(study: Study, entry: str) -> float:
    """The day of a crossing since the plan's start; infinite where there is none."""
    launch = study.results[f"{entry}launch"].central if entry else 0.0
    key = f"{entry}crossover"
    return (study.results[key].central + launch) / DAY_S if key in study.results else math.inf


def _end(study: Study, entries: Sequence[str]) -> float:
    """The last day drawn: the end of the month by which all that cross have long crossed."""
    ends = study.results["month_end"].months / DAY_S
    days = [day for entry in entries if math.isfinite(day := _since_start(study, entry))]
    if not days:
        return float(ends[-1])
    latest = max(days) * PAST
    for entry in entries:
        found = likely(study, entry)
        if found is not None and math.isfinite(found.all.high):
            latest = max(latest, found.all.high / DAY_S * 1.1)
    later = ends[ends >= max(latest, YEAR_DAYS - 1)]
    return float(later[0] if len(later) else ends[-1])


def _training(study: Study, end: float) -> SpendLine:
    """Training spend: a step on the day on which each run starts."""
    results = study.results
    runs = results.population.names("run")
    booked = sorted(
        (
            max(results[f"training.{name}.start"].central / DAY_S, 0.0),
            results[f"training.{name}.bill"].central,
        )
        for name in runs
        if f"training.{name}.bill" in results
    )
    ends = results["month_end"].months / DAY_S
    points, spent = [], 0.0
    for day, bill in booked:
        spent += bill
        if day > end:
            break
        month = min(int(np.searchsorted(ends, day, side="right")), len(ends) - 1)
        points.append(Point(day, spent, *_around(study, TRAINING_KEY, month, spent)))
    last = points[-1] if points else Point(0.0, 0.0, 0.0, 0.0)
    points = [*points, Point(end, last.spent, last.low, last.high)]
    month = _month_of(study, end)
    text = month_cell(study, TRAINING_KEY, [month]).text
    return SpendLine("Training", TRAINING, tuple(points), text, steps=True)


def _around(study: Study, key: str, month: int, spent: float) -> tuple[float, float]:
    """Between what a series is likely to lie in a month; the number where it is not drawn."""
    found = study.spread.summary(key) if study.spread else ()
    return (found[month].low, found[month].high) if found else (spent, spent)


def _inference(study: Study, name: str, entry: str, end: float) -> SpendLine:
    """Spend of a product, or of all, at the end of each month from its launch on."""
    results = study.results
    key = f"{entry}spent" if entry else INFERENCE_KEY
    launch = max(results[f"{entry}launch"].central / DAY_S, 0.0) if entry else 0.0
    spent = np.broadcast_to(results[key].months, results["month_end"].months.shape)
    ends = results["month_end"].months / DAY_S
    first = min(int(np.searchsorted(ends, launch, side="right")), len(ends) - 1)
    added = np.broadcast_to(results[f"{entry}{FLOW}" if entry else TOTAL_FLOW].months, ends.shape)
    # what was spent before the line begins
    before = max(float(spent[first] - added[first]), 0.0)
    points = [Point(launch, before, before, before)]
    for month, day in enumerate(ends):
        if launch < day <= end:
            around = _around(study, key, month, float(spent[month]))
            points.append(Point(float(day), float(spent[month]), *around))
    outcome = outcome_of(_since_start(study, entry))
    never = outcome == "never" and has_bill(study, entry)
    text = month_cell(study, key, [_month_of(study, end)]).text
    return SpendLine(name, INFERENCE, tuple(points), text, never=never)


def _month_of(study: Study, end: float) -> int:
    ends = study.results["month_end"].months / DAY_S
    return min(int(np.searchsorted(ends, end - 0.5)), len(ends) - 1)


def _crossings(
    study: Study, entries: Sequence[tuple[str, str]], training: SpendLine
) -> Iterator[Crossing]:
    """The crossings that come, the first one first."""
    coming = [one for one in entries if math.isfinite(_since_start(study, one[1]))]
    for name, entry in sorted(coming, key=lambda one: _since_start(study, one[1])):
        day = _since_start(study, entry)
        found = likely(study, entry)
        low = high = day
        if found is not None and found.coming is not None:
            low, high = found.coming.low / DAY_S, found.coming.high / DAY_S
        seconds = day * DAY_S
        days = cell(study, f"{entry}crossover").text
        steps = [point.day for point in training.points]
        height = training.points[max(int(np.searchsorted(steps, day, side="right")) - 1, 0)].spent
        yield Crossing(
            name=name,
            day=day,
            spent=height,
            text=when_texts(study, seconds, found)[0],
            note=f"{days} after launch" if entry else f"{days} into the plan",
            low=low,
            high=high,
            likely=cell_range(study, seconds, found),
        )


def _instead(study: Study, entries: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """What is said where nothing crosses: that it had been, or that it never comes."""
    for name, entry in entries:
        if _since_start(study, entry) == -math.inf:
            return "already", f"{name} had passed it before the plan"
    entry = entries[0][1]
    if f"{entry}crossover" not in study.results:
        return "", ""
    return "never within the plan", date_cell(study, entry).text


def spending_table(study: Study, found: Spending) -> Table:
    """The numbers of the picture: spend so far at the ends of months, quarters or years."""
    last = _month_of(study, found.end)
    step = next((one for one in STEPS if last < MOST_ROWS * one), STEPS[-1])
    chosen = sorted({*range(step - 1, last + 1, step), last})
    keys = {"training": TRAINING_KEY}
    for line in found.lines[1:]:
        one = f"products.{line.name}.spent"
        keys[line.name] = one if one in study.results else INFERENCE_KEY
    rows = [
        (
            Cell(month_name(study.plan.start, month)),
            *(month_cell(study, key, [month]) for key in keys.values()),
        )
        for month in chosen
    ]
    works = {head: INFERENCE if index else TRAINING for index, head in enumerate(keys)}
    title = "Spend so far, by the end of the month"
    heads = ("to the end of", *keys)
    return make_table(study, "spend-so-far", title, heads, rows, works=works, folded=True)
