"""Outlook: what forecasters state, worked out by the same engine as a plan.

The rows of the catalog become forecasts and blocks of a plan of their own, so that each restated
number explains itself down to its row.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.catalog import list_things
from flopwatt.catalog.outlook import (
    Forecast,
    Restatement,
    find_forecasts,
    load_forecasts,
    load_restatements,
)
from flopwatt.catalog.servers import powered_rows
from flopwatt.model.value import Rank
from flopwatt.plan import read_plan
from flopwatt.plan.layers import Layer
from flopwatt.reader import read_dict
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import Study, evaluate_plan, load_vocabulary

NAME, START, ORIGIN = "Outlook", "2026-09-01", "outlook of the catalog"
DRAWS = 2_000
SHARE, JOB = "inference share of compute", "GPUs of one job"
ASKED = ("50 MW", "100 MW")
Entry = dict[str, Any]


@dataclass(frozen=True)
class Interval:
    """A number with the ends of where it is likely to lie, in canonical units."""

    value: float
    low: float
    high: float


def name_of(*words: object) -> str:
    """A name for an entry of a plan, from words."""
    return re.sub(r"[^a-z0-9]+", "-", " ".join(map(str, words)).lower()).strip("-")


@functools.cache
def study_outlook() -> Study:
    """All restatements, shares in power and blocks of power, with their ranges; made once."""
    plan = {
        "name": NAME,
        "start": START,
        "forecasts": dict(_forecasts()),
        "blocks": dict(_blocks()),
    }
    layer = Layer(read_dict(plan, ORIGIN), Rank.GIVEN)
    return evaluate_plan(read_plan([layer], load_vocabulary()), Sampling(draws=DRAWS))


def shares() -> tuple[Forecast, ...]:
    """The forecasts of the share of inference that name a single figure or a lower end."""
    return find_forecasts(SHARE)


def share_name(one: Forecast) -> str:
    """The entry of a share of inference in the outlook's plan."""
    return name_of(one.forecaster, "share", one.year)


def job_name(one: Forecast) -> str:
    """The entry of the GPUs of one job in the outlook's plan."""
    return name_of("job", one.scope)


def block_name(accelerator: str, power: str) -> str:
    """The entry of a block of power in the outlook's plan."""
    return name_of(accelerator, power)


def powered() -> tuple[str, ...]:
    """The accelerators of which the catalog knows the power of a server, in its order."""
    rows = powered_rows(list_things("server"))
    named = {row.cells["accelerator"] for row in rows}
    return tuple(part.name for part in list_things("accelerator") if part.name in named)


def recalled(accelerator: str) -> bool:
    """Whether the power of its server was not re-read from a source."""
    rows = powered_rows(list_things("server"))
    own = [row for row in rows if row.cells["accelerator"] == accelerator]
    return own[0].verified == "memory"


def interval(study: Study, key: str) -> Interval | None:
    """A result with where it is likely to lie; None where it is not known."""
    if key not in study.results:
        return None
    value = study.results[key]
    if value.range is not None:
        return Interval(value.central, value.range.low, value.range.high)
    found = next(iter(study.spread.summary(key)), None) if study.spread else None
    if found is None:
        return Interval(value.central, value.central, value.central)
    return Interval(value.central, found.low, found.high)


def _record(value: str, one: Forecast, low: str = "", high: str = "") -> Entry:
    """A value with its range and whose it is, as a plan writes it."""
    found = {"value": value, "source": f"{one.forecaster}, {one.source}", "as_of": one.as_of}
    if low and high and low != high:
        found |= {"low": low, "high": high}
    return found


def _stated(one: Forecast, unit: str) -> Entry:
    """The figure of a forecast; of a range alone its middle, of a lower end that."""
    low, high = one.low, one.high
    value = one.value if one.value is not None else low
    if one.value is None and low is not None and high is not None:
        value = (low + high) / 2  # the middle
    ends = (f"{low} {unit}", f"{high} {unit}") if low is not None and high is not None else ("", "")
    return _record(f"{value} {unit}", one, *ends)


def _forecasts() -> Iterator[tuple[str, Entry]]:
    for one in load_restatements():
        yield one.name, dict(_steps(one))
    for share in shares():
        yield share_name(share), {"inference": {"compute_share": _stated(share, "%")}}


def _steps(one: Restatement) -> Iterator[tuple[str, Any]]:
    """The steps of a restatement as fields of a forecast."""
    cells, stated = one.steps, one.forecast
    if cells["load_factor"]:
        yield "energy", _stated(stated, "TWh/year")
        yield "load_factor", f"{cells['load_factor']} %"
        return
    yield "power", _stated(stated, "GW")
    if cells["growth"]:
        yield "growth", cells["growth"]
        yield "ahead", _ranged(cells, "ahead", "ahead_low", "ahead_high", "years")
    parts = {
        name: _ranged(cells, f"{name}_part", f"{name}_low", f"{name}_high", "%")
        for name in ("ai", "country")
        if cells[f"{name}_part"]
    }
    if parts:
        yield "part", parts


def _ranged(cells: Mapping[str, str], value: str, low: str, high: str, unit: str) -> Entry:
    """A step with its ends, and why it is that."""
    ends = {"low": f"{cells[low]} {unit}", "high": f"{cells[high]} {unit}"}
    return {"value": f"{cells[value]} {unit}", **ends, "note": cells["note"]}


def _blocks() -> Iterator[tuple[str, Entry]]:
    for accelerator in powered():
        for power in ASKED:
            yield block_name(accelerator, power), {"accelerator": accelerator, "power": power}
    for job in load_forecasts():
        if job.metric == JOB and job.scenario in powered():
            count = f"{(job.value or 0) * 1000:.0f}"  # the metric counts thousands
            yield job_name(job), {"accelerator": job.scenario, "count": _record(count, job)}
