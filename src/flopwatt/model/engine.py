"""Walks the quantities once, in order; every value is born knowing its origin and its inputs.

The engine has never heard of a GPU. It holds each quantity as one array over all instances
of its entity, axes (instance, month, option, case), and decides instance by instance
whether a supplied value, or the first formula whose needs are known, fills it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from flopwatt.model.filling import Computed, Gather, Known, compute, with_rows
from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Quantity
from flopwatt.model.results import Column, Population, Results
from flopwatt.model.value import Array, Leaf, Rank, Supplied
from flopwatt.model.vocabulary import Vocabulary

# the numbers of an entity that has no instances, and for which of them something is known
NOTHING: Array = np.empty((0, 1, 1, 1))
NOBODY: Known = np.zeros(0, dtype=bool)


def evaluate(
    vocabulary: Vocabulary,
    population: Population,
    leaves: Iterable[Leaf],
    before: Results | None = None,
) -> Results:
    """Work out what follows from the leaves; ``Results.missing`` says what lacks an input.

    What was worked out ``before`` is taken over where it follows from nothing that is new: the
    results are the same, and sooner there.
    """
    supplied: dict[str, dict[str, list[Leaf]]] = {}
    for leaf in leaves:
        supplied.setdefault(leaf.quantity, {}).setdefault(leaf.instance, []).append(leaf)
    if before is None or before.vocabulary is not vocabulary or before.population != population:
        before = Results(vocabulary, population, {})  # of other things: nothing can be taken over
    columns: dict[str, Column] = {}
    gather = Gather(vocabulary, population, columns)
    moved: set[str] = set()
    for name in vocabulary.order:
        quantity, found = vocabulary.quantities[name], supplied.get(name, {})
        old, said = before.columns.get(name), before.supplied.get(name, {})
        if not population.names(quantity.entity):
            columns[name] = Column(quantity, NOTHING, NOBODY, (), (), NOTHING, NOBODY)
        elif old and moved.isdisjoint(vocabulary.needs(name)) and _same_leaves(found, said):
            columns[name] = old
        else:
            computed = compute(quantity, vocabulary.formulas.get(name, ()), population, gather)
            columns[name] = _column(quantity, population, computed, found)
            if old and not _same_numbers(columns[name], old):
                moved.add(name)
    return Results(vocabulary, population, columns, supplied)


def _same_leaves(one: Supplied, other: Supplied) -> bool:
    """Whether the same was supplied, by the same lines and sources."""
    return one.keys() == other.keys() and all(
        len(leaves) == len(other[instance]) and all(map(_same_leaf, leaves, other[instance]))
        for instance, leaves in one.items()
    )


def _same_leaf(one: Leaf, other: Leaf) -> bool:
    if isinstance(one.value, float) and isinstance(other.value, float):
        same = one.value == other.value
    else:
        same = np.array_equal(one.value, other.value)
    return same and (one.rank, one.origin, one.range) == (other.rank, other.origin, other.range)


def _same_numbers(one: Column, other: Column) -> bool:
    """Whether what reads a quantity finds in it what it found before."""
    return np.array_equal(one.known, other.known) and np.array_equal(
        one.data, other.data, equal_nan=True
    )


def each_way(results: Results, name: str) -> tuple[tuple[Formula, Array, Known], ...]:
    """What every formula of a quantity says by itself, and for which instances it can."""
    gather = Gather(results.vocabulary, results.population, results.columns)
    quantity = results.vocabulary.quantities[name]
    said = []
    for formula in results.vocabulary.formulas.get(name, ()):
        computed = compute(quantity, (formula,), results.population, gather)
        said.append((formula, computed.data, computed.known))
    return tuple(said)


def _ranked(found: list[Leaf]) -> tuple[Leaf, ...]:
    """The one that holds first; among equals, the one that came last."""
    if len(found) == 1:
        return (found[0],)
    last_first = reversed(found)
    return tuple(sorted(last_first, key=lambda leaf: -leaf.rank))


def _column(
    quantity: Quantity,
    population: Population,
    computed: Computed,
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
        data=with_rows(computed.data, rows),
        known=known,
        supplied=tuple(ranked),
        formulas=computed.formulas,
        computed=computed.data,
        computed_known=computed.known,
    )
