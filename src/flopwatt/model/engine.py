"""Walks the quantities once, in order; every value is born knowing its origin and its inputs.

The engine has never heard of a GPU. It holds each quantity as one array over all instances
of its entity, axes (instance, month, option, case), and decides instance by instance
whether a supplied value, or the first formula whose needs are known, fills it.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Quantity
from flopwatt.model.results import Column, Population, Results
from flopwatt.model.value import Array, Leaf, Rank
from flopwatt.model.vocabulary import Reach, Vocabulary

Known = NDArray[np.bool_]
# the numbers of an entity that has no instances, and for which of them something is known
NOTHING: Array = np.empty((0, 1, 1, 1))
NOBODY: Known = np.zeros(0, dtype=bool)


def evaluate(vocabulary: Vocabulary, population: Population, leaves: Iterable[Leaf]) -> Results:
    """Work out what follows from the leaves; ``Results.missing`` says what lacks an input."""
    supplied: dict[str, dict[str, list[Leaf]]] = {}
    for leaf in leaves:
        supplied.setdefault(leaf.quantity, {}).setdefault(leaf.instance, []).append(leaf)
    columns: dict[str, Column] = {}
    gather = _Gather(vocabulary, population, columns)
    for name in vocabulary.order:
        quantity = vocabulary.quantities[name]
        if not population.names(quantity.entity):
            columns[name] = Column(quantity, NOTHING, NOBODY, (), (), NOTHING, NOBODY)
            continue
        computed = _computed(quantity, vocabulary.formulas.get(name, ()), population, gather)
        columns[name] = _column(quantity, population, computed, supplied.get(name, {}))
    return Results(vocabulary, population, columns)


@dataclass(frozen=True)
class Variation:
    """Works out again what follows from other values of some leaves, as often as asked.

    ``steps`` holds, in order, each quantity that lies between what varies and what is kept:
    the formulas in use, preferred ones first, and the quantities that nobody reads after it.
    """

    results: Results
    keep: Collection[str]
    steps: Mapping[str, tuple[tuple[Formula, ...], tuple[str, ...]]]

    def __call__(self, varied: Mapping[str, Mapping[str, Array]]) -> dict[str, Array]:
        """The kept quantities, all instances of each, for other values of the leaves.

        ``varied`` holds, by quantity and instance, what takes the place of the value that
        won: axes (month, option, case). All else stays as it is in the results. Each array
        is dropped after its last reader unless it is kept.
        """
        results = self.results
        columns = dict(results.columns)
        gather = _Gather(results.vocabulary, results.population, columns)
        kept: dict[str, Array] = {}
        for name, (formulas, finished) in self.steps.items():
            column = results.columns[name]
            computed = _computed(column.quantity, formulas, results.population, gather)
            data = _varied(column, computed.data, results.population, varied.get(name, {}))
            columns[name] = replace(column, data=data)
            if name in self.keep:
                kept[name] = data
            for last in finished:
                columns[last] = results.columns[last]
        return kept


def each_way(results: Results, name: str) -> tuple[tuple[Formula, Array, Known], ...]:
    """What every formula of a quantity says by itself, and for which instances it can."""
    gather = _Gather(results.vocabulary, results.population, results.columns)
    quantity = results.vocabulary.quantities[name]
    said = []
    for formula in results.vocabulary.formulas.get(name, ()):
        computed = _computed(quantity, (formula,), results.population, gather)
        said.append((formula, computed.data, computed.known))
    return tuple(said)


def make_variation(
    results: Results, names: Collection[str], keep: Collection[str], *, decide: bool = False
) -> Variation:
    """Prepare to vary leaves of some quantities; decisions hold, or are taken anew by one case."""
    follows = results.followers(names, decide=decide)
    read: set[str] = set()
    backward: dict[str, tuple[tuple[Formula, ...], tuple[str, ...]]] = {}
    for name in reversed(follows):
        if name not in keep and name not in read:
            continue
        used = set(results.columns[name].formulas)
        formulas = tuple(f for f in results.vocabulary.formulas.get(name, ()) if f in used)
        needs = {need for formula in formulas for need in formula.needs}.intersection(follows)
        unread = () if name in read else (name,)
        backward[name] = (formulas, (*unread, *(needs - read)))
        read |= needs
    return Variation(results, keep, dict(reversed(backward.items())))


def _varied(
    column: Column, computed: Array, population: Population, found: Mapping[str, Array]
) -> Array:
    """What formulas say, with the supplied values of some instances and the varied of others."""
    names = population.names(column.quantity.entity)
    rows = {
        place: found.get(names[place], column.data[place])
        for place, leaves in enumerate(column.supplied)
        if leaves
    }
    return _with_rows(computed, rows)


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


def _computed(
    quantity: Quantity, formulas: tuple[Formula, ...], population: Population, gather: _Gather
) -> _Computed:
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
    return _Computed(data, known, tuple(chosen))


@functools.cache
def _nothing(count: int) -> _Computed:
    """What no formula says, of so many instances; shared, so nobody may write into it."""
    data, known = np.full((count, 1, 1, 1), np.nan), np.zeros(count, dtype=bool)
    data.flags.writeable = known.flags.writeable = False
    return _Computed(data, known, (None,) * count)


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


def _ranked(found: list[Leaf]) -> tuple[Leaf, ...]:
    """The one that holds first; among equals, the one that came last."""
    if len(found) == 1:
        return (found[0],)
    last_first = reversed(found)
    return tuple(sorted(last_first, key=lambda leaf: -leaf.rank))


def _with_rows(data: Array, rows: Mapping[int, Array]) -> Array:
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


def _column(
    quantity: Quantity,
    population: Population,
    computed: _Computed,
    supplied: Mapping[str, list[Leaf]],
) -> Column:
    """Let supplied values win over computed ones, and keep what lost; but assume nothing idly."""
    names = population.names(quantity.entity)
    known = computed.known.copy()
    ranked: list[tuple[Leaf, ...]] = [()] * len(names)
    rows: dict[int, Array] = {}
    for instance, found in supplied.items():
        place = population.place(quantity.entity, instance)
        leaves = _ranked(found)
        if leaves[0].rank is Rank.ASSUMED and known[place]:
            continue  # nothing need be assumed where the plan leads to an answer
        ranked[place] = leaves
        value = np.asarray(ranked[place][0].value, dtype=float)
        rows[place] = value if value.ndim else value.reshape(1, 1, 1)
        known[place] = True
    return Column(
        quantity=quantity,
        data=_with_rows(computed.data, rows),
        known=known,
        supplied=tuple(ranked),
        formulas=computed.formulas,
        computed=computed.data,
        computed_known=computed.known,
    )
