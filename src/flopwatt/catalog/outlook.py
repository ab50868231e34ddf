"""Forecasts by forecaster, year and metric, power agreements, and figures that are widely quoted.

Figures of two metrics are never mixed: energy of a year, capacity, demand at the peak, AI alone,
shares and dollars each have a metric of their own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flopwatt.catalog.load import load_table, plain
from flopwatt.catalog.names import find
from flopwatt.catalog.tables import Row
from flopwatt.problems import CatalogError, Problem, nearest

METRIC, TOTAL = "metric", "total"
END = float("inf")


@dataclass(frozen=True)
class Forecast:
    """One figure for a year, in the unit of its metric, with who says it and since when."""

    metric: str
    scope: str
    forecaster: str
    year: int
    value: float | None
    low: float | None
    high: float | None
    stage: str
    scenario: str
    as_of: str
    source: str
    verified: str
    note: str

    @property
    def ends(self) -> tuple[float, float]:
        """From where to where it lies; a lower end alone is open above."""
        low = self.low if self.low is not None else self.value
        high = self.high
        if high is None:
            high = END if self.low is not None else self.value
        return low or 0.0, END if high is None else high


@dataclass(frozen=True)
class Deal:
    """One power agreement of a company: nameplate MW, and the years of its delivery."""

    buyer: str
    counterparty: str
    what: str
    power: float
    first: str
    full: str
    stage: str
    as_of: str
    source: str
    verified: str
    note: str


@dataclass(frozen=True)
class Restatement:
    """How a forecast is brought to another metric, scope and year; ``steps`` are its cells."""

    name: str
    forecast: Forecast
    to_metric: str
    to_scope: str
    to_year: int
    steps: Mapping[str, str]
    note: str


@dataclass(frozen=True)
class Quoted:
    """A figure that is widely quoted, from ``low`` to ``high``, and what it is held against."""

    name: str
    text: str
    metric: str
    scope: str
    years: tuple[int, int]
    low: float | None
    high: float | None
    evidence: str
    note: str

    @property
    def ends(self) -> tuple[float, float]:
        """From where to where it goes; open where an end is not quoted."""
        return self.low or 0.0, END if self.high is None else self.high


@functools.cache
def load_forecasts() -> tuple[Forecast, ...]:
    """Every forecast, in the order of its table."""
    return tuple(_forecast(row.cells) for row in load_table("forecasts").rows)


def _forecast(cells: Mapping[str, str]) -> Forecast:
    return Forecast(
        metric=cells["metric"],
        scope=cells["scope"],
        forecaster=cells["forecaster"],
        year=int(cells["year"]),
        value=_number(cells["value"]),
        low=_number(cells["low"]),
        high=_number(cells["high"]),
        stage=cells["stage"],
        scenario=cells["scenario"],
        as_of=cells["as_of"],
        source=cells["source"],
        verified=cells["verified"],
        note=cells["note"],
    )


def _number(cell: str) -> float | None:
    return float(cell) if cell else None


@functools.cache
def load_deals() -> tuple[Deal, ...]:
    """Every power agreement, in the order of its table."""
    return tuple(_deal(row.cells) for row in load_table("power_deals").rows)


def _deal(cells: Mapping[str, str]) -> Deal:
    words = ("buyer", "counterparty", "what", "full", "stage", "as_of", "source", "verified")
    return Deal(
        power=float(cells["power"]),
        first=cells["from"],
        **{name: cells[name] for name in (*words, "note")},
    )


@functools.cache
def load_restatements() -> tuple[Restatement, ...]:
    """Every restatement with the forecast that it starts from; one without does not load."""
    return tuple(map(_restatement, load_table("restatements").rows))


def _restatement(row: Row) -> Restatement:
    cells = row.cells
    wanted = (cells["metric"], cells["scope"], cells["forecaster"], int(cells["stated_year"]))
    for one in load_forecasts():
        if (one.metric, one.scope, one.forecaster, one.year) == wanted:
            return Restatement(
                cells["name"],
                one,
                cells["to_metric"],
                cells["to_scope"],
                int(cells["to_year"]),
                cells,
                cells["note"],
            )
    message = f"{cells['name']} starts from a forecast that is not in the table"
    raise CatalogError([Problem("bad-catalog", message, row.place("name"))])


@functools.cache
def load_quoted() -> tuple[Quoted, ...]:
    """Every widely quoted figure, in the order of its table."""
    words = ("name", "text", "metric", "scope", "evidence", "note")
    return tuple(
        Quoted(
            years=(int(cells["from_year"]), int(cells["to_year"])),
            low=_number(cells["low"]),
            high=_number(cells["high"]),
            **{name: cells[name] for name in words},
        )
        for cells in (row.cells for row in load_table("quoted").rows)
    )


def find_forecasts(
    metric: str | None = None,
    forecaster: str | None = None,
    scope: str | None = None,
    year: int | None = None,
) -> tuple[Forecast, ...]:
    """The forecasts of a metric, by a forecaster, of a scope, for a year; all of them else.

    A forecaster may be named without its vintage. Raises CatalogError for what no row has.
    """
    found = load_forecasts()
    if metric is not None:
        name = find(METRIC, metric).thing.name
        found = tuple(one for one in found if one.metric == name)
    if forecaster is not None:
        names = _named("FORECASTER", forecaster, (one.forecaster for one in found))
        found = tuple(one for one in found if one.forecaster in names)
    if scope is not None:
        scopes = _named("SCOPE", scope, (one.scope for one in found))
        found = tuple(one for one in found if one.scope in scopes)
    if year is not None:
        years = _named("YEAR", str(year), (str(one.year) for one in found))
        found = tuple(one for one in found if str(one.year) in years)
    return found


def _named(field: str, typed: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names that a typed one means: itself, or all that begin with its words."""
    names = tuple(dict.fromkeys(known))
    spelled = plain(typed)
    found = tuple(name for name in names if plain(name) == spelled)
    begun = tuple(name for name in names if spelled and plain(name).startswith(spelled))
    if found or begun:
        return found or begun
    raise CatalogError(
        [
            Problem(
                "unknown-name",
                f"no forecast has this {field.lower()}",
                field=field,
                given=typed,
                allowed=", ".join(sorted(names)),
                nearest=nearest(typed[:100], names),
            )
        ]
    )
