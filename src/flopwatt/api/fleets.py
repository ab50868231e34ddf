"""Fleets: what serves the products of a plan, on its own units or on others side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_kind, check_plan
from flopwatt.plan import PlanSource
from flopwatt.report import build_fleet_report, build_units_report
from flopwatt.studies.fleet_units import load_fleets, try_units, with_unit
from flopwatt.studies.run import evaluate_plan


def fleet(
    plan: PlanSource,
    product: str | None = None,
    on: str | Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
) -> Answer:
    """What the fleets of a plan, or those of one product, do, how large they grow and cost.

    ``on`` names units such as ``"8xH100"`` in place of those of the plan, and makes a fleet for a
    product that has none. With one unit the answer is that of ``run``; with several it has one
    row for each, also for those that cannot serve, with their wall and the nearest thing that
    works. ``settings`` maps keys to values that win over the plan's own. The central case alone.
    Raises PlanError, also for a fleet that cannot be served.
    """
    check_plan(plan, settings)
    check_kind("product", product, str | None, "the name of a product, or nothing")
    check_kind("on", on, str | Sequence, "a unit such as 8xH100, or several")
    units = (on,) if isinstance(on, str) else tuple(on)
    for unit in units:
        check_kind("on", unit, str, "a unit such as 8xH100")
    found, names = load_fleets(plan, settings, product, made=bool(units))
    if len(units) > 1:
        return Answer(build_units_report(found, list(try_units(found, names, units))))
    for name in names if units else ():
        found = with_unit(found, name, units[0])
    return Answer(build_fleet_report(evaluate_plan(found, to_goals=False), names))
