"""Fills one quantity from its formulas: the first that can, instance by instance.

A quantity is one array over all instances of its entity, axes (instance, month, option, case).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Quantity
from flopwatt.model.results import Column, Population
from flopwatt.model.value import Array
from flopwatt.model.vocabulary import Reach, Vocabulary

Known = NDArray[np.bool_]


@dataclass(frozen=True)
class Computed:
    """What the formulas say: data, where it is known, and by which formula."""

    data: Array
    known: Known
    formulas: tuple[Formula | None, ...]


@dataclass(frozen=True)
class Gather:
    """Fetches a quantity as a formula of some entity sees it."""

    vocabulary: Vocabulary
    population: Population
    columns: Mapping[str, Column]

    def known(self, entity: str, name: str) -> Known:
        """For which of the entity's instances the quantity is known."""
        column = self.columns[name]
        owner = column.quantity.entity
        match self.vocabulary.reach(entity, name):
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

    def data(self, entity: str, name: str) -> Array:
        """The numbers aligned to the entity's instances, members of a group in front."""
        column = self.columns[name]
        owner = column.quantity.entity
        match self.vocabulary.reach(entity, name):
            case Reach.OWN | Reach.PLAN:
                return column.data
            case Reach.REFERRED:
                return column.data[self.population.referred(entity, owner)]
        return _members(column.data, self.population.members(entity, owner))


def _members(data: Array, slots: NDArray[np.intp]) -> Array:
    """The members of each group with the slot in front, NaN where a group is shorter."""
    if slots.shape[1] == 1 and np.array_equal(slots[:, 0], np.arange(len(data))):
        return data[:, np.newaxis]  # one group of all: nothing to copy
    if (slots >= 0).all():
        return data[slots]
    padded = np.concatenate([data, np.full((1, *data.shape[1:]), np.nan)])
    return padded[slots]


def compute(
    quantity: Quantity, formulas: tuple[Formula, ...], population: Population, gather: Gather
) -> Computed:
    """Fill a quantity from its formulas, the first that can for each instance."""
    count = len(population.names(quantity.entity))
    nothing = _nothing(count)
    if not formulas:
        return nothing
    known, data, chosen = nothing.known, nothing.data, list(nothing.formulas)
    for formula in formulas if count else ():
        ready: Known = ~known
        for need in formula.needs:
            ready &= gather.known(formula.entity, need)
        if not ready.any():
            continue
        where = np.flatnonzero(ready)
        inputs = (gather.data(formula.entity, need) for need in formula.needs)
        result = _apply(formula, [_select(array, where, count) for array in inputs])
        if len(where) == count:
            shape = (count, *result.shape[1:])
            data = result if result.shape == shape else np.broadcast_to(result, shape)
        else:
            data = _fill(data, where, result)
        known = known | ready
        for position in where:
            chosen[position] = formula
    return Computed(data, known, tuple(chosen))


@functools.cache
def _nothing(count: int) -> Computed:
    """What no formula says, of so many instances; shared, so nobody may write into it."""
    data, known = np.full((count, 1, 1, 1), np.nan), np.zeros(count, dtype=bool)
    data.flags.writeable = known.flags.writeable = False
    return Computed(data, known, (None,) * count)


def _select(array: Array, where: NDArray[np.intp], count: int) -> Array:
    """The rows of the instances asked for; plan-wide arrays stay as they are."""
    axis = array.ndim - 4
    if len(where) == count or array.shape[axis] == 1:
        return array
    return np.take(array, where, axis=axis)


def _apply(formula: Formula, arguments: list[Array]) -> Array:
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        try:
            result = np.asarray(formula.body(*arguments), dtype=float)
        except Exception as error:
            error.add_note(f"while working out {formula.makes} by {formula.name}")
            raise
    if result.ndim != 4:
        raise ValueError(f"{formula.name} gave axes {result.shape}, not 4: reduce over members")
    return result


def _fill(data: Array, where: NDArray[np.intp], values: Array) -> Array:
    """A copy of data with some instances replaced, axes widened where need be."""
    axes = np.broadcast_shapes(data.shape[1:], values.shape[1:])
    wide: Array = np.array(np.broadcast_to(data, (data.shape[0], *axes)))
    wide[where] = values
    return wide


def with_rows(data: Array, rows: Mapping[int, Array]) -> Array:
    """Data with some instances replaced, each by axes (month, option, case)."""
    if not rows:
        return data
    shapes = {data.shape[1:], *(row.shape for row in rows.values())}
    if len(shapes) == 1:
        wide: Array = data.copy()
    else:
        axes = np.broadcast_shapes(*shapes)
        wide = np.array(np.broadcast_to(data, (data.shape[0], *axes)))
    for place, row in rows.items():
        wide[place] = row
    return wide
