"""What a rating works out, and no more: some quantities, and what they follow from."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from flopwatt.model.formula import Formula
from flopwatt.model.population import Population
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary, make_vocabulary
from flopwatt.studies.fleets import FLEET
from flopwatt.studies.run import load_vocabulary

AS_PLANNED = Origin("computed", detail="as the plan has it")


@functools.cache
def narrowed(
    wanted: tuple[str, ...], own: tuple[str, ...], taken: tuple[str, ...] = ()
) -> Vocabulary:
    """What some quantities follow from, by formulas of some entities.

    Quantities of other entities, and those that are ``taken``, follow from nothing: they are
    supplied as they are.
    """
    whole = load_vocabulary()
    kept: dict[str, tuple[Formula, ...]] = {}
    rest = list(wanted)
    while rest:
        name = rest.pop()
        if name in kept:
            continue
        follows = whole.quantities[name].entity in own and name not in taken
        kept[name] = whole.formulas.get(name, ()) if follows else ()
        rest += [need for formula in kept[name] for need in formula.needs]
    return make_vocabulary(
        whole.entities.values(),
        (quantity for name, quantity in whole.quantities.items() if name in kept),
        (replace(way, quantity=None) for name in whole.formulas for way in kept.get(name, ())),
    )


def taken_leaves(
    results: Results, vocabulary: Vocabulary, population: Population
) -> Iterator[Leaf]:
    """What a plan has for the plan itself and for the models and products of a population."""
    for name, quantity in vocabulary.quantities.items():
        for instance in population.names(quantity.entity) if quantity.entity != FLEET else ():
            leaf = taken_leaf(results, name, instance)
            if leaf is not None:
                yield leaf


def taken_leaf(results: Results, name: str, instance: str) -> Leaf | None:
    """One value of a plan in its first month; None where it is not known."""
    column = results.columns[name]
    place = results.population.place(column.quantity.entity, instance)
    if not column.known[place]:
        return None
    value = float(column.data[place][0, 0, 0])
    return Leaf(name, instance, value, Rank.COMMAND, AS_PLANNED)


def row_of(results: Results, name: str, place: int, size: int) -> Array:
    """One quantity of one instance along the options; NaN throughout where it is not known."""
    column = results.columns[name]
    if not column.known[place]:
        return np.full(size, np.nan)
    return np.array(np.broadcast_to(column.data[place][0, :, 0], size))
