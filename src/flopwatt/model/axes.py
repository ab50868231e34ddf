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
    exponential_integral,
    first_crossing,
    lasting_crossing,
)
from flopwatt.model.value import Array

GAUSS_POINTS, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(12)
NEWTON_STEPS, HALF = 12, 0.5
SERIES_BELOW = 1e-5  # below it the first terms are exact to ten digits, and the quotient is not
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


@word(dimension=lambda growth, span: (growth * span).without_unit())
def compounded(growth: Array, span: Array) -> Array:
    """The factor by which a rate has grown after a span: exp(growth x span)."""
    return np.exp(growth * span)


def _grown_dimension(rate: Any, growth: Any, span: Any) -> Any:
    (growth * span).without_unit()
    return rate * span


@word(dimension=_grown_dimension)
def grown(rate: Array, growth: Array, span: Array) -> Array:
    """What a continuously growing rate adds up to over a span from its start.

    The integral of rate x exp(growth x t) from 0 to span; rate x span where growth is 0.
    """
    return exponential_integral(rate, growth, span)


def _adoption_dimension(share: Any, growth: Any, span: Any) -> Any:
    share.without_unit()
    return (growth * span).without_unit()


@word(dimension=_adoption_dimension)
def adoption(share: Array, growth: Array, span: Array) -> Array:
    """The factor by which volume has grown after a span on a logistic curve.

    ``share`` is the volume at the start over the ceiling, ``growth`` the rate at which a
    volume far below the ceiling grows.
    """
    return 1.0 / (share + (1.0 - share) * np.exp(-growth * span))


@word(dimension=lambda share, growth, span: _adoption_dimension(share, growth, span) * span)
def adopted(share: Array, growth: Array, span: Array) -> Array:
    """The integral of ``adoption`` over a span from its start."""
    # ln(1 + s (e^x - 1)) / s g, written so that a large x does not overflow
    exponent = np.asarray(growth * span, dtype=float)
    still = np.abs(exponent) < np.finfo(float).eps
    safe = np.where(still, 1.0, exponent)
    inner = np.where(
        safe > 0,
        safe + np.log(share + (1.0 - share) * np.exp(-np.abs(safe))),
        np.log1p(share * np.expm1(np.minimum(safe, 0.0))),
    )
    return span * np.where(still, 1.0, inner / (share * safe))


def _served_dimension(share: Any, growth: Any, change: Any, age: Any, span: Any) -> Any:
    _adoption_dimension(share, growth, age)
    (change * age).without_unit()
    return alike(age, span)


@word(dimension=_served_dimension)
def served(share: Array, growth: Array, change: Array, age: Array, span: Array) -> Array:
    """The integral of ``adoption`` times a moving price over the last ``span`` before ``age``.

    The price is 1 at that age and changes at the rate ``change``. By Gauss-Legendre points,
    to nine digits over a month at any growth that doubles no faster than daily.
    """
    summed: Array = np.asarray(0.0)
    for point, weight in zip(GAUSS_POINTS, GAUSS_WEIGHTS, strict=True):
        back = span * (1 - point) / 2
        summed = summed + weight / 2 * adoption(share, growth, age - back) * np.exp(-change * back)
    return span * summed


@word(dimension=lambda spend, rate, span: (spend / rate / span).without_unit() / span)
def growth_within(spend: Array, rate: Array, span: Array) -> Array:
    """The growth at which a rate that ends at ``rate`` adds up to ``spend`` over a span."""
    length = np.where(span > 0, span, 1.0)
    share = np.where((span > 0) & (rate > 0), spend / np.where(rate > 0, rate, 1.0) / length, 1.0)
    # solved for x in ln((1 - exp(-x)) / x) = ln(share), which is nearly straight on either side
    target = np.log(share)
    exponent = np.where(share > 1, -2 * target, np.where(share < HALF, 1 / share, 2 * (1 - share)))
    for _ in range(NEWTON_STEPS):
        near = np.abs(exponent) < SERIES_BELOW
        safe = np.where(near, 1.0, exponent)
        ratio = -np.expm1(-safe) / safe
        value = np.where(near, -exponent / 2, np.log(ratio))
        slope = np.where(near, -0.5, (np.exp(-safe) - ratio) / (ratio * safe))
        exponent = exponent - (value - target) / slope
    return exponent / length


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
