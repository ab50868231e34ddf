"""Works out again what follows from other values of some leaves, as often as asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from flopwatt.model.filling import Gather, compute, with_rows
from flopwatt.model.formula import Formula
from flopwatt.model.results import Column, Population, Results
from flopwatt.model.value import Array


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
        gather = Gather(results.vocabulary, results.population, columns)
        kept: dict[str, Array] = {}
        for name, (formulas, finished) in self.steps.items():
            column = results.columns[name]
            computed = compute(column.quantity, formulas, results.population, gather)
            data = _varied(column, computed.data, results.population, varied.get(name, {}))
            columns[name] = replace(column, data=data)
            if name in self.keep:
                kept[name] = data
            for last in finished:
                columns[last] = results.columns[last]
        return kept


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
    return with_rows(computed, rows)
