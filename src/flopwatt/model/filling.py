"""Finds out how a quantity is filled from its formulas: the first that can, by instance."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.formula import Formula
from flopwatt.model.recipe import Known, Recipe, Use, no_recipe
from flopwatt.model.results import Population, Results
from flopwatt.model.trace import written
from flopwatt.model.value import Array
from flopwatt.model.vocabulary import Reach

Places = NDArray[np.intp]


@dataclass(frozen=True)
class _Sight:
    """What a formula of some entity sees of a quantity: of which instances, and whether known."""

    results: Results

    @property
    def population(self) -> Population:
        return self.results.population

    def reach(self, entity: str, name: str) -> Reach:
        return self.results.vocabulary.reach(entity, name)

    def owner(self, name: str) -> str:
        return self.results.vocabulary.quantities[name].entity

    def known(self, entity: str, name: str) -> Known:
        """For which of the entity's instances the quantity is known."""
        column, owner = self.results.columns[name], self.owner(name)
        match self.reach(entity, name):
            case Reach.OWN:
                return column.known
            case Reach.PLAN:
                return np.repeat(column.known, len(self.population.names(entity)))
            case Reach.REFERRED:
                places = self.population.referred(entity, owner)
                known: Known = np.append(column.known, False)[places]  # -1 refers to none
                return known
        slots = self.population.members(entity, owner)
        present = slots >= 0
        if not len(column.known):
            return np.zeros(slots.shape[1], dtype=bool)
        complete: Known = np.logical_and.reduce(column.known[slots] | ~present)
        return complete & present.any(axis=0)

    def reader(self, entity: str, name: str, where: Places | None) -> Callable[[Array], Array]:
        """Aligns the quantity's numbers to some instances, members of a group in front."""
        owner = self.owner(name)
        match self.reach(entity, name):
            case Reach.PLAN:
                return _as_it_is
            case Reach.OWN:
                return _as_it_is if where is None else functools.partial(_rows, where)
            case Reach.REFERRED:
                places = self.population.referred(entity, owner)
                return functools.partial(_rows, places if where is None else places[where])
        groups = self._groups(entity, owner, where)
        if len(groups) == 1:
            return functools.partial(_group, _run(groups[0]))
        slots = np.full((max(map(len, groups)), len(groups)), -1, dtype=np.intp)
        for column, group in enumerate(groups):
            slots[: len(group), column] = group
        return functools.partial(_members, slots, slots < 0)

    def adder(self, formula: Formula, where: Places | None) -> Callable[[Array], Array] | None:
        """Sums the members of each group, where that is all that a formula does."""
        reaches = [self.reach(formula.entity, need) for need in formula.needs]
        if reaches not in ([Reach.MEMBERS], [Reach.SIBLINGS]) or not _adds(formula):
            return None
        owner = self.owner(formula.needs[0])
        groups = self._groups(formula.entity, owner, where)
        return functools.partial(_sums, tuple(map(_run, groups)))

    def _groups(self, entity: str, owner: str, where: Places | None) -> list[Places]:
        """The places of the members of each instance, or of some."""
        slots = self.population.members(entity, owner)
        columns = (slots if where is None else slots[:, where]).T
        return [column[column >= 0] for column in columns]


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
    found = np.empty((len(groups), *data.shape[1:]))
    for place, group in enumerate(groups):
        np.add.reduce(data[group], axis=0, out=found[place])
    return found


def make_recipe(results: Results, name: str, formulas: tuple[Formula, ...] | None = None) -> Recipe:
    """Find, for each instance, the first formula of a quantity whose needs are known.

    Of all its formulas, or of some alone. What they need has been worked out.
    """
    sight, vocabulary = _Sight(results), results.vocabulary
    count = len(results.population.names(vocabulary.quantities[name].entity))
    nothing = no_recipe(count)
    known, chosen, uses = nothing.known, list(nothing.formulas), []
    for formula in vocabulary.formulas.get(name, ()) if formulas is None else formulas:
        ready: Known = ~known
        for need in formula.needs:
            ready &= sight.known(formula.entity, need)
        if not ready.any():
            continue
        places = np.flatnonzero(ready)
        where = None if len(places) == count else places
        reads = tuple(sight.reader(formula.entity, need, where) for need in formula.needs)
        uses.append(Use(formula, where, reads, sight.adder(formula, where)))
        known = known | ready
        for place in places:
            chosen[place] = formula
    return Recipe(tuple(uses), known, tuple(chosen)) if uses else nothing
