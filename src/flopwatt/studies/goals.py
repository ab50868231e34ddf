"""What a plan must lead to, and what is told when it does not."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Set

import numpy as np

from flopwatt.model.population import PLAN
from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.results import Results
from flopwatt.model.value import Lack, Leaf, Origin
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import Place, Problem

TOLD_STEPS = 3  # of the way from a goal down to the line it lacks; the rest is bookkeeping
Places = Mapping[str, Place | None]
UNBOUNDED = (Kind.CROSSING, Kind.LIMIT)


def check_goals(results: Results, places: Places) -> list[Problem]:
    """A problem for every goal that cannot be worked out, with the lines that would supply it.

    A goal that reduces over nothing (a product of a model without runs) is not missed, and
    one that lacks only what an earlier one lacks is not told again.
    """
    problems = []
    told: set[str] = set()
    for name, column in results.columns.items():
        if not column.quantity.goal:
            continue
        for instance in results.population.names(column.quantity.entity):
            if results.key(column.quantity, instance) in results:
                continue
            lack = results.missing(results.vocabulary.quantities[name], instance)
            leaves = {leaf.key for leaf in leaves_of(lack)}
            if not _is_empty(lack) and not leaves <= told:
                problems.append(missing_problem(lack, places, told))
                told |= leaves
    return problems


def missing_problem(lack: Lack, places: Places | None = None, told: Iterable[str] = ()) -> Problem:
    """A lack told from the goal down: who needs what, and the lines to add.

    Ways that take equally few lines are all offered; ``told`` are keys that need no telling.
    """
    told = frozenset(told)
    ways = [[leaf for leaf in way if leaf.key not in told] for way in _shortest(lack)]
    wants = [way for way in ways if way] or [[lack]]
    path = [step.key for step in _path(lack, told)]
    path = [*path[:1], *path[1:][-TOLD_STEPS:]]
    return Problem(
        "missing-quantity",
        f"cannot be worked out: {' needs '.join(path)}" if len(path) > 1 else "is not given",
        (places or {}).get(_entry(wants[0][0])),
        field=lack.key,
        given="nothing",
        allowed=" or ".join(dict.fromkeys(_lines_for(way) for way in wants)),
    )


def _path(lack: Lack, told: frozenset[str]) -> Iterator[Lack]:
    """From a goal down to the first line it lacks, as far as there is one way to go."""
    yield lack
    if lack.ways and len(_shortest(lack)) == 1:
        for part in _way(lack):
            if any(leaf.key not in told for leaf in leaves_of(part)):
                yield from _path(part, told)
                return


def _lines_for(way: Iterable[Lack]) -> str:
    return " and ".join(line_for(lack) for lack in way)


def line_for(lack: Lack) -> str:
    """The plan line that would supply a quantity, under the entry it belongs to."""
    example = lack.quantity.example or lack.quantity.unit
    where = f" under {_entry(lack)}" if _entry(lack) else ""
    return f"`{lack.quantity.key}: {example}`{where}"


def _entry(lack: Lack) -> str:
    """The key of the entry that a quantity belongs to, empty for the plan."""
    return lack.key.removesuffix(lack.quantity.key).removesuffix(".")


def unused_values(results: Results, leaves: Iterable[Leaf], places: Places) -> Iterator[Problem]:
    """A warning for every given line that nothing was worked out from.

    One line may set several quantities; it is of use when any of them is.
    """
    given = [leaf for leaf in leaves if leaf.origin.kind == "given"]
    used = results.read_keys(frozenset(leaf.quantity for leaf in given))
    read = results.vocabulary.read
    lines: dict[tuple[str, Origin], list[Quantity]] = {}
    for leaf in given:
        quantity = results.vocabulary.quantities[leaf.quantity]
        lines.setdefault((leaf.instance, leaf.origin), []).append(quantity)
    for (instance, origin), quantities in lines.items():
        keys = [results.key(quantity, instance) for quantity in quantities]
        if used.intersection(keys) or any(_stands(one, read) for one in quantities):
            continue
        yield Problem(
            "unused",
            "is given, but nothing in this plan is worked out from it",
            places.get(keys[0]),
            field=keys[0],
            given=origin.text,
            warning=True,
        )


def _stands(quantity: Quantity, read: Set[str]) -> bool:
    """Whether a given quantity is of use though no formula read it.

    The plan's own fields are; so is what no formula ever reads: an answer given outright,
    such as a bill, or a description, such as all parameters of a model.
    """
    return quantity.entity == PLAN or quantity.name not in read


def overflows(results: Results, months: tuple[str, ...]) -> Iterator[Problem]:
    """What is behind a goal and too large for a float: once per entry, where it begins.

    From a later month on it is a warning, since all before still holds; else it is an error.
    """
    goals = [name for name, column in results.columns.items() if column.quantity.goal]
    behind = behind_goals(results.vocabulary) & {*goals, *results.behind(goals)}
    told: set[str] = set()
    unbounded = {name for name in behind if not np.isfinite(results.columns[name].data).all()}
    for value in results.values(lambda quantity: quantity.name in unbounded):
        broken = ~np.isfinite(value.months)
        entry = value.key.removesuffix(value.quantity.key)
        if broken.any() and entry not in told:
            told.add(entry)
            yield _overflow(value.key, months, int(np.argmax(broken)))


def _overflow(key: str, months: tuple[str, ...], first: int) -> Problem:
    since = f" from {months[first]} on" if first else ""
    return Problem(
        "not-finite",
        f"is too large for a number{since}",
        field=key,
        allowed="a shorter horizon or less growth" if first else "smaller values",
        warning=first > 0,
    )


@functools.lru_cache(maxsize=4)
def behind_goals(vocabulary: Vocabulary) -> frozenset[str]:
    """Quantities that some goal is worked out from; a crossing or a limit may be infinite."""
    found: set[str] = set()
    rest = [quantity.name for quantity in vocabulary.quantities.values() if quantity.goal]
    while rest:
        name = rest.pop()
        if name not in found:
            found.add(name)
            rest += [
                need for formula in vocabulary.formulas.get(name, ()) for need in formula.needs
            ]
    quantities = vocabulary.quantities
    return frozenset(name for name in found if quantities[name].kind not in UNBOUNDED)


def _is_empty(lack: Lack) -> bool:
    return lack.empty or (bool(lack.ways) and all(any(map(_is_empty, way)) for way in lack.ways))


def leaves_of(lack: Lack) -> list[Lack]:
    """What the plan would have to say for a quantity, by the way that takes the fewest lines."""
    return min(map(_way_leaves, lack.ways), key=len) if lack.ways else [lack]


def _way(lack: Lack) -> tuple[Lack, ...]:
    """The way that takes the fewest lines."""
    return min(lack.ways, key=lambda way: len(_way_leaves(way)))


def _shortest(lack: Lack) -> list[list[Lack]]:
    """What each of the ways that take the fewest lines would have the plan say."""
    ways = [_way_leaves(way) for way in lack.ways] or [[lack]]
    fewest = min(map(len, ways))
    found = {frozenset(leaf.key for leaf in way): way for way in ways if len(way) == fewest}
    return list(found.values())


def _way_leaves(way: tuple[Lack, ...]) -> list[Lack]:
    """What the plan would have to say for one way to be open, each once."""
    found = {leaf.key: leaf for lack in way for leaf in leaves_of(lack)}
    return list(found.values())
