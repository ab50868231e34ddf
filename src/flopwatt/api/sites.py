"""Sites: when each phase has power, what binds, what a bridge saves, and the capital by year."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_kind, check_plan
from flopwatt.plan import PlanSource
from flopwatt.report import SITE_SERIES, build_site_report
from flopwatt.studies.draws import DEFAULT_SEED, Sampling
from flopwatt.studies.run import evaluate_plan
from flopwatt.studies.sites import load_sites


def site(
    plan: PlanSource,
    name: str | None = None,
    draws: int | None = None,
    seed: int = DEFAULT_SEED,
    progress: Callable[[int, int], None] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Answer:
    """When the sites of a plan, or the one named, have power, phase by phase, and what that costs.

    Lead times are drawn 10,000 times, or as often as ``draws`` says: early, median and late days,
    what binds, months and dollars that each other supply would save, GPUs that wait for power,
    megawatts and capital by year. What the plan does not say is the catalog's. ``settings`` maps
    keys to values that win over the plan's own. Raises PlanError.
    """
    sampling = Sampling(draws, seed, SITE_SERIES, progress=progress)
    check_plan(plan, settings)
    check_kind("name", name, str | None, "the name of a site, or nothing")
    found, names = load_sites(plan, settings, name)
    return Answer(build_site_report(evaluate_plan(found, sampling, to_goals=False), names))
