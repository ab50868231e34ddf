"""Finds out how a quantity is filled from its formulas: the first that can, by instance."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.axes import total
from flopwatt.model.formula import Formula
from flopwatt.model.population import Population
from flopwatt.model.recipe import Known, Recipe, Use, no_recipe, whole_recipe
from flopwatt.model.results import Results
from flopwatt.model.trace import written
from flopwatt.model.value import Array
from flopwatt.model.vocabulary import MANY, Reach, Sight

Places = NDArray[np.intp]


def make_recipe(results: Results, name: str, formulas: tuple[Formula, ...] | None = None) -> Recipe:
    """Find, for each instance, the first formula of a quantity whose needs are known.

    Of all its formulas, or of some alone. What they need has been worked out.
    """
    vocabulary = results.vocabulary
    count = len(results.population.names(vocabulary.quantities[name].entity))
    formulas = vocabulary.formulas.get(name, ()) if formulas is None else formulas
    nothing, uses = no_recipe(count), list[Use]()
    known, chosen = nothing.known, list(nothing.formulas)
    for formula in formulas if count else ():
        ready = _ready(results, formula)
        if ready is None and not uses:
            return whole_recipe(_use(results, formula, None), count)
        ready = ~known if ready is None else ready & ~known
        if not ready.any():
            continue
        places = np.flatnonzero(ready)
        uses.append(_use(results, formula, None if len(places) == count else places))
        known = known | ready
        for place in places:
            chosen[place] = formula
        if known.all():
            break
    return Recipe(tuple(uses), known, tuple(chosen)) if uses else nothing


def _ready(results: Results, formula: Formula) -> Known | None:
    """The instances for which a formula's needs are known; None stands for all."""
    population, ready = results.population, None
    for sight in results.vocabulary.sights(formula):
        column = results.columns[sight.need]
        if column.everywhere and (
            sight.reach in (Reach.OWN, Reach.PLAN)
            or population.complete(formula.entity, sight.owner)
        ):
            continue
        known = _known(population, formula.entity, sight, column.known)
        ready = known if ready is None else ready & known
        if not ready.any():
            break
    return ready


def _known(population: Population, entity: str, sight: Sight, known: Known) -> Known:
    """For which of the entity's instances a quantity is known, from where it is itself."""
    match sight.reach:
        case Reach.OWN | Reach.PLAN:
            return known
        case Reach.REFERRED:
            places = population.referred(entity, sight.owner)
            seen: Known = np.append(known, False)[places]  # -1 refers to none
            return seen
    slots = population.members(entity, sight.owner)
    present = slots >= 0
    if not len(known):
        return np.zeros(slots.shape[1], dtype=bool)
    complete: Known = np.logical_and.reduce(known[slots] | ~present)
    return complete & present.any(axis=0)


def _use(results: Results, formula: Formula, where: Places | None) -> Use:
    """How a formula fills some instances, or all."""
    population, entity = results.population, formula.entity
    sights = results.vocabulary.sights(formula)
    if len(sights) == 1 and sights[0].reach in MANY and _adds(formula):
        slots = _slots(population, entity, sights[0].owner, where)
        groups = tuple(_run(column[column >= 0]) for column in slots.T)
        return Use(formula, where, (), functools.partial(_sums, groups))
    return Use(formula, where, tuple(_reader(population, entity, one, where) for one in sights))


def _reader(
    population: Population, entity: str, sight: Sight, where: Places | None
) -> Callable[[Array], Array]:
    """Aligns a quantity's numbers to some instances, members of a group in front."""
    match sight.reach:
        case Reach.PLAN:
            return _as_it_is
        case Reach.OWN:
            return _as_it_is if where is None else functools.partial(_rows, where)
        case Reach.REFERRED:
            places = population.referred(entity, sight.owner)
            return functools.partial(_rows, places if where is None else places[where])
    slots = _slots(population, entity, sight.owner, where)
    if slots.shape[1] == 1:
        return functools.partial(_group, _run(slots[:, 0]))
    return functools.partial(_members, slots, slots < 0)


def _slots(population: Population, entity: str, owner: str, where: Places | None) -> Places:
    """The places of the members of each instance, or of some, as ``Population.members``."""
    slots = population.members(entity, owner)
    if where is None:
        return slots
    some = slots[:, where]
    return some[(some >= 0).any(axis=1)]


@functools.cache
def _adds(formula: Formula) -> bool:
    """Whether all that a formula of one need does is to sum over members."""
    return written(formula, dict.fromkeys(formula.needs, "x")) == "total(x)"


def _as_it_is(data: Array) -> Array:
    return data


def _rows(places: Places, data: Array) -> Array:
    return data[places]


def _run(places: Places) -> slice | Places:
    """Places that follow each other as a slice, which need not be copied."""
    first, last = int(places[0]), int(places[-1])
    return slice(first, last + 1) if last - first + 1 == len(places) else places


def _group(places: slice | Places, data: Array) -> Array:
    return data[places][:, np.newaxis]


def _members(slots: Places, absent: Known, data: Array) -> Array:
    """The members of each group with the slot in front, NaN where a group is shorter."""
    found: Array = data[slots]
    found[absent] = np.nan
    return found


def _sums(groups: tuple[slice | Places, ...], data: Array) -> Array:
    summed: Array = np.concatenate([total(_group(group, data)) for group in groups])
    return summed
