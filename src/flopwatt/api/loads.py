"""Power: what the runs and fleets of a plan draw, from the chip to the meter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_kind, check_plan
from flopwatt.plan import PlanSource
from flopwatt.report import build_power_report
from flopwatt.studies.loads import load_power
from flopwatt.studies.run import evaluate_plan


def power(
    plan: PlanSource, name: str | None = None, settings: Mapping[str, Any] | None = None
) -> Answer:
    """The power of all runs and fleets of a plan, or of the one of a name, and what follows.

    Nameplate, peak and average of chips, servers, IT and facility, each by its own name; how
    racks are cooled and why; energy by month, what it costs and emits, for each run, call and
    token. A plan need say nothing of power but which GPUs there are. ``settings`` maps keys
    to values that win over the plan's own. The central case alone. Raises PlanError.
    """
    check_plan(plan, settings)
    check_kind("name", name, str | None, "the name of a load, a run or a fleet, or nothing")
    found, names = load_power(plan, settings, name)
    return Answer(build_power_report(evaluate_plan(found, to_goals=False), names))
