"""When a growing curve passes a staircase, to the second.

The curve is known at month ends and is exponential inside each month, so the crossing is
found in its month by the sign of the gap, then inside it by Newton steps that bisection
keeps in bounds. Arrays throughout: every product and every draw at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.value import Array

Months = NDArray[np.intp]

NEVER, ALREADY = np.inf, -np.inf
TOLERANCE_S = 1e-3  # a millisecond: four orders below the 0.01 day that is promised
MAX_STEPS = 80  # bisection alone needs 42 to bring a month down to the tolerance


def exponential_integral(rate: Array, growth: Array, span: Array) -> Array:
    """The integral of rate x exp(growth x t) over a span; rate x span where growth is 0."""
    exponent = np.asarray(growth * span, dtype=float)
    still = np.abs(exponent) < np.finfo(float).eps
    safe = np.where(still, 1.0, exponent)
    return rate * span * np.where(still, 1.0, np.expm1(safe) / safe)


@dataclass(frozen=True)
class Staircase:
    """Bills and the times they fall due, members in front; NaN pads short groups."""

    bills: Array
    due: Array

    def steps(self) -> tuple[Array, Array]:
        """Due times in order and the sum of all bills due by then."""
        bills, due = np.broadcast_arrays(self.bills, self.due)
        absent = np.isnan(bills)
        due = np.where(absent, NEVER, due)
        order = np.argsort(due, axis=0, kind="stable")
        bills = np.take_along_axis(np.where(absent, 0.0, bills), order, axis=0)
        return np.take_along_axis(due, order, axis=0), np.cumsum(bills, axis=0)


@dataclass(frozen=True)
class Curve:
    """Cumulative spend at month ends, with the rate there, its growth and the launch.

    ``rate``, ``growth`` and ``launch`` may carry a member axis in front (the products of
    a plan); ``spent`` is the sum over those members.
    """

    spent: Array
    rate: Array
    growth: Array
    launch: Array
    month_end: Array

    def reach(self, level: Array) -> Array:
        """When the curve reaches a level, in seconds since the plan's start."""
        reached = self.spent >= level
        ever = reached.any(axis=-3, keepdims=True)
        month = np.argmax(reached, axis=-3, keepdims=True)
        end = _at(self.month_end, month)
        start = np.where(month > 0, _at(self.month_end, np.maximum(month - 1, 0)), 0.0)
        live = np.clip(end - self.launch, 0.0, None)
        tail = _Tail(_at(self.rate, month), _at(self.growth, month), live, end - start)
        excess = _at(self.spent, month) - level
        at_start = ever & (month == 0) & (tail.spent(tail.length)[0] <= excess)
        # what lies outside the months has no place to search for: it must not keep others waiting
        inside = ever & ~at_start
        back = tail.back(np.where(inside, excess, 0.0))
        return np.where(inside, end - back, np.where(ever, ALREADY, NEVER))


def _at(series: Array, month: Months) -> Array:
    """A series in one month per instance and case."""
    if series.shape[-3] == 1:
        return series
    lead = np.broadcast_shapes(series.shape[:-3], month.shape[:-3])
    tail = np.broadcast_shapes(series.shape[-2:], month.shape[-2:])
    series = np.broadcast_to(series, (*lead, series.shape[-3], *tail))
    month = np.broadcast_to(month, (*lead, 1, *tail))
    return np.take_along_axis(series, month, axis=-3)


@dataclass(frozen=True)
class _Tail:
    """One month of the curve seen from its end, where the rate is known.

    ``live`` is for how long before the month's end each member had been launched.
    """

    rate: Array
    growth: Array
    live: Array
    length: Array

    def spent(self, back: Array) -> tuple[Array, Array]:
        """What was spent in the last ``back`` seconds of the month, and the rate before them."""
        span = np.minimum(back, self.live)
        spent = exponential_integral(self.rate, -self.growth, span)
        slope = np.where(back < self.live, self.rate * np.exp(-self.growth * span), 0.0)
        if spent.ndim > self.length.ndim:
            spent, slope = np.nansum(spent, axis=0), np.nansum(slope, axis=0)
        return spent, slope

    def back(self, excess: Array) -> Array:
        """How long before the month's end the curve stood lower by ``excess``."""
        low = np.zeros(np.broadcast_shapes(excess.shape, self.length.shape))
        high = low + self.length
        back = low
        for _ in range(MAX_STEPS):
            spent, slope = self.spent(back)
            over = spent > excess
            high = np.where(over, back, high)
            low = np.where(over, low, back)
            step = back - (spent - excess) / np.where(slope > 0, slope, np.inf)
            usable = (step >= low) & (step <= high) & (slope > 0)
            new = np.where(usable, step, (low + high) / 2)
            done = (np.abs(new - back) < TOLERANCE_S) | (spent == excess)
            back = np.where(spent == excess, back, new)
            if done.all():
                break
        return back


def first_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start at which the curve first stands on or above the stairs."""
    due, levels = stairs.steps()
    closes = np.concatenate([due[1:], np.full_like(due[:1], NEVER)])
    horizon = curve.month_end[..., -1:, :, :]
    first: Array = np.full(1, NEVER)
    for opens, until, level in zip(due, closes, levels, strict=True):
        time = _on_step(curve, level, opens)
        counts = (opens <= horizon) & (level > 0) & (until > 0) & (time < until)
        first = np.minimum(first, np.where(counts, time, NEVER))
    return first


def lasting_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start from which the curve stays above the stairs."""
    due, levels = stairs.steps()
    counts = (due <= curve.month_end[..., -1:, :, :]) & (levels > 0)
    last = np.where(counts, due, ALREADY).max(axis=0)
    level = np.where(counts, levels, 0.0).max(axis=0)
    return np.where(level > 0, _on_step(curve, level, last), NEVER)


def _on_step(curve: Curve, level: Array, opens: Array) -> Array:
    """When the curve stands on a step that opens at some time; before the plan is already."""
    return np.maximum(curve.reach(level), np.where(opens <= 0, ALREADY, opens))
