"""Lines of a plan that say the same thing differently: which counts, and what the other says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flopwatt.model.engine import each_way
from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Quantity
from flopwatt.model.results import Results
from flopwatt.model.value import Array
from flopwatt.problems import Problem
from flopwatt.studies.goals import Places
from flopwatt.units import show

APART = 0.01  # relative; below it, rounding of what was written


def disagreements(
    results: Results, places: Places, months: Sequence[str] = ()
) -> Iterator[Problem]:
    """A warning for every quantity that two formulas work out differently from the plan."""
    for name, formulas in results.vocabulary.formulas.items():
        if len([formula for formula in formulas if not formula.fallback]) < 2:
            continue
        quantity = results.vocabulary.quantities[name]
        ways = [way for way in each_way(results, name) if not way[0].fallback]
        for position, instance in enumerate(results.population.names(quantity.entity)):
            if results.columns[name].supplied[position]:
                continue  # a given value stands above its formulas, and the report shows both
            said = [(formula, data[position]) for formula, data, known in ways if known[position]]
            yield from _compare(Told(results, quantity, instance, places, months), said)


@dataclass(frozen=True)
class Told:
    """What two ways are about: a quantity of one instance, its place in the plan, its months."""

    results: Results
    quantity: Quantity
    instance: str
    places: Places
    months: Sequence[str]


def _compare(told: Told, said: list[tuple[Formula, Array]]) -> Iterator[Problem]:
    """Hold the first way against the others; one other is enough to tell."""
    for formula, data in said[1:]:
        first, other = np.broadcast_arrays(said[0][1], data)
        # what is too large for a number is told elsewhere
        apart = np.isfinite(first) & np.isfinite(other) & ~np.isclose(first, other, rtol=APART)
        lines = (_lines(told.results, way, told.instance) for way in (said[0][0], formula))
        # ways from the very same lines can disagree, and the lines do not
        if not apart.any() or len(set(lines)) == 1:
            continue
        yield _problem(told, (said[0][0], formula), (first, other), int(np.argwhere(apart)[0][0]))
        return


def _problem(
    told: Told, ways: tuple[Formula, Formula], numbers: tuple[Array, Array], month: int
) -> Problem:
    """Two ways side by side, in the first month in which they differ."""
    results, quantity = told.results, told.quantity
    key = results.key(quantity, told.instance)
    texts = [show(float(value[month, 0, 0]), quantity.unit) for value in numbers]
    needs = [_needs(results, way) for way in ways]
    since = f" in {told.months[month]}" if month else ""
    return Problem(
        "disagreement",
        f"is {texts[0]} from {needs[0]}, which counts, but {texts[1]} from {needs[1]}{since}",
        told.places.get(key.removesuffix(f".{quantity.key}")),
        key,
        allowed="lines that agree within 1 %, or one of them alone",
        warning=True,
    )


def _lines(results: Results, formula: Formula, instance: str) -> frozenset[str]:
    """The keys of all that was supplied, and a formula's answer for one instance rests on."""
    found: set[str] = set()
    rest = [key for given in results.inputs(formula, instance) for key in given.keys]
    seen = set(rest)
    while rest:
        key = rest.pop()
        if key not in results:
            continue
        value = results[key]
        if value.formula is None or value.origin.kind != "computed":
            found.add(key)
            continue
        more = {one for given in value.inputs for one in given.keys} - seen
        seen |= more
        rest += more
    return frozenset(found)


def _needs(results: Results, formula: Formula) -> str:
    keys = [results.vocabulary.quantities[need].key for need in formula.needs]
    return ", ".join(keys[:-1]) + (" and " if keys[:-1] else "") + keys[-1]
