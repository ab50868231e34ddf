"""Warnings of loads: more power than is to be had, and an average above the peak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from flopwatt.model.results import Results
from flopwatt.model.value import Value
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.units import show

LOAD = "load"
PEAK, LIMIT = "facility.peak", "limit"
# by scope: the highest power and the average of it, and what leads to them
SCOPES = (
    ("it.peak", "it.average", ("peak_share", "average_share", "server.peak", "server.average")),
    (PEAK, "facility.average", ("peak_pue", "annual_pue", "utilisation")),
)
ROUNDING = 1e-9


def load_warnings(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for every load beyond its limit, and for every average above its peak."""
    for name in results.population.names(LOAD):
        if passes_limit(results, name):
            yield _beyond(plan, results, name)
        yield from _upside_down(plan, results, name)


def passes_limit(results: Results, name: str) -> bool:
    """Whether a load draws more at its peak, in some month, than the power to be had."""
    keys = [f"power.{name}.{key}" for key in (PEAK, LIMIT)]
    if any(key not in results for key in keys):
        return False
    peak, limit = (results[key].months for key in keys)
    return bool((peak > limit * (1 + ROUNDING)).any())


def _beyond(plan: Plan, results: Results, name: str) -> Problem:
    peak, limit = results[f"power.{name}.{PEAK}"], results[f"power.{name}.{LIMIT}"]
    feeds = f"power.{name}.gpus_within"
    allowed = f"at most {_told(limit)} at the meter"
    if feeds in results:
        allowed += f", which feeds {_told(results[feeds])}"
    place = plan.places.get(limit.key)
    message = f"is passed: {_told(peak)} are drawn at the peak"
    return Problem("unlikely", message, place, limit.key, _told(limit), allowed, warning=True)


def _upside_down(plan: Plan, results: Results, name: str) -> Iterator[Problem]:
    """The first scope in which more is drawn on average than at the most."""
    entry = f"power.{name}"
    for highest, average, inputs in SCOPES:
        if any(f"{entry}.{key}" not in results for key in (highest, average)):
            continue
        most, mean = results[f"{entry}.{highest}"], results[f"{entry}.{average}"]
        if not (mean.months > most.months * (1 + ROUNDING)).any():
            continue
        said = _given(results, entry, (*inputs, highest, average))
        place = next((plan.places[key] for key in said if plan.places.get(key)), None)
        place = place or plan.places.get(entry)
        both = f"{_told(mean)} on average, and {_told(most)} ({highest}) at the most"
        yield Problem(
            "disagreement",
            f"is above the peak: {both}",
            place,
            mean.key,
            ", ".join(f"{key} {_told(results[key])}" for key in said),
            "an average of at most the peak",
            warning=True,
        )
        return


def _given(results: Results, entry: str, keys: Sequence[str]) -> list[str]:
    """Of some keys of a load those that somebody gave, or else those that are known."""
    known = [f"{entry}.{key}" for key in keys if f"{entry}.{key}" in results]
    stated = [key for key in known if results[key].origin.kind != "computed"]
    return stated or known


def _told(value: Value) -> str:
    return show(float(np.max(value.months)), value.quantity.unit)
