"""Buying: by which offers the GPU-hours of a plan cost least, month by month."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_kind, check_plan
from flopwatt.plan import PlanSource
from flopwatt.report import build_buying_report
from flopwatt.studies.buying import load_buying
from flopwatt.studies.run import evaluate_plan


def buy(
    plan: PlanSource, workload: str | None = None, settings: Mapping[str, Any] | None = None
) -> Answer:
    """How the GPU-hours of a plan's runs and fleets, or of one of them, are bought.

    The mix by month that costs least, what each way would have cost alone, when one more
    commitment pays, and what is regretted where demand is half or twice the plan's. What the
    plan does not say of buying is the catalog's offers as of its start. ``settings`` maps keys
    to values that win over the plan's own. The central case alone. Raises PlanError.
    """
    check_plan(plan, settings)
    check_kind("workload", workload, str | None, "the name of a run or a fleet, or nothing")
    found, names = load_buying(plan, settings, workload)
    return Answer(build_buying_report(evaluate_plan(found, to_goals=False), names))
