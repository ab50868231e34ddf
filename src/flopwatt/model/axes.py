"""The words formula bodies use in place of axes and branches.

Inside, an array has axes (instance, month, option, case); an axis not in use has length 1.
What a formula reduces over (a model's runs, a plan's products) comes with one more axis in
front, the member; a group with fewer members than the longest is padded with NaN.

Each word works on arrays. Given symbols or dimensions instead (see ``trace``) it hands
itself to them, so that one body also writes its formula out and proves its units.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from flopwatt.model.crossing import (
    Curve,
    Staircase,
    exponential_integral,
    first_crossing,
    lasting_crossing,
)
from flopwatt.model.value import Array

MONTH, OPTION, CASE = -3, -2, -1
MEMBER_AXES = 5


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


def _same(*dimensions: Any) -> Any:
    first, *rest = dimensions
    for other in rest:
        first = first + other
    return first


@word(dimension=lambda members: members)
def total(members: Array) -> Array:
    """The sum over members: a model's runs, a plan's products."""
    if members.ndim != MEMBER_AXES:
        raise TypeError("total() reduces over members; this quantity has none here")
    summed: Array = np.where(np.isnan(members), 0.0, members).sum(axis=0)
    return summed


@word(dimension=lambda series: series)
def cumulative(series: Array) -> Array:
    """The running total month by month."""
    return np.cumsum(series, axis=MONTH)


@word(dimension=lambda series: series)
def at_horizon(series: Array) -> Array:
    """The value in the plan's last month."""
    last: Array = series[..., -1:, :, :]
    return last


@word(dimension=_same)
def later(one: Array, other: Array) -> Array:
    """The later of two times, the larger of two numbers."""
    return np.maximum(one, other)


@word(dimension=lambda condition, one, other: _same(one, other))
def pick(condition: Array, one: Array, other: Array) -> Array:
    """One value where the condition holds, the other elsewhere."""
    return np.where(condition, one, other)


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


def _crossing_dimension(
    bills: Any, due: Any, spent: Any, rate: Any, growth: Any, launch: Any, month_end: Any
) -> Any:
    _same(bills, spent, rate * month_end)
    (growth * month_end).without_unit()
    return _same(due, launch, month_end)


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
