"""Assets: GPUs that are bought and held, against renting the same hours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_kind, check_plan
from flopwatt.plan import PlanSource
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.report import build_own_report
from flopwatt.studies.assets import ASSET
from flopwatt.studies.run import evaluate_plan, load_plan

LINE = "`assets: {own: {accelerator: 8xH100}}`"


def own(
    plan: PlanSource, name: str | None = None, settings: Mapping[str, Any] | None = None
) -> Answer:
    """What an hour of the owned GPUs of a plan costs, and from which use on it beats renting.

    Of all assets of the plan, or of the one named: the parts of the hour, every way to count
    it, and the use to break even against each dated offer of the catalog and against ``rent``.
    ``settings`` maps keys to values that win over the plan's own. The central case alone; taxes
    are left out. Raises PlanError, also for an accelerator that nobody can buy.
    """
    check_plan(plan, settings)
    check_kind("name", name, str | None, "the name of an asset, or nothing")
    found = load_plan(plan, settings)
    names = found.population.names(ASSET)
    if not names or (name is not None and name not in names):
        raise PlanError([_no_asset(name, names)])
    chosen = names if name is None else (name,)
    return Answer(build_own_report(evaluate_plan(found, to_goals=False), chosen))


def _no_asset(name: str | None, names: tuple[str, ...]) -> Problem:
    if not names:
        message = "the plan has no assets"
        return Problem("missing-section", message, None, "assets", "nothing", f"such as {LINE}")
    message = "no asset of this name in the plan"
    near = nearest(name or "", names)
    return Problem("unknown-name", message, None, "NAME", name or "", ", ".join(names), near)
