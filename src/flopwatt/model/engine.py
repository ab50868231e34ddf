"""Walks the quantities once, in order; every value is born knowing its origin and its inputs.

The engine has never heard of a GPU. It holds each quantity as one array over all instances
of its entity, axes (instance, month, option, case), and decides instance by instance
whether a supplied value, or the first formula whose needs are known, fills it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

import numpy as np

from flopwatt.model.filling import make_recipe
from flopwatt.model.formula import Formula
from flopwatt.model.population import Population
from flopwatt.model.quantity import Quantity
from flopwatt.model.recipe import Known, Recipe, no_recipe, with_rows
from flopwatt.model.results import Column, Results
from flopwatt.model.value import Array, Leaf, Rank, Supplied
from flopwatt.model.vocabulary import Vocabulary

# the numbers of an entity that has no instances, and for which of them something is known
NOTHING: Array = np.empty((0, 1, 1, 1))
NOBODY = no_recipe(0)
NOT_SAID: Supplied = {}


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
    supplied = _by_quantity(leaves)
    if before is None or before.vocabulary is not vocabulary or before.population != population:
        before = Results(vocabulary, population, {})  # of other things: nothing can be taken over
    columns: dict[str, Column] = {}
    results = Results(vocabulary, before.population, columns, supplied)
    moved: set[str] = set()  # in numbers
    turned: set[str] = set()  # known where it was not, or the other way round
    for name in vocabulary.order:
        old, needs = before.columns.get(name), vocabulary.needs(name)
        if (
            old
            and moved.isdisjoint(needs)
            and _same_leaves(supplied.get(name, NOT_SAID), before.supplied.get(name, NOT_SAID))
        ):
            columns[name] = old
            continue
        quantity = vocabulary.quantities[name]
        if not population.names(quantity.entity):
            columns[name] = Column(quantity, NOTHING, NOBODY.known, (), NOBODY, NOTHING)
        elif old:
            recipe = old.recipe if turned.isdisjoint(needs) else make_recipe(results, name)
            columns[name] = new = _column(results, quantity, recipe)
            if not new.made_like(old) and not np.array_equal(new.known, old.known):
                turned.add(name)
            if name in turned or not _same_numbers(new.data, old.data):
                moved.add(name)
        else:
            columns[name] = _column(results, quantity, make_recipe(results, name))
    return results


def _by_quantity(leaves: Iterable[Leaf]) -> dict[str, Supplied]:
    found: dict[str, dict[str, list[Leaf]]] = {}
    for leaf in leaves:
        found.setdefault(leaf.quantity, {}).setdefault(leaf.instance, []).append(leaf)
    return {**found}


def _same_leaves(one: Supplied, other: Supplied) -> bool:
    """Whether the same was supplied, by the same lines and sources."""
    if one is other:
        return True
    if one.keys() != other.keys():
        return False
    for instance, leaves in one.items():
        others = other[instance]
        if len(leaves) != len(others):
            return False
        for leaf, twin in zip(leaves, others, strict=True):
            if leaf is not twin and not _same_leaf(leaf, twin):
                return False
    return True


def _same_numbers(one: Array, other: Array) -> bool:
    """Whether all numbers are the same, to the last bit."""
    return one is other or (one.shape == other.shape and one.tobytes() == other.tobytes())


def _same_leaf(one: Leaf, other: Leaf) -> bool:
    if isinstance(one.value, float) and isinstance(other.value, float):
        same = one.value == other.value
    else:
        same = np.array_equal(one.value, other.value)
    return same and (one.rank, one.origin, one.range) == (other.rank, other.origin, other.range)


def each_way(results: Results, name: str) -> tuple[tuple[Formula, Array, Known], ...]:
    """What every formula of a quantity says by itself, and for which instances it can."""
    said = []
    for formula in results.vocabulary.formulas.get(name, ()):
        recipe = make_recipe(results, name, (formula,))
        said.append((formula, recipe.fill(results.numbers), recipe.known))
    return tuple(said)


def _ranked(found: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """The one that holds first; among equals, the one that came last."""
    if len(found) == 1:
        return (found[0],)
    last_first = reversed(found)
    return tuple(sorted(last_first, key=lambda leaf: -leaf.rank))


def _column(results: Results, quantity: Quantity, recipe: Recipe) -> Column:
    """Let supplied values win over computed ones, and keep what lost; but assume nothing idly."""
    computed = recipe.fill(results.numbers)
    said = results.supplied.get(quantity.name)
    if not said:
        nothing = _nothing_said(len(recipe.known))
        return Column(quantity, computed, recipe.known, nothing, recipe, computed)
    known, ranked = recipe.known.copy(), list(_nothing_said(len(recipe.known)))
    rows: dict[int, Array] = {}
    for instance, found in said.items():
        place = results.population.place(quantity.entity, instance)
        leaves = _ranked(found)
        if leaves[0].rank is Rank.ASSUMED and known[place]:
            continue  # nothing need be assumed where the plan leads to an answer
        ranked[place] = leaves
        value = np.asarray(leaves[0].value, dtype=float)
        rows[place] = value if value.ndim else value.reshape(1, 1, 1)
        known[place] = True
    return Column(quantity, with_rows(computed, rows), known, tuple(ranked), recipe, computed)


@functools.cache
def _nothing_said(count: int) -> tuple[tuple[Leaf, ...], ...]:
    """What is supplied of a quantity of so many instances of which a plan says nothing."""
    return ((),) * count
