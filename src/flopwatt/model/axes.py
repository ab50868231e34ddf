"""The words formula bodies use in place of axes and branches.

Inside, an array has axes (instance, month, option, case); an axis not in use has length 1.
What a formula reduces over (a model's runs, a plan's products) comes with one more axis in
front, the member; a group with fewer members than the longest is padded with NaN.

Each word works on arrays. Given symbols or dimensions instead (see ``trace``) it hands
itself to them, so that one body also writes its formula out and proves its units.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.crossing import (
    Curve,
    Staircase,
    first_crossing,
    lasting_crossing,
)
from flopwatt.model.value import Array

MONTH, OPTION, CASE = -3, -2, -1
MEMBER_AXES = 5
MANY_CASES = 16


def word(dimension: Callable[..., Any]) -> Callable[[Callable[..., Array]], Callable[..., Any]]:
    """Make a numeric function usable on symbols and dimensions too.

    ``dimension`` gives the dimension of the result from those of the arguments.
    """

    def wrap(numeric: Callable[..., Array]) -> Callable[..., Any]:
        @functools.wraps(numeric)
        def call(*args: Any) -> Any:
            for arg in args:
                if hasattr(arg, "apply_word"):
                    return arg.apply_word(call, args)
            return numeric(*args)

        call.dimension = dimension  # type: ignore[attr-defined]
        return call

    return wrap


def alike(*dimensions: Any) -> Any:
    """The dimension of several numbers that measure the same."""
    first, *rest = dimensions
    for other in rest:
        first = first + other
    return first


@word(dimension=lambda members: members)
def total(members: Array) -> Array:
    """The sum over members: a model's runs, a plan's products."""
    if members.ndim != MEMBER_AXES:
        raise TypeError("total() reduces over members; this quantity has none here")
    summed: Array = members.sum(axis=0)
    if np.isnan(summed).any():
        # a group shorter than the longest is padded throughout; a number that overflowed is not
        padding: NDArray[np.bool_] = np.asarray(np.isnan(members).all(axis=(MONTH, OPTION, CASE)))
        for place in np.flatnonzero(padding.any(axis=0)).tolist():
            summed[place] = members[~padding[:, place], place].sum(axis=0)
    return summed


@word(dimension=lambda members: members)
def largest(members: Array) -> Array:
    """The largest of the members; a group with fewer than the longest has no others."""
    if members.ndim != MEMBER_AXES:
        raise TypeError("largest() reduces over members; this quantity has none here")
    found: Array = np.fmax.reduce(members, axis=0)
    return found


@word(dimension=lambda series: series)
def cumulative(series: Array) -> Array:
    """The running total month by month."""
    return running(np.add, series)


@word(dimension=lambda series: series)
def over_plan(series: Array) -> Array:
    """The sum over the plan's months."""
    if series.shape[CASE] < MANY_CASES:  # one month after the other, however many cases there are
        return running(np.add, series)[..., -1:, :, :]
    summed: Array = series.sum(axis=MONTH, keepdims=True)
    return summed


def running(step: np.ufunc, series: Array) -> Array:
    """What a step makes of each month and all before it."""
    if series.shape[CASE] < MANY_CASES:
        few: Array = step.accumulate(series, axis=MONTH)
        return few
    # numpy accumulates case by case, each from month to month, which takes four times as long
    found = series.copy()
    for before, month in itertools.pairwise(np.moveaxis(found, MONTH, 0)):
        step(before, month, out=month)
    return found


@word(dimension=lambda series: series)
def at_horizon(series: Array) -> Array:
    """The value in the plan's last month."""
    last: Array = series[..., -1:, :, :]
    return last


@word(dimension=lambda series: series)
def at_start(series: Array) -> Array:
    """The value in the plan's first month."""
    first: Array = series[..., :1, :, :]
    return first


@word(dimension=alike)
def earlier(one: Array, other: Array) -> Array:
    """The earlier of two times, the smaller of two numbers."""
    return np.minimum(one, other)


@word(dimension=alike)
def later(one: Array, other: Array) -> Array:
    """The later of two times, the larger of two numbers."""
    return np.maximum(one, other)


@word(dimension=lambda number: number.without_unit())
def whole(number: Array) -> Array:
    """The largest whole number that is not above: of blocks, heads, sequences."""
    return np.floor(number)


@word(dimension=lambda number, times: (number.without_unit() * times).without_unit())
def power(number: Array, times: Array) -> Array:
    """A number multiplied by itself so many times: the chance that a chance holds each time."""
    return np.power(number, times)


@word(dimension=lambda number: number.halved())
def square_root(number: Array) -> Array:
    """The number that multiplied by itself gives this one."""
    return np.sqrt(number)


@word(dimension=lambda condition, one, other: alike(one, other))
def pick(condition: Array, one: Array, other: Array) -> Array:
    """One value where the condition holds, the other elsewhere."""
    return np.where(condition, one, other)


@word(dimension=lambda index, *choices: alike(*choices))
def choose(index: Array, *choices: Array) -> Array:
    """The choice at a place, counted from 0: what a word of the plan stands for."""
    return np.select([index == place for place in range(len(choices))], list(choices), np.nan)


def _crossing_dimension(
    bills: Any, due: Any, spent: Any, rate: Any, growth: Any, launch: Any, month_end: Any
) -> Any:
    alike(bills, spent, rate * month_end)
    (growth * month_end).without_unit()
    return alike(due, launch, month_end)


@word(dimension=_crossing_dimension)
def first_time(
    bills: Array,
    due: Array,
    spent: Array,
    rate: Array,
    growth: Array,
    launch: Array,
    month_end: Array,
) -> Array:
    """When cumulative spend first reaches the bills that have fallen due, solved inside the month.

    bills, due: member axis in front. spent: cumulative at each month's end. rate, growth:
    of the spend at each month's end, by product. Result in seconds since the plan's
    start: +inf where it never happens within the horizon, -inf where it had already.
    """
    return first_crossing(Staircase(bills, due), Curve(spent, rate, growth, launch, month_end))


@word(dimension=_crossing_dimension)
def lasting_time(
    bills: Array,
    due: Array,
    spent: Array,
    rate: Array,
    growth: Array,
    launch: Array,
    month_end: Array,
) -> Array:
    """From when cumulative spend stays above the bills, whatever falls due later.

    Arguments and result as in ``first_time``.
    """
    return lasting_crossing(Staircase(bills, due), Curve(spent, rate, growth, launch, month_end))
