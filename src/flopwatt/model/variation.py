"""What follows from other values of some leaves, as often as asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from flopwatt.model.memory import Asked, Memory
from flopwatt.model.recipe import Recipe, with_rows
from flopwatt.model.results import Results
from flopwatt.model.value import Array


@dataclass(frozen=True)
class Step:
    """How one quantity is worked out again.

    ``supplied`` are the places and names of the instances for which a supplied value won;
    ``finished`` are the quantities that nobody reads after it.
    """

    recipe: Recipe
    supplied: tuple[tuple[int, str], ...]
    finished: tuple[str, ...]


@dataclass(frozen=True)
class Variation:
    """Works out again what follows from other values of some leaves, as often as asked.

    ``steps`` holds, in order, each quantity that lies between what varies and what is kept.
    """

    results: Results
    keep: Collection[str]
    steps: Mapping[str, Step]

    def __call__(
        self, varied: Mapping[str, Mapping[str, Array]], memory: Memory | None = None
    ) -> dict[str, Array]:
        """The kept quantities, all instances of each, for other values of the leaves.

        ``varied`` holds, by quantity and instance, what takes the place of the value that
        won: axes (month, option, case). All else stays as it is in the results. Each array
        is dropped after its last reader unless it is kept. From a ``memory`` is taken what is
        worked out from nothing new, and all is left there for the next time.
        """
        numbers = {name: column.data for name, column in self.results.columns.items()}
        kept: dict[str, Array] = {}
        for name, step in self.steps.items():
            central, found = numbers[name], varied.get(name, {})
            rows = {at: found.get(instance, central[at]) for at, instance in step.supplied}
            numbers[name] = _worked_out(name, step.recipe, numbers, rows, memory)
            if name in self.keep:
                kept[name] = numbers[name]
            for last in step.finished:
                numbers[last] = self.results.numbers(last)
        return kept


def _worked_out(
    name: str,
    recipe: Recipe,
    numbers: Mapping[str, Array],
    rows: Mapping[int, Array],
    memory: Memory | None,
) -> Array:
    """A quantity by its recipe, with the supplied rows of some instances."""
    if memory is None:
        return with_rows(recipe.fill(numbers.__getitem__), rows)
    asked = Asked(recipe, tuple(numbers[need] for need in recipe.reads), rows)
    data = memory.recall(name, asked)
    if data is None:
        data = with_rows(recipe.fill(numbers.__getitem__), rows)
    memory.remember(name, asked, data)
    return data


def make_variation(
    results: Results, names: Collection[str], keep: Collection[str], *, decide: bool = False
) -> Variation:
    """Prepare to vary leaves of some quantities; decisions hold, or are taken anew by one case."""
    follows = results.followers(names, decide=decide)
    following = frozenset(follows)
    read: set[str] = set()
    backward: dict[str, Step] = {}
    for name in reversed(follows):
        if name not in keep and name not in read:
            continue
        column = results.columns[name]
        unread = () if name in read else (name,)
        last = column.recipe.reads & following - read
        instances = zip(
            results.population.names(column.quantity.entity), column.supplied, strict=True
        )
        supplied = tuple((at, one) for at, (one, leaves) in enumerate(instances) if leaves)
        backward[name] = Step(column.recipe, supplied, (*unread, *last))
        read |= last
    return Variation(results, keep, dict(reversed(backward.items())))
