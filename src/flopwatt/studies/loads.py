"""A plan with the power of its runs and fleets, also where it says nothing of power."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.plan import Plan, PlanSource
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.works import Share, load_shares, shares_named, works_of

LOAD = "load"
POWER = Share(LOAD, "power", "flopwatt power", "NAME", "load, run or fleet")


def load_power(
    source: PlanSource, settings: Mapping[str, Any] | None = None, name: str | None = None
) -> tuple[Plan, tuple[str, ...]]:
    """A plan with a load for each run and fleet whose GPU is known, and their names.

    What the plan says of power holds. ``name`` is one load, run or fleet. Raises PlanError,
    also where nothing draws power.
    """
    plan = load_shares(source, settings, POWER, lambda plan, chosen: True)
    if not plan.population.names(LOAD):
        raise PlanError([_nothing(plan)])
    return plan, shares_named(plan, POWER, name)


def _nothing(plan: Plan) -> Problem:
    works = works_of(plan)
    message = "the plan has no run, no fleet and no load that draws power"
    if works:
        message = "of no run and no fleet is it known which GPUs it has"
    return Problem(
        "missing-quantity",
        message,
        field="power",
        given=", ".join(works) or "nothing",
        allowed="an `accelerator` of a run or a fleet, or a load of its own, "
        "`power: {hall: {accelerator: H100 SXM, gpus: 1024}}`",
    )
