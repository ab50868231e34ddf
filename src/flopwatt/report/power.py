"""The power of each load: from chip to meter, how it is cooled and why, and what energy takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from flopwatt.report.cells import UNKNOWN, cell, make_table, month_cell
from flopwatt.report.periods import eventful_periods, left_out_text, period_word, periods_of
from flopwatt.report.power_cooling import cooled_rows, why_cooled
from flopwatt.report.power_texts import (
    ALL_AT_ONCE,
    AVERAGE,
    MEAN,
    PEAK,
    busiest,
    differs,
    lines_to_add,
    once,
    power_number,
    power_title,
)
from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.loads import LOAD
from flopwatt.studies.run import Study

NONE = "-"
# by row: the keys of nameplate, peak and average, each empty where that scope has none
SCOPES: Mapping[str, tuple[str, str, str]] = {
    "one chip": ("chip.nameplate", "", "chip.average"),
    "its share of a server": ("server.nameplate", "server.peak", "server.average"),
    "one server": ("node.nameplate", "node.peak", "node.average"),
    "all chips": ("chips.nameplate", "", "chips.average"),
    "all servers": ("servers.nameplate", "servers.peak", "servers.average"),
    "IT, with network": ("it.nameplate", "it.peak", "it.average"),
    "facility": ("facility.nameplate", PEAK, AVERAGE),
}
CHAIN_NOTE = (
    "Nameplate is what switchgear is bought for, peak what cooling and the meter see, average what "
    "energy follows from. The facility is IT times the peak PUE, on average times the annual one."
)
SERIES = (
    *("it_peak", "it_average", "load_facility_peak", "load_facility_average", "load_facility_mean"),
    *("month_energy", "month_energy_cost", "month_carbon", "load_energy", "energy_bill"),
    *("carbon_by_location", "site_water", "request_energy", "request_carbon", "token_energy"),
    ALL_AT_ONCE,
)
METER = {
    "apparent power at the peak": "kva",
    "breakers for it, as active power": "breaker",
    "built, with what stands by": "capacity",
    "GPUs within the limit": "gpus_within",
}
# what is told only where it differs from something else, or from nothing
TOLD_APART = {
    MEAN: AVERAGE,
    "carbon.market": "carbon.location",
    "carbon.with_development": "carbon.location",
    "energy.idle": "",
    "cost.capacity": "",
    "cost.demand": "",
}
YEARS = {
    "energy": "energy",
    "energy cost": "cost.energy",
    "capacity": "cost.capacity",
    "demand": "cost.demand",
    "CO2e, location": "carbon",
}
ALL = {
    "energy of the chips alone": "energy.chips",
    "of idle machines beside": "energy.idle",
    "energy of IT": "energy.it",
    "energy at the meter": "energy.total",
    "mean power of the whole month": MEAN,
    "what it costs": "energy.bill",
    "CO2e of the grid": "carbon.location",
    "less contracts for clean power": "carbon.market",
    "with the work before the run": "carbon.with_development",
    "CO2e of making the servers": "carbon.embodied",
    "water of the site": "water",
    "water of the grid": "water.grid",
}
EACH = {
    "energy of a request": "energy.per_request",
    "CO2e of a request": "carbon.per_request",
    "energy of a million tokens": "energy.per_million_tokens",
    "at the meter, over chips at work": "full_stack",
    "GPUs busy": "serving.busy",
    "of nameplate while they serve": "serving.share",
}


def power_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """The power of every load of a plan, or of those named."""
    every = study.results.population.names(LOAD)
    chosen = [name for name in every if names is None or name in names]
    if not chosen:
        return None
    first = once(chosen)
    follows = [name for name in first if f"power.{name}.{PEAK}" in study.results]
    tables = [table for name in follows or first[:1] for table in _tables(study, name)]
    if len(chosen) > 1:
        tables.insert(0, _together(study, chosen))
    title, number = power_title(study, chosen), power_number(study, chosen)
    return Section("power", title, tuple(tables), number)


def _tables(study: Study, name: str) -> list[Table]:
    found = [
        _chain(study, name),
        _rows(study, name, "meter", "at the meter", METER),
        _rows(study, name, "cooling", "cooling", cooled_rows(study, name), why_cooled(study, name)),
        _years(study, name),
        _rows(study, name, "energy", "energy and what it takes, in all", ALL),
        _rows(study, name, "each", "for each call and token", EACH),
    ]
    return [table for table in found if table is not None]


def _cell(study: Study, name: str, key: str) -> Cell:
    """A value of a load; of one by month that of the month that draws the most."""
    full = f"power.{name}.{key}"
    if not key:
        return Cell(NONE)
    if full in study.results and study.results[full].is_series:
        return month_cell(study, full, [busiest(study, name)])
    return cell(study, full)


def _chain(study: Study, name: str) -> Table:
    """Scope by scope, with the three powers beside one another and never mixed."""
    rows = []
    known = f"power.{name}.{PEAK}" in study.results
    lines = "" if known else lines_to_add(study, name)
    for scope, keys in SCOPES.items():
        cells = [_short(_cell(study, name, key)) for key in keys]
        if lines:  # one line makes all of them known, and is told once
            cells = [Cell(one.text) if one.text == UNKNOWN else one for one in cells]
        if scope == "facility" or any(found.text not in (UNKNOWN, NONE) for found in cells):
            rows.append((Cell(scope), *cells))
    series = f"power.{name}.{PEAK}"
    month = ""
    if series in study.results and study.results[series].is_series:
        month = f" In {study.plan.months[busiest(study, name)]}, which draws the most."
    heads = ("scope", "nameplate", "peak", "average")
    title = f"{name}: power from the chip to the meter"
    lacks = f"\nNot known: what {name} draws; to add: {lines}" if lines else ""
    return make_table(study, f"power-{name}", title, heads, rows, CHAIN_NOTE + month + lacks)


def _short(found: Cell) -> Cell:
    return Cell(found.text.replace(" per GPU", ""), found.key, found.range.replace(" per GPU", ""))


def _is_told(study: Study, name: str, key: str) -> bool:
    """Whether a number is known, and says something that no other one says already."""
    known = f"power.{name}.{key}" in study.results
    return known and (key not in TOLD_APART or differs(study, name, key, TOLD_APART[key]))


def _rows(
    study: Study, name: str, part: str, title: str, keys: Mapping[str, str], note: str = ""
) -> Table | None:
    """What is known of a load, one line each; nothing where nothing is."""
    rows = [
        (Cell(head), _cell(study, name, key))
        for head, key in keys.items()
        if _is_told(study, name, key)
    ]
    if not rows:
        return None
    words = ("value",) if part == "cooling" else ()
    return make_table(
        study, f"{part}-{name}", f"{name}: {title}", ("", "value"), rows, note, words=words
    )


def _years(study: Study, name: str) -> Table | None:
    known = {
        head: f"power.{name}.{key}" for head, key in YEARS.items() if _is_told(study, name, key)
    }
    if not known:
        return None
    every = periods_of(study)
    periods, head = eventful_periods(study, every, known.values()), period_word(every)
    rows = [
        (Cell(period), *(month_cell(study, key, months, added=True) for key in known.values()))
        for period, months in periods.items()
    ]
    title, note = f"{name}: energy at the meter", left_out_text(study, every, periods)
    return make_table(study, f"years-{name}", title, (head, *known), rows, note)


def _together(study: Study, names: Sequence[str]) -> Table:
    """All loads, each in the month in which it draws the most."""
    keys = {"GPUs": "gpus", "IT peak": "it.peak", "facility peak": PEAK, "on average": AVERAGE}
    rows = [(Cell(name), *(_plain(_cell(study, name, key)) for key in keys.values()))
            for name in names]  # fmt: skip
    if ALL_AT_ONCE in study.results:
        value = study.results[ALL_AT_ONCE]
        months = [int(np.argmax(value.months))]
        series = value.is_series
        total = month_cell(study, ALL_AT_ONCE, months) if series else cell(study, ALL_AT_ONCE)
        rows.append((Cell("all at once"), Cell(NONE), Cell(NONE), total, Cell(NONE)))
    title = "What each load draws in the month in which it draws the most"
    return make_table(study, "power-loads", title, ("load", *keys), rows)


def _plain(found: Cell) -> Cell:
    return Cell(found.text.replace(" GPUs", ""), found.key, found.range.replace(" GPUs", ""))
