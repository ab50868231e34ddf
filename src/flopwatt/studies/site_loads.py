"""Loads that their site cannot carry: larger than it is, or there before it has power: told."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import numpy as np

from flopwatt.model.results import Results
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.units import show

LOAD, SITE = "load", "site"
ROUNDING = 1e-6


def site_load_warnings(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for every load beyond its site's power, and for every one before its power."""
    population = results.population
    loads = population.names(LOAD)
    for site in population.names(SITE) if loads else ():
        for load in (loads[place] for place in population.group(SITE, LOAD, site)):
            if f"power.{load}.facility.peak" in results:
                yield from _beyond(plan, results, load, site)
                yield from _before(plan, results, load, site)


def _beyond(plan: Plan, results: Results, load: str, site: str) -> Iterator[Problem]:
    whole, peak = f"sites.{site}.mw", results[f"power.{load}.facility.peak"]
    most = float(peak.months.max())
    if whole not in results or most <= results[whole].central * (1 + ROUNDING):
        return
    yield Problem(
        "unlikely",
        f"has less power than {load} draws: {show(most, 'MW')} at its peak",
        plan.places.get(f"sites.{site}.power") or plan.places.get(f"sites.{site}"),
        f"sites.{site}.power",
        given=show(results[whole].central, "MW"),
        allowed=f"at least {show(most, 'MW')}, or fewer GPUs",
        warning=True,
    )


def _before(plan: Plan, results: Results, load: str, site: str) -> Iterator[Problem]:
    """Where power first comes after the months in which the load already draws."""
    key = f"sites.{site}.first_power"
    months = results[f"power.{load}.facility.peak"].months
    ends = results["month_end"].months
    drawn = np.flatnonzero(np.broadcast_to(months, ends.shape) > 0)
    if key not in results or not len(drawn):
        return
    begin, power = float(ends[drawn[0] - 1]) if drawn[0] else 0.0, results[key].central
    if power <= float(ends[drawn[0]]):
        return
    there = "no month of the plan" if not np.isfinite(power) else _day(plan, power)
    yield Problem(
        "unlikely",
        f"has no power yet when {load} begins: {there}",
        plan.places.get(key) or plan.places.get(f"sites.{site}"),
        key,
        given=_day(plan, begin),
        allowed="a later start of it, a bridge, or power that is bought elsewhere until then",
        warning=True,
    )


def _day(plan: Plan, seconds: float) -> str:
    return str(plan.start + datetime.timedelta(seconds=seconds))
