"""The power of a plan beside what forecasters say all AI of a country needs, each on its terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flopwatt.catalog.outlook import Forecast, find_forecasts, load_restatements
from flopwatt.report.cells import cell, month_cell
from flopwatt.report.outlook_plan import times_text
from flopwatt.report.outlook_quoted import RECALLED, RECALLED_NOTE, interval_text
from flopwatt.report.outlook_tables import NEVER_MIXED, steps_text
from flopwatt.report.power_texts import ALL_AT_ONCE, PEAK
from flopwatt.report.ranges import months_summary
from flopwatt.report.records import Cell, Table
from flopwatt.report.sources import legend, mark_of, numbered
from flopwatt.report.texts import counted, is_even, month_words
from flopwatt.studies.loads import LOAD
from flopwatt.studies.outlook import interval, study_outlook
from flopwatt.studies.run import Study
from flopwatt.units import parse_unit

METRIC, SCOPE, UNIT = "AI power", "US", "GW"
TABLE = "beside-forecasters"
THIS = "this plan"
HEADS = ("forecaster", "figure", "as of", "states", "brought to it by", "this plan is", "source")
WORDS = ("states", "brought to it by", "source")


@dataclass(frozen=True)
class Power:
    """The most that a plan draws at the meter, in canonical units, with its ends and its words."""

    number: float
    low: float
    high: float
    cell: Cell
    when: str


@dataclass(frozen=True)
class Figure:
    """What one forecaster says: in canonical units with its ends, in words, and how it came."""

    forecast: Forecast
    year: int
    number: float
    low: float
    high: float
    cell: Cell
    steps: str = "as stated"

    @property
    def states(self) -> str:
        """What it was stated of."""
        one = self.forecast
        return f"{one.metric}, {one.scope} {one.year}"


def plan_power(study: Study) -> Power | None:
    """The most that all loads of a plan draw at once; None where that is nothing or not known."""
    key = _power_key(study)
    if key not in study.results:
        return None
    value = study.results[key]
    month = int(np.argmax(value.months)) if value.is_series else 0
    number = float(value.months[month])
    if not 0 < number < float("inf"):
        return None
    found = month_cell(study, key, [month]) if value.is_series else cell(study, key)
    told = months_summary(study, key, [month])
    low, high = (told.low, told.high) if told else (number, number)
    even = not value.is_series or is_even(value, study.plan.start)
    return Power(number, low, high, found, "" if even else month_words(study.plan.start, month))


def _power_key(study: Study) -> str:
    """What all loads draw at once; of one load its own key, whose draws are kept."""
    known = [f"power.{name}.{PEAK}" for name in study.results.population.names(LOAD)]
    known = [key for key in known if key in study.results]
    return known[0] if len(known) == 1 else ALL_AT_ONCE


def figures() -> tuple[Figure, ...]:
    """One figure of each forecaster of the same thing and year, the least first."""
    found = [*_stated(), *_restated()]
    year = max(one.year for one in found)
    return tuple(sorted((one for one in found if one.year == year), key=lambda one: one.number))


def _stated() -> Iterator[Figure]:
    unit = parse_unit(UNIT).factor
    for one in find_forecasts(METRIC, scope=SCOPE):
        if one.value is not None:
            low, high = (end * unit for end in one.ends)
            text = interval_text(one.value, one.value, UNIT)
            around = interval_text(*one.ends, UNIT) if low < high else ""
            yield Figure(one, one.year, one.value * unit, low, high, Cell(text, range=around))


def _restated() -> Iterator[Figure]:
    study = study_outlook()
    for one in load_restatements():
        key = f"forecasts.{one.name}.comparable"
        found = interval(study, key) if (one.to_metric, one.to_scope) == (METRIC, SCOPE) else None
        if found is not None:
            said = cell(study, key)
            yield Figure(one.forecast, one.to_year, found.value, found.low, found.high,
                         Cell(said.text, range=said.range), steps_text(one.steps))  # fmt: skip


def beside_table(power: Power, rows: Sequence[Figure]) -> Table:
    """The plan first, then each forecaster with what it states and how that was made alike."""
    marks = numbered(one.forecast.source for one in rows)
    peak = ", ".join(part for part in ("peak at the meter", power.when) if part)
    own = (Cell(THIS), power.cell, Cell("-"), Cell(peak), Cell("-"), Cell("-"), Cell("-"))
    others = tuple(
        (
            Cell(one.forecast.forecaster + RECALLED * (one.forecast.verified == "memory")),
            one.cell,
            Cell(one.forecast.as_of),
            Cell(one.states),
            Cell(one.steps),
            Cell(times_text(power.number / one.number)),
            Cell(mark_of(marks, one.forecast.source)),
        )
        for one in rows
    )
    recalled = any(one.forecast.verified == "memory" for one in rows)
    notes = [
        f"{NEVER_MIXED} Each keeps what it states; beside it stands how that is brought to the "
        f"{METRIC} of the {SCOPE} in {rows[0].year}.",
        f'flopwatt outlook "{METRIC}" has every figure with its range and its source.',
        *([RECALLED_NOTE] if recalled else []),
        *legend(marks),
    ]
    title = f"{METRIC} of the {SCOPE} in {rows[0].year}, by forecaster"
    return Table(TABLE, title, HEADS, (own, *others), "\n".join(notes), words=WORDS)


def beside_title(power: Power, rows: Sequence[Figure]) -> str:
    """The share that the plan would be of what forecasters say, from the highest to the lowest."""
    most, least = (times_text(power.number / one.number) for one in (rows[-1], rows[0]))
    share = most if most == least else f"{most} to {least}"
    when = f" in {power.when}" if power.when else ""
    return (
        f"The plan's {power.cell.text} at the meter{when} would be {share} of the {METRIC} of the "
        f"{SCOPE} in {rows[0].year}, by {counted(len(rows), 'forecast')}."
    )
