"""Runs and fleets, and what a plan has for each of them: a purchase, or a load."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.catalog import Chosen
from flopwatt.model.value import Rank
from flopwatt.plan import Plan, PlanSource, read_layers, read_plan
from flopwatt.plan.layers import Layer
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.reader import read_dict
from flopwatt.studies.run import load_vocabulary

POINTERS = {"run": "run", "fit": "fleet"}


@dataclass(frozen=True)
class Share:
    """What each run and fleet may have one of: the entity, its section, and who asks for it.

    ``command`` is named as the source of what is added, ``argument`` is the word of it that
    names one ``of_these``.
    """

    entity: str
    section: str
    command: str
    argument: str
    of_these: str


def load_shares(
    source: PlanSource,
    settings: Mapping[str, Any] | None,
    share: Share,
    suits: Callable[[Plan, Chosen], bool],
) -> Plan:
    """A plan with a share for each run and fleet that has none, where its GPU ``suits``."""
    layers, vocabulary = read_layers(source, settings), load_vocabulary()
    # what is set may be about a share that is yet to be made
    plan = read_plan([layer for layer in layers if not layer.closed], vocabulary)
    made = dict(_without(plan, share.entity, suits))
    if made:
        layers = [Layer(read_dict({share.section: made}, share.command), Rank.GIVEN), *layers]
    if made or any(layer.closed for layer in layers):
        plan = read_plan(layers, vocabulary)
    return plan


def shares_named(plan: Plan, share: Share, name: str | None) -> tuple[str, ...]:
    """All shares of a plan, or those of a name or of the run or fleet of that name.

    Raises PlanError where there is none of the name.
    """
    names = plan.population.names(share.entity)
    if name is None:
        return names
    chosen = tuple(one for one in names if name in (one, work_of(plan, share.entity, one)))
    if not chosen:
        message = f"no {share.of_these} of this name in the plan"
        allowed, near = ", ".join(names), nearest(name, names)
        raise PlanError(
            [Problem("unknown-name", message, None, share.argument, name, allowed, near)]
        )
    return chosen


def work_of(plan: Plan, entity: str, name: str) -> str:
    """The run or the fleet that a share is of; empty where it stands alone."""
    kind = kind_of_work(plan, entity, name)
    if not kind:
        return ""
    at = plan.population.references[entity, kind][plan.population.place(entity, name)]
    return plan.population.names(kind)[at]


def kind_of_work(plan: Plan, entity: str, name: str) -> str:
    """Whether a share is of a run or of a fleet (``fit``); empty where it stands alone."""
    place = plan.population.place(entity, name)
    for kind in POINTERS:
        if plan.population.references[entity, kind][place] >= 0:
            return kind
    return ""


def works_of(plan: Plan) -> list[str]:
    """Every run and every fleet of a plan."""
    return [name for kind in POINTERS for name in plan.population.names(kind)]


def _without(
    plan: Plan, entity: str, suits: Callable[[Plan, Chosen], bool]
) -> Iterator[tuple[str, dict[str, str]]]:
    """A share for each run and fleet that has none, by its name unless that is taken."""
    taken = set(plan.population.names(entity))
    for kind, pointer in POINTERS.items():
        told = plan.population.references.get((entity, kind), ())
        for place, name in enumerate(plan.population.names(kind)):
            chosen = plan.chosen.get((kind, name))
            if place in told or not chosen or not suits(plan, chosen):
                continue
            own = name if name not in taken else f"{name}-{pointer}"
            taken.add(own)
            yield own, {pointer: name}
