"""A plan with its sites, so that what is set may be about any part that they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flopwatt.catalog import load_things
from flopwatt.catalog.leads import listed_leads
from flopwatt.model.results import Results
from flopwatt.model.value import Rank
from flopwatt.plan import Plan, PlanSource, read_layers, read_plan
from flopwatt.plan.layers import Layer
from flopwatt.plan.site_names import slug
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.reader import read_dict
from flopwatt.studies.run import load_vocabulary

SITE, PHASE, SUPPLY, ACTIVITY, OPTION = "site", "phase", "supply", "activity", "option"
FEED = "feed"
SECTIONS = {"phases": PHASE, "supplies": SUPPLY, "activities": ACTIVITY}
MADE = "flopwatt site"
UNSOURCED = "unsourced"
LINE = "`sites: {campus: {power: 1 GW}}`"


def load_sites(
    source: PlanSource, settings: Mapping[str, Any] | None = None, name: str | None = None
) -> tuple[Plan, tuple[str, ...]]:
    """A plan and the names of its sites, or the one of that name.

    ``settings`` may be about a phase, a supply or an activity that the plan does not mention.
    Raises PlanError, also where there is no site.
    """
    layers, vocabulary = read_layers(source, settings), load_vocabulary()
    if any(layer.closed for layer in layers):
        plan = read_plan([layer for layer in layers if not layer.closed], vocabulary)
        made = dict(_mentioned(plan, settings or {}))
        layers = [Layer(read_dict(made, MADE), Rank.GIVEN), *layers]
    plan = read_plan(layers, vocabulary)
    names = plan.population.names(SITE)
    if not names:
        raise PlanError(
            [Problem("missing-section", "the plan has no sites", None, "sites", "nothing", LINE)]
        )
    if name is not None and name not in names:
        message, near = "no site of this name in the plan", nearest(name, names)
        allowed = ", ".join(names)
        raise PlanError([Problem("unknown-name", message, None, "NAME", name, allowed, near)])
    return plan, names if name is None else (name,)


def _mentioned(plan: Plan, settings: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parts of sites that settings are about, as entries of the plan; of phases all."""
    kinds = {
        ACTIVITY: {thing.name for thing in listed_leads()},
        SUPPLY: {slug(kind) for kind in load_things("power_source")},
    }
    for section, entity in SECTIONS.items():
        names = plan.population.names(entity)
        asked = {key.split(".")[1] for key in settings if key.startswith(f"{section}.")}
        known = asked & {*names, *kinds.get(entity, ())}
        if entity == PHASE and known:
            known = set(names)
        found = {one: _belongs(plan, entity, one) for one in names if one in known}
        found |= {one: {} for one in sorted(known - set(names))}
        if found:
            yield section, found


def _belongs(plan: Plan, entity: str, name: str) -> dict[str, str]:
    at = plan.population.references[entity, SITE][plan.population.place(entity, name)]
    return {SITE: plan.population.names(SITE)[at]}


def parts_of(results: Results, entity: str, target: str, name: str) -> list[str]:
    """The phases, supplies or activities that refer to something, in the order of the plan."""
    population = results.population
    place = population.place(target, name)
    pointed = population.references.get((entity, target), ())
    return [one for one, at in zip(population.names(entity), pointed, strict=True) if at == place]


def unsourced_parts(results: Results, site: str) -> list[str]:
    """The keys of a site's durations and prices that no source of the catalog states."""
    owned = {(SITE, site)}
    for entity in (PHASE, SUPPLY, ACTIVITY):
        owned |= {(entity, name) for name in parts_of(results, entity, SITE, site)}
    entities, found = {entity for entity, _ in owned}, []
    for column in (results.columns[name] for name in results.columns if name in results.supplied):
        about = column.quantity
        if about.entity not in entities:
            continue
        names = results.population.names(about.entity)
        found += [
            results.key(about, name)
            for name, leaves in zip(names, column.supplied, strict=True)
            if leaves and leaves[0].origin.source == UNSOURCED and (about.entity, name) in owned
        ]
    return found
