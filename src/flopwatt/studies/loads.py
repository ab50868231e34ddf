"""A plan with the power of its runs and fleets, also where it says nothing of power."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flopwatt.model.value import Rank
from flopwatt.plan import Plan, PlanSource, read_layers, read_plan
from flopwatt.plan.layers import Layer
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.reader import read_dict
from flopwatt.studies.run import load_vocabulary

LOAD, POINTERS = "load", {"run": "run", "fit": "fleet"}
POWER = "flopwatt power"


def load_power(
    source: PlanSource, settings: Mapping[str, Any] | None = None, name: str | None = None
) -> tuple[Plan, tuple[str, ...]]:
    """A plan with a load for each run and fleet whose GPU is known, and their names.

    What the plan says of power holds. ``name`` is one load, run or fleet. Raises PlanError,
    also where nothing draws power.
    """
    layers, vocabulary = read_layers(source, settings), load_vocabulary()
    # what is set may be about a load that is yet to be made
    plan = read_plan([layer for layer in layers if not layer.closed], vocabulary)
    made = dict(_without_load(plan))
    if made:
        layers = [Layer(read_dict({"power": made}, POWER), Rank.GIVEN), *layers]
    if made or any(layer.closed for layer in layers):
        plan = read_plan(layers, vocabulary)
    names = plan.population.names(LOAD)
    if not names:
        raise PlanError([_nothing(plan)])
    if name is None:
        return plan, names
    chosen = tuple(one for one in names if name in (one, work_of(plan, one)))
    if not chosen:
        message = "no load, run or fleet of this name in the plan"
        near = nearest(name, names)
        raise PlanError(
            [Problem("unknown-name", message, None, "NAME", name, ", ".join(names), near)]
        )
    return plan, chosen


def work_of(plan: Plan, load: str) -> str:
    """The run or the fleet whose power a load is; empty where it stands alone."""
    entity = kind_of_work(plan, load)
    if not entity:
        return ""
    at = plan.population.references[LOAD, entity][plan.population.place(LOAD, load)]
    return plan.population.names(entity)[at]


def kind_of_work(plan: Plan, load: str) -> str:
    """Whether a load is of a run or of a fleet (``fit``); empty where it stands alone."""
    place = plan.population.place(LOAD, load)
    for entity in POINTERS:
        if plan.population.references[LOAD, entity][place] >= 0:
            return entity
    return ""


def _without_load(plan: Plan) -> Iterator[tuple[str, dict[str, str]]]:
    """A load for each run and fleet that has none, and whose GPU the catalog knows."""
    taken = set(plan.population.names(LOAD))
    for entity, pointer in POINTERS.items():
        told = plan.population.references.get((LOAD, entity), ())
        for place, name in enumerate(plan.population.names(entity)):
            if place in told or not plan.chosen.get((entity, name)):
                continue
            own = name if name not in taken else f"{name}-{pointer}"
            taken.add(own)
            yield own, {pointer: name}


def _nothing(plan: Plan) -> Problem:
    works = [name for entity in POINTERS for name in plan.population.names(entity)]
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
