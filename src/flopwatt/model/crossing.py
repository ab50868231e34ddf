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
        month = np.argmax(reached, axis=-3, keepdims=True)
        end = self._at(self.month_end, month)
        start = np.where(month > 0, self._at(self.month_end, np.maximum(month - 1, 0)), 0.0)
        excess = self._at(self.spent, month) - level
        back = self._back(excess, month, end, end - start)
        at_start = (month == 0) & (self._gap(end - start, month, end)[0] <= excess)
        time = np.where(at_start, ALREADY, end - back)
        return np.where(reached.any(axis=-3, keepdims=True), time, NEVER)

    def _at(self, series: Array, month: Months) -> Array:
        """A series in one month per instance and case."""
        if series.shape[-3] == 1:
            return series
        lead = np.broadcast_shapes(series.shape[:-3], month.shape[:-3])
        tail = np.broadcast_shapes(series.shape[-2:], month.shape[-2:])
        series = np.broadcast_to(series, (*lead, series.shape[-3], *tail))
        month = np.broadcast_to(month, (*lead, 1, *tail))
        return np.take_along_axis(series, month, axis=-3)

    def _gap(self, back: Array, month: Months, end: Array) -> tuple[Array, Array]:
        """What was spent in the last ``back`` seconds of the month, and the rate then."""
        rate = self._at(self.rate, month)
        growth = self._at(self.growth, month)
        live = np.clip(end - self.launch, 0.0, None)
        span = np.minimum(back, live)
        spent = exponential_integral(rate, -growth, span)
        slope = np.where(back < live, rate * np.exp(-growth * span), 0.0)
        if spent.ndim > self.spent.ndim:
            spent, slope = np.nansum(spent, axis=0), np.nansum(slope, axis=0)
        return spent, slope

    def _back(self, excess: Array, month: Months, end: Array, length: Array) -> Array:
        """How long before the month's end the curve stood lower by ``excess``."""
        low = np.zeros(np.broadcast_shapes(excess.shape, length.shape))
        high = low + length
        back = low
        for _ in range(MAX_STEPS):
            spent, slope = self._gap(back, month, end)
            over = spent > excess
            high = np.where(over, back, high)
            low = np.where(over, low, back)
            step = back - (spent - excess) / np.where(slope > 0, slope, np.inf)
            inside = (step >= low) & (step <= high) & (slope > 0)
            new = np.where(inside, step, (low + high) / 2)
            done = np.abs(new - back) < TOLERANCE_S
            back = new
            if done.all():
                break
        return back


def _crossings(stairs: Staircase, curve: Curve) -> tuple[Array, Array]:
    """The first crossing, and the one after which no step undoes it."""
    due, levels = stairs.steps()
    horizon = curve.month_end[..., -1:, :, :]
    first = lasting = None
    for step in range(len(due)):
        opens = np.where(due[step] <= 0, ALREADY, due[step])
        closes = due[step + 1] if step + 1 < len(due) else np.full_like(due[step], NEVER)
        time = np.maximum(curve.reach(levels[step]), opens)
        counts = (due[step] <= horizon) & (levels[step] > 0)
        valid = counts & (time < closes) & (closes > 0)
        hit = np.where(valid, time, NEVER)
        first = hit if first is None else np.minimum(first, hit)
        lasting = time if lasting is None else np.where(counts, time, lasting)
    if first is None or lasting is None:
        raise ValueError("a staircase needs a step")
    return first, np.where(np.isinf(first) & (first > 0), NEVER, lasting)


def first_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start at which the curve first stands on or above the stairs."""
    return _crossings(stairs, curve)[0]


def lasting_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start from which the curve stays above the stairs."""
    return _crossings(stairs, curve)[1]
