"""What a plan must lead to, and what is told when it does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flopwatt.model.quantity import Quantity
from flopwatt.model.results import PLAN, Lack, Results
from flopwatt.model.value import Leaf, Origin
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import Problem


def check_goals(results: Results) -> list[Problem]:
    """A problem for every goal that cannot be worked out, with the lines that would supply it.

    A goal that reduces over nothing (a product of a model without runs) is not missed.
    """
    problems = []
    told: set[frozenset[str]] = set()
    for name, column in results.columns.items():
        if not column.quantity.goal:
            continue
        for instance in results.population.names(column.quantity.entity):
            if results.key(column.quantity, instance) in results:
                continue
            lack = results.missing(results.vocabulary.quantities[name], instance)
            leaves = frozenset(leaf.key for leaf in _leaves(lack))
            if not _is_empty(lack) and leaves not in told:
                told.add(leaves)
                problems.append(missing_problem(lack))
    return problems


def missing_problem(lack: Lack) -> Problem:
    """A lack told from the goal down: who needs what, and the lines to add."""
    nearest_way = min(lack.ways, key=lambda way: len(_way_leaves(way)), default=())
    wants = _way_leaves(nearest_way) or [lack]
    path = [lack.key]
    step = lack
    while step.ways and all(step.ways):
        step = min(step.ways, key=lambda way: len(_way_leaves(way)))[0]
        path.append(step.key)
    return Problem(
        "missing-quantity",
        "cannot be worked out: " + " needs ".join(path) if len(path) > 1 else "is not given",
        field=lack.key,
        given="nothing",
        allowed=" and ".join(line_for(want) for want in wants),
    )


def line_for(lack: Lack) -> str:
    """The plan line that would supply a quantity, under the entry it belongs to."""
    entry = lack.key.removesuffix(f".{lack.quantity.key}")
    example = lack.quantity.example or lack.quantity.unit
    where = f" under {entry}" if entry != lack.key else ""
    return f"`{lack.quantity.key}: {example}`{where}"


def unused_values(results: Results, leaves: Iterable[Leaf]) -> Iterator[Problem]:
    """A warning for every given line that nothing was worked out from.

    One line may set several quantities; it is of use when any of them is.
    """
    used = results.used()
    lines: dict[tuple[str, Origin], list[Quantity]] = {}
    for leaf in leaves:
        quantity = results.vocabulary.quantities[leaf.quantity]
        lines.setdefault((leaf.instance, leaf.origin), []).append(quantity)
    for (instance, origin), quantities in lines.items():
        if any(_is_of_use(quantity, results.vocabulary, used) for quantity in quantities):
            continue
        yield Problem(
            "unlikely",
            "is given, but nothing in this plan is worked out from it",
            field=results.key(quantities[0], instance),
            given=f"{origin.text} ({origin.place})",
            warning=True,
        )


def _is_of_use(quantity: Quantity, vocabulary: Vocabulary, used: frozenset[str]) -> bool:
    """Whether a given quantity is read by a formula, is an answer itself, or only describes."""
    answer = quantity.name in vocabulary.formulas or quantity.entity == PLAN
    readers = (f for ways in vocabulary.formulas.values() for f in ways)
    describes = not any(quantity.name in formula.needs for formula in readers)
    return answer or describes or quantity.name in used


def _is_empty(lack: Lack) -> bool:
    return lack.empty or (bool(lack.ways) and all(any(map(_is_empty, way)) for way in lack.ways))


def _leaves(lack: Lack) -> list[Lack]:
    if not lack.ways:
        return [lack]
    return _way_leaves(min(lack.ways, key=lambda way: len(_way_leaves(way))))


def _way_leaves(way: tuple[Lack, ...]) -> list[Lack]:
    """What the plan would have to say for one way to be open, each once."""
    found = {leaf.key: leaf for lack in way for leaf in _leaves(lack)}
    return list(found.values())
