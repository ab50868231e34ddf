"""Walks the quantities once, in order; every value is born knowing its origin and its inputs.

The engine has never heard of a GPU. It holds each quantity as one array over all instances
of its entity, axes (instance, month, option, case), and decides instance by instance
whether a supplied value, or the first formula whose needs are known, fills it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Quantity
from flopwatt.model.results import Column, Population, Results
from flopwatt.model.value import Array, Leaf
from flopwatt.model.vocabulary import Reach, Vocabulary

Known = NDArray[np.bool_]


def evaluate(vocabulary: Vocabulary, population: Population, leaves: Iterable[Leaf]) -> Results:
    """Work out everything that follows from the leaves.

    What lacks an input is left out; ``Results.missing`` says which and why.
    """
    supplied: dict[str, dict[str, list[Leaf]]] = {}
    for leaf in leaves:
        supplied.setdefault(leaf.quantity, {}).setdefault(leaf.instance, []).append(leaf)
    columns: dict[str, Column] = {}
    gather = _Gather(vocabulary, population, columns)
    for name in vocabulary.order:
        quantity = vocabulary.quantities[name]
        computed = _computed(quantity, vocabulary.formulas.get(name, ()), population, gather)
        columns[name] = _column(quantity, population, computed, supplied.get(name, {}))
    return Results(vocabulary, population, columns)


@dataclass(frozen=True)
class _Computed:
    """What the formulas say: data, where it is known, and by which formula."""

    data: Array
    known: Known
    formulas: tuple[Formula | None, ...]


@dataclass(frozen=True)
class _Gather:
    """Fetches a quantity as a formula of some entity sees it."""

    vocabulary: Vocabulary
    population: Population
    columns: Mapping[str, Column]

    def __call__(self, entity: str, name: str) -> tuple[Array, Known]:
        """The array aligned to the entity's instances, and for which of them it is known."""
        column = self.columns[name]
        count = len(self.population.names(entity))
        reach = self.vocabulary.reach(entity, name)
        if reach is Reach.OWN:
            return column.data, column.known
        if reach is Reach.PLAN:
            return column.data, np.repeat(column.known, count)
        owner = column.quantity.entity
        if reach is Reach.REFERRED:
            index = self.population.referred(entity, owner)
            return column.data[index], column.known[index]
        slots = self.population.members(entity, owner)
        padded = np.concatenate([column.data, np.full((1, *column.data.shape[1:]), np.nan)])
        groups = (group[group >= 0] for group in slots.T)
        complete = np.array([column.known[group].all() for group in groups], dtype=bool)
        return padded[slots], complete & (slots >= 0).any(axis=0)


def _computed(
    quantity: Quantity, formulas: tuple[Formula, ...], population: Population, gather: _Gather
) -> _Computed:
    """Fill a quantity from its formulas, the first that can for each instance."""
    count = len(population.names(quantity.entity))
    known = np.zeros(count, dtype=bool)
    chosen: list[Formula | None] = [None] * count
    data: Array = np.full((count, 1, 1, 1), np.nan)
    for formula in formulas:
        inputs = [gather(formula.entity, need) for need in formula.needs]
        ready = ~known & _all_known(count, [ok for _, ok in inputs])
        if not ready.any():
            continue
        where = np.flatnonzero(ready)
        result = _apply(formula, [_select(array, where, count) for array, _ in inputs])
        if len(where) == count:
            shape = (count, *result.shape[1:])
            data = result if result.shape == shape else np.broadcast_to(result, shape)
        else:
            data = _fill(data, where, result)
        known = known | ready
        for position in where:
            chosen[position] = formula
    return _Computed(data, known, tuple(chosen))


def _all_known(count: int, masks: list[Known]) -> Known:
    known = np.ones(count, dtype=bool)
    for mask in masks:
        known &= mask
    return known


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


def _column(
    quantity: Quantity,
    population: Population,
    computed: _Computed,
    supplied: Mapping[str, list[Leaf]],
) -> Column:
    """Let supplied values win over computed ones, and keep what lost."""
    names = population.names(quantity.entity)
    data, known = computed.data, computed.known.copy()
    ranked: list[tuple[Leaf, ...]] = [()] * len(names)
    for instance, found in supplied.items():
        position = names.index(instance)
        ranked[position] = tuple(sorted(found, key=lambda leaf: -leaf.rank))
        value = np.asarray(ranked[position][0].value, dtype=float)
        axes = value.shape if value.ndim else (1, 1, 1)
        data = _fill(data, np.array([position]), value.reshape(1, *axes))
        known[position] = True
    return Column(
        quantity=quantity,
        data=data,
        known=known,
        supplied=tuple(ranked),
        formulas=computed.formulas,
        computed=computed.data,
        computed_known=computed.known,
    )
