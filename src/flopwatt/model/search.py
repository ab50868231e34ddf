"""Words that search: which of several is least or first, and how many fit within a budget."""

from __future__ import annotations

from typing import Any

import numpy as np

from flopwatt.model.axes import alike, word
from flopwatt.model.value import Array

HALVINGS = 40


def _pure(*numbers: Any) -> Any:
    """Places and truths are pure numbers, whatever was compared."""
    first, *_ = numbers
    return first / first


@word(dimension=lambda *numbers: _pure(alike(*numbers)))
def place_of_least(*numbers: Array) -> Array:
    """The place of the smallest, counted from 0; of equals the first."""
    place: Array = np.argmin(np.stack(np.broadcast_arrays(*numbers)), axis=0).astype(float)
    return place


@word(dimension=lambda *numbers: _pure(alike(*numbers)))
def place_of_most(*numbers: Array) -> Array:
    """The place of the largest, counted from 0; of equals the first."""
    place: Array = np.argmax(np.stack(np.broadcast_arrays(*numbers)), axis=0).astype(float)
    return place


@word(dimension=_pure)
def first_true(*conditions: Array) -> Array:
    """The place of the first condition that holds, counted from 0; their number where none does."""
    stacked = np.stack(np.broadcast_arrays(*conditions))
    return np.where(stacked.any(axis=0), np.argmax(stacked, axis=0), len(conditions)).astype(float)


def _sequences_dimension(budget: Any, base: Any, each: Any, shared: Any, missed: Any) -> Any:
    alike(budget, base, each, shared)
    return missed.without_unit()


@word(dimension=_sequences_dimension)
def sequences_within(
    budget: Array, base: Array, each: Array, shared: Array, missed: Array
) -> Array:
    """How many sequences a step takes on within a budget of time.

    A step of q takes ``base`` + ``each`` x q + ``shared`` x (1 - ``missed``^q), which grows with
    q. Solved by halving, to ten digits; below 1 where not even one keeps the budget.
    """
    low = np.zeros(np.broadcast_shapes(*map(np.shape, (budget, base, each, shared, missed))))
    high = low + np.maximum(budget - base, 0) / each
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        within = base + each * middle + shared * (1 - np.power(missed, middle)) <= budget
        low, high = np.where(within, middle, low), np.where(within, high, middle)
    # so that a whole number that just keeps the budget is not lost to the last halving
    return low * (1 + 2.0**-HALVINGS * HALVINGS)
