"""A plan with how its hours are bought, also where it says nothing of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flopwatt.catalog import market_offer
from flopwatt.model.value import Rank
from flopwatt.plan import Plan, PlanSource, read_layers, read_plan
from flopwatt.plan.layers import Layer
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.reader import read_dict
from flopwatt.studies.run import load_vocabulary

PURCHASE, POINTERS = "purchase", {"run": "run", "fit": "fleet"}
BUY = "flopwatt buy"


def load_buying(
    source: PlanSource, settings: Mapping[str, Any] | None = None, workload: str | None = None
) -> tuple[Plan, tuple[str, ...]]:
    """A plan with a purchase for each run and fleet whose GPU is priced, and their names.

    What the plan says of buying holds; of a workload that it does not mention, offers of the
    catalog do. ``workload`` names one run, fleet or purchase. Raises PlanError, also where there
    is nothing to buy.
    """
    layers, vocabulary = read_layers(source, settings), load_vocabulary()
    # what is set may be about a purchase that is yet to be made
    plan = read_plan([layer for layer in layers if not layer.closed], vocabulary)
    made = dict(_unbought(plan))
    if made:
        layers = [Layer(read_dict({"buying": made}, BUY), Rank.GIVEN), *layers]
    if made or any(layer.closed for layer in layers):
        plan = read_plan(layers, vocabulary)
    names = plan.population.names(PURCHASE)
    if not names:
        raise PlanError([_nothing(plan)])
    if workload is None:
        return plan, names
    chosen = tuple(name for name in names if workload in (name, _bought_for(plan, name)))
    if not chosen:
        allowed = ", ".join(names)
        message = "no run, fleet or purchase of this name in the plan"
        near = nearest(workload, names)
        raise PlanError(
            [Problem("unknown-name", message, None, "WORKLOAD", workload, allowed, near)]
        )
    return plan, chosen


def _bought_for(plan: Plan, name: str) -> str:
    """The run or the fleet that a purchase is for."""
    place = plan.population.place(PURCHASE, name)
    for entity in POINTERS:
        at = plan.population.references[PURCHASE, entity][place]
        if at >= 0:
            return plan.population.names(entity)[at]
    return ""


def _unbought(plan: Plan) -> Iterator[tuple[str, dict[str, str]]]:
    """A purchase for each run and fleet that has none, and whose GPU the catalog has a price of."""
    taken = set(plan.population.names(PURCHASE))
    for entity, pointer in POINTERS.items():
        bought = plan.population.references.get((PURCHASE, entity), ())
        for place, name in enumerate(plan.population.names(entity)):
            chosen = plan.chosen.get((entity, name))
            if place in bought or not chosen or market_offer(chosen.name, plan.start) is None:
                continue
            own = name if name not in taken else f"{name}-{pointer}"
            taken.add(own)
            yield own, {pointer: name}


def _nothing(plan: Plan) -> Problem:
    works = [name for entity in POINTERS for name in plan.population.names(entity)]
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
