"""Sites whose phases do not add up to their power, or that have none within the plan: told."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import numpy as np

from flopwatt.model.results import Results
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.units import show

SITE, SUPPLY = "site", "supply"
BRIDGE = 1  # the role's place among its words
APART = 0.01  # relative; below it, rounding of what was written


def site_warnings(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for phases that are not the whole, and for power that comes after the plan."""
    for name in results.population.names(SITE):
        yield from _apart(plan, results, name)
        yield from _late(plan, results, name)
        yield from _idle_bridges(plan, results, name)


def _idle_bridges(plan: Plan, results: Results, site: str) -> Iterator[Problem]:
    """Bridges that come no earlier than the supply that they are to bridge to."""
    supplies, until = results.population.names(SUPPLY), f"sites.{site}.first_permanent"
    for supply in (supplies[at] for at in results.population.group(SITE, SUPPLY, site)):
        key, role = f"supplies.{supply}.first_power", results[f"supplies.{supply}.role"].central
        if role != BRIDGE or key not in results or until not in results:
            continue
        if results[key].central >= results[until].central:
            field = f"sites.{site}.bridge"
            yield Problem(
                "unlikely",
                "bridges nothing: the permanent supply is there no later",
                plan.places.get(field),
                field,
                given=supply.replace("-", " "),
                allowed="a bridge that comes before it, or none",
                warning=True,
            )


def plan_end(results: Results) -> float:
    """When the plan's last month ends."""
    return float(results["month_end"].months[-1])


def _apart(plan: Plan, results: Results, name: str) -> Iterator[Problem]:
    key, whole = f"sites.{name}.power", f"sites.{name}.mw"
    if key not in results or whole not in results:
        return
    stated, added = results[key].central, results[whole].central
    if abs(stated - added) > APART * stated:
        yield Problem(
            "disagreement",
            f"its phases add up to {show(added, 'MW')}, and that is what is worked out",
            plan.places.get(key),
            key,
            given=results[key].origin.text,
            allowed="phases that add up to it, or no such line",
            warning=True,
        )


def _late(plan: Plan, results: Results, name: str) -> Iterator[Problem]:
    """The first of its days that lies beyond the plan's last: its start, or its first power."""
    for part, said in (("start", "work begins"), ("first_power", "power comes")):
        key = f"sites.{name}.{part}"
        day = results[key].central if key in results else -np.inf
        if plan_end(results) <= day < np.inf:
            yield Problem(
                "unlikely",
                f"{said} after the plan ends, so no month of it has power",
                plan.places.get(key) or plan.places.get(f"sites.{name}"),
                key,
                given=str(plan.start + datetime.timedelta(seconds=day)),
                allowed="a longer `horizon`, or an earlier day",
                warning=True,
            )
            return
