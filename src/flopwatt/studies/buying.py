"""A plan with how its hours are bought, also where it says nothing of that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.catalog import Chosen, market_offer
from flopwatt.plan import Plan, PlanSource
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.works import Share, load_shares, shares_named, works_of

PURCHASE = "purchase"
BUYING = Share(PURCHASE, "buying", "flopwatt buy", "WORKLOAD", "run, fleet or purchase")


def load_buying(
    source: PlanSource, settings: Mapping[str, Any] | None = None, workload: str | None = None
) -> tuple[Plan, tuple[str, ...]]:
    """A plan with a purchase for each run and fleet whose GPU is priced, and their names.

    What the plan says of buying holds; of a workload that it does not mention, offers of the
    catalog do. ``workload`` names one run, fleet or purchase. Raises PlanError, also where there
    is nothing to buy.
    """
    plan = load_shares(source, settings, BUYING, _is_priced)
    if not plan.population.names(PURCHASE):
        raise PlanError([_nothing(plan)])
    return plan, shares_named(plan, BUYING, workload)


def _is_priced(plan: Plan, chosen: Chosen) -> bool:
    """Whether the catalog has an offer for a GPU when the plan starts."""
    return market_offer(chosen.name, plan.start) is not None


def _nothing(plan: Plan) -> Problem:
    works = works_of(plan)
    message = "the plan has no run and no fleet to buy for"
    if works:
        message = "of no run and no fleet is a price on demand known"
    return Problem(
        "missing-quantity",
        message,
        field="buying",
        given=", ".join(works) or "nothing",
        allowed="an `accelerator` that the catalog has offers for, or "
        "`on_demand: $4.00 per GPU-hour` under `buying:`",
    )
