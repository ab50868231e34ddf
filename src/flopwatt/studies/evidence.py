"""Evidence: every figure of the catalog that bears on one that is widely quoted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from flopwatt.catalog import find, list_things
from flopwatt.catalog.days import first_day
from flopwatt.catalog.grids import DEFAULT, load_figures
from flopwatt.catalog.outlook import (
    END,
    METRIC,
    TOTAL,
    Deal,
    Forecast,
    Quoted,
    load_deals,
    load_forecasts,
    load_restatements,
)
from flopwatt.studies.outlook import JOB, interval, job_name, share_name, study_outlook
from flopwatt.units import parse_unit

GW, CAMPUS, ACTUAL = "GW", "campus power", "actual"
MEGA = 1000  # MW of a GW


class Stand(StrEnum):
    """Where a figure lies beside what is quoted."""

    MEETS = "meets it"
    BELOW = "below"
    ABOVE = "above"
    BESIDE = "not comparable"


@dataclass(frozen=True)
class Evidence:
    """One figure beside a quoted one, from ``low`` to ``high`` in ``unit``; ``key`` explains it."""

    said: str
    year: int
    low: float
    high: float
    unit: str
    stand: Stand
    how: str
    source: str
    as_of: str
    recalled: bool = False
    key: str = ""


Maker = Callable[[Quoted, str], Iterable[Evidence]]


def evidence_of(one: Quoted) -> tuple[Evidence, ...]:
    """What bears on a quoted figure: for it, against it, and not comparable with it."""
    return tuple(MAKERS[one.evidence](one, unit_of(one)))


def stand_of(one: Quoted, low: float, high: float) -> Stand:
    """Where an interval lies beside what is quoted; two that only touch do not meet."""
    least, most = one.ends
    if low == high:
        return Stand.BELOW if high < least else Stand.ABOVE if low > most else Stand.MEETS
    return Stand.BELOW if high <= least else Stand.ABOVE if low >= most else Stand.MEETS


def unit_of(one: Quoted) -> str:
    """The unit in which a quoted figure is counted."""
    if one.evidence in ("racks", "servers"):
        return "kW"
    if one.evidence == "connections":
        return "month"
    if one.evidence == "deal years":
        return "year"
    if one.evidence in ("deals", "none"):
        return GW
    unit: str = find(METRIC, one.metric).thing.cells["counted_in"]
    return unit


def _stated(
    one: Quoted, unit: str, row: Forecast, stand: Stand | None = None, how: str = "stated"
) -> Evidence:
    low, high = row.ends
    where = f", {row.scope}" if not one.scope else ""
    return Evidence(
        f"{row.forecaster}{where}",
        row.year,
        low,
        high,
        unit,
        stand or stand_of(one, low, high),
        f"{how}, {row.scenario}" if row.scenario else how,
        row.source,
        row.as_of,
        row.verified == "memory",
    )


def _worked_out(one: Quoted, unit: str, row: Forecast, key: str, how: str) -> Iterator[Evidence]:
    """A figure of the outlook's own results, in the unit of what is quoted."""
    found = interval(study_outlook(), key)
    if found is None:
        return
    factor = parse_unit(unit).factor
    low, high = found.low / factor, found.high / factor
    stand = stand_of(one, low, high)
    about = row.forecaster if one.scope else f"{row.forecaster}, {row.scope}"
    yield Evidence(
        about, row.year, low, high, unit, stand, how, row.source, row.as_of,
        row.verified == "memory", key,
    )  # fmt: skip


def _bears(one: Quoted, row: Forecast) -> bool:
    """Whether a forecast is of the scope and the years of a quoted figure."""
    first, last = one.years
    return one.scope in ("", row.scope) and first <= row.year <= last


def _forecasts(one: Quoted, unit: str) -> Iterator[Evidence]:
    """Forecasts of the metric; restated ones; and unlike ones in the same unit, set beside."""
    rows = load_forecasts()
    for row in rows:
        if row.metric == one.metric and _bears(one, row):
            yield _stated(one, unit, row)
    for step in load_restatements():
        if (step.to_metric, step.to_scope) == (one.metric, one.scope) and (
            one.years[0] <= step.to_year <= one.years[1]
        ):
            key = f"forecasts.{step.name}.comparable"
            began = step.forecast
            how = f"restated from {began.metric}, {began.scope} {began.year}"
            for found in _worked_out(one, unit, step.forecast, key, how):
                yield replace(found, year=step.to_year)
    for row in rows:
        if row.metric != one.metric and _bears(one, row) and _akin(one, row, unit):
            yield _stated(one, unit, row, Stand.BESIDE, row.metric)


def _akin(one: Quoted, row: Forecast, unit: str) -> bool:
    """Whether a figure of another metric is worth a look: one unit, and one scope or subject."""
    other, own = (find(METRIC, name).thing.cells for name in (row.metric, one.metric))
    subjects = {cells["subject"].partition(",")[0] for cells in (other, own)}
    return other["counted_in"] == unit and (bool(one.scope) or len(subjects) == 1)


def _shares(one: Quoted, unit: str) -> Iterator[Evidence]:
    """Shares of compute as stated, and the shares of power that follow; later years beside."""
    for row in load_forecasts():
        if row.metric != one.metric or row.year < one.years[0]:
            continue
        key = f"forecasts.{share_name(row)}.inference.power_share"
        made = [_stated(one, unit, row, how="of compute, stated")]
        if row.ends[1] is not END:
            made += _worked_out(one, unit, row, key, "of power, worked out")
        for found in made:
            yield found if row.year <= one.years[1] else replace(found, stand=Stand.BESIDE)


def _runs(one: Quoted, unit: str) -> Iterator[Evidence]:
    """Power of published jobs from their GPUs, and of campuses built for one cluster."""
    for row in load_forecasts():
        if not _bears(one, row):
            continue
        if row.metric == JOB:
            how = f"{row.value:g}k {row.scenario} at their peak"
            yield from _worked_out(one, unit, row, f"blocks.{job_name(row)}.draw", how)
        elif row.metric == CAMPUS and row.stage == ACTUAL:
            yield _stated(one, unit, row, how="a campus")


def _servers(column: str) -> Maker:
    """Nameplates of the catalog's servers or racks."""

    def make(one: Quoted, unit: str) -> Iterator[Evidence]:
        for row in list_things("server"):
            year = first_day(row.cells["as_of"]).year
            if not row.cells[column] or not row.cells["accelerator"]:
                continue
            if not one.years[0] <= year <= one.years[1]:
                continue
            value = float(row.cells[column])
            low = float(row.cells.get(f"{column}_low") or value)
            high = float(row.cells.get(f"{column}_high") or value)
            yield Evidence(
                row.name, year, min(low, value), max(high, value), unit,
                stand_of(one, min(low, value), max(high, value)), "nameplate",
                row.cells["source"], row.cells["as_of"], row.verified == "memory",
            )  # fmt: skip

    return make


def _connections(one: Quoted, unit: str) -> Iterator[Evidence]:
    """Waits of large loads by region; those of other loads stand beside."""
    told: dict[str, Evidence] = {}
    for figure in load_figures():
        fact = figure.fact
        if fact.quantity != "connection":
            continue
        low = figure.low or fact.value or 0.0
        high = figure.high or (END if figure.low else low)
        care = figure.use != DEFAULT and fact.verified != "memory"
        stand = Stand.BESIDE if care else stand_of(one, low, high)
        if fact.source in told and told[fact.source].low == low and told[fact.source].high == high:
            before = told[fact.source]
            told[fact.source] = replace(before, said=f"{before.said}, {fact.thing}")
            continue
        year = first_day(fact.as_of).year
        found = Evidence(
            fact.thing, year, low, high, unit, stand, fact.note or "stated", fact.source,
            fact.as_of, fact.verified == "memory",
        )  # fmt: skip
        told[fact.source if fact.source not in told else f"{fact.source} {fact.thing}"] = found
    yield from told.values()


def _deals(one: Quoted, unit: str) -> Iterator[Evidence]:
    """Agreements of the buyer, their sum, and the sum of those that the quote names."""
    own = [deal for deal in load_deals() if deal.buyer == one.scope]
    parts = [deal for deal in own if deal.stage != TOTAL]
    named = [deal for deal in parts if deal.counterparty.partition(" ")[0] in one.text]
    if one.low is not None and named != parts:
        yield _sum(one, unit, named, "those named alone")
    if len(parts) > 1:
        yield _sum(one, unit, parts, "all together")
    for deal in parts:
        stand = Stand.MEETS if one.low is None else Stand.BESIDE
        yield _agreement(deal, unit, stand, f"{deal.stage}: {deal.what}")


def _sum(one: Quoted, unit: str, deals: Sequence[Deal], how: str) -> Evidence:
    gigawatts = sum(deal.power for deal in deals) / MEGA
    said = " and ".join(dict.fromkeys(deal.counterparty for deal in deals))
    last = max(int(deal.full) for deal in deals)
    return Evidence(
        said, last, gigawatts, gigawatts, unit, stand_of(one, gigawatts, gigawatts), how,
        deals[0].source, deals[0].as_of, any(deal.verified == "memory" for deal in deals),
    )  # fmt: skip


def _agreement(deal: Deal, unit: str, stand: Stand, how: str) -> Evidence:
    power = deal.power / MEGA
    return Evidence(
        deal.counterparty, int(deal.full), power, power, unit, stand, how, deal.source,
        deal.as_of, deal.verified == "memory",
    )  # fmt: skip


def _deal_years(one: Quoted, unit: str) -> Iterator[Evidence]:
    """The years in which what a buyer agreed on is delivered."""
    for deal in load_deals():
        if deal.buyer != one.scope:
            continue
        for year, how in ((deal.first, "first power"), (deal.full, "all of it")):
            stand = stand_of(one, float(year), float(year))
            yield Evidence(
                deal.counterparty, int(year), float(year), float(year), unit, stand,
                f"{how}, {deal.note}", deal.source, deal.as_of, deal.verified == "memory",
            )  # fmt: skip


MAKERS: dict[str, Maker] = {
    "forecasts": _forecasts,
    "shares": _shares,
    "runs": _runs,
    "racks": _servers("rack_power"),
    "servers": _servers("server_power"),
    "connections": _connections,
    "deals": _deals,
    "deal years": _deal_years,
    "none": lambda one, unit: (),
}
