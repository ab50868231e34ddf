"""Lines of a plan that say the same thing differently: which counts, and what the other says."""

from __future__ import annotations

from collections.abc import Iterator

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


def disagreements(results: Results, places: Places) -> Iterator[Problem]:
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
            yield from _compare(results, quantity, instance, said, places)


def _compare(
    results: Results,
    quantity: Quantity,
    instance: str,
    said: list[tuple[Formula, Array]],
    places: Places,
) -> Iterator[Problem]:
    """Hold the first way against the others; one other is enough to tell."""
    for formula, data in said[1:]:
        first, other = said[0][1], data
        if np.allclose(first, other, rtol=APART, equal_nan=True):
            continue
        key = results.key(quantity, instance)
        texts = [show(float(value[0, 0, 0]), quantity.unit) for value in (first, other)]
        needs = [_needs(results, way) for way in (said[0][0], formula)]
        yield Problem(
            "disagreement",
            f"is {texts[0]} from {needs[0]}, which counts, but {texts[1]} from {needs[1]}",
            places.get(key.removesuffix(f".{quantity.key}")),
            key,
            allowed="lines that agree within 1 %, or one of them alone",
            warning=True,
        )
        return


def _needs(results: Results, formula: Formula) -> str:
    keys = [results.vocabulary.quantities[need].key for need in formula.needs]
    return ", ".join(keys[:-1]) + (" and " if keys[:-1] else "") + keys[-1]
