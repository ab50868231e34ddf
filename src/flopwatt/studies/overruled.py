"""Lines of a plan that a given value overrules: they are for it alone, and say something else."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np

from flopwatt.model.engine import each_way
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import Problem
from flopwatt.studies.goals import Places
from flopwatt.units import show

APART = 0.01  # relative; below it, rounding of what was written
GIVEN = "given"


def overruled_values(results: Results, places: Places) -> Iterator[Problem]:
    """A warning where a given value is contradicted by lines that are for nothing else.

    Most given values stand above a formula knowingly: what that is worked out from is of use
    elsewhere. Lines without another use were meant to count. What is set on the command line, or
    said to override, contradicts them knowingly too.
    """
    for name, alone in _alone(results.vocabulary).items():
        for place in _given(results, name):
            lines = [need for need in sorted(alone) if place in _given(results, need)]
            if lines:
                yield from _contradicted(results, name, place, lines, places)


def _given(results: Results, name: str) -> list[int]:
    """The instances for which a plan states a quantity, and does not insist."""
    return [
        place
        for place, leaves in enumerate(results.columns[name].supplied)
        if leaves and leaves[0].origin.kind == GIVEN and leaves[0].rank <= Rank.MEASURED
    ]


def _contradicted(
    results: Results, name: str, place: int, lines: list[str], places: Places
) -> Iterator[Problem]:
    """What other lines come to where a given value says something else; one of them is enough."""
    column = results.columns[name]
    instance = results.population.names(column.quantity.entity)[place]
    for formula, data, known in each_way(results, name):
        said = [need for need in lines if need in formula.needs]
        agree = np.allclose(column.data[place], data[place], rtol=APART, equal_nan=True)
        if not said or not known[place] or agree:
            continue
        numbers = (column.data[place], data[place])
        texts = [_text(one, column.quantity.unit) for one in numbers]
        key = results.key(column.quantity, instance)
        keys = " and ".join(results.vocabulary.quantities[need].key for need in said)
        yield Problem(
            "disagreement",
            f"is {texts[0]} as given, which counts, but {texts[1]} from {keys}",
            places.get(key),
            key,
            allowed="lines that agree within 1 %, or one of them alone",
            warning=True,
        )
        return


def _text(values: Array, unit: str) -> str:
    """A value in its first month as people read it; what overflowed is told so."""
    first = float(values[0, 0, 0])
    return show(first, unit) if np.isfinite(first) else "too large for a number"


@functools.lru_cache(maxsize=4)
def _alone(vocabulary: Vocabulary) -> dict[str, frozenset[str]]:
    """For each quantity the given ones of its own entity from which it alone is worked out."""
    makes: dict[str, set[str]] = {}
    for name, formulas in vocabulary.formulas.items():
        for formula in formulas:
            for need in formula.needs:
                makes.setdefault(need, set()).add(name)
    found: dict[str, set[str]] = {}
    for need, made in makes.items():
        quantity = vocabulary.quantities[need]
        name = next(iter(made))
        own = quantity.entity == vocabulary.quantities[name].entity
        if len(made) == 1 and own and quantity.written and quantity.default is None:
            found.setdefault(name, set()).add(need)
    return {name: frozenset(needs) for name, needs in found.items()}
