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
    with np.errstate(invalid="ignore"):
        factor = np.expm1(exponent) / exponent
    still = exponent == 0
    if still.any():
        factor = np.where(still, 1.0, factor)
    integral: Array = rate * span * factor
    return integral


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
        below = self.spent < level
        month = below.sum(axis=-3, keepdims=True, dtype=np.intp)
        month = np.minimum(month, below.shape[-3] - 1)
        spent, end = _at(self.spent, month), _at(self.month_end, month)
        ever = spent >= level  # what is not a number reaches nothing
        start = np.where(month > 0, _at(self.month_end, np.maximum(month - 1, 0)), 0.0)
        live = np.clip(end - self.launch, 0.0, None)
        excess = np.where(ever, spent - level, 0.0)
        tail = _tail(_at(self.rate, month), _at(self.growth, month), live, end - start, excess)
        at_start = ever & (month == 0) & tail.covers().reshape(excess.shape)
        # what lies outside the months has no place to search for
        back = tail.back(np.flatnonzero(ever & ~at_start)).reshape(excess.shape)
        return np.where(at_start, ALREADY, np.where(ever, end - back, NEVER))


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
    """One month of each curve seen from its end, where the rate is known.

    Axes (member, case), all instances and cases in one line. ``live`` is for how long before
    the month's end each member had been launched, ``excess`` by how much the curve stands
    above the level at the month's end.
    """

    rate: Array
    growth: Array
    live: Array
    length: Array
    excess: Array

    def pick(self, places: NDArray[np.intp]) -> _Tail:
        """The same for some of the cases."""
        return _Tail(
            self.rate[:, places],
            self.growth[:, places],
            self.live[:, places],
            self.length[places],
            self.excess[places],
        )

    def spent(self, back: Array) -> tuple[Array, Array]:
        """What was spent in the last ``back`` seconds of the month, and the rate before them."""
        span = np.minimum(back, self.live)
        spent = exponential_integral(self.rate, -self.growth, span)
        slope = np.where(back < self.live, self.rate * np.exp(-self.growth * span), 0.0)
        return _sum(spent), _sum(slope)

    def covers(self) -> NDArray[np.bool_]:
        """Whether the whole month lies above the level."""
        return self.spent(self.length)[0] <= self.excess

    def guess(self) -> Array:
        """Where one exponential with the curve's rate and growth would meet the level.

        Exact for one member that was live all along.
        """
        rate = _sum(self.rate)
        share = self.excess / np.where(rate > 0, rate, np.inf)
        growth = _sum(self.rate * self.growth) / np.where(rate > 0, rate, 1.0)
        still = np.abs(growth * share) < np.finfo(float).eps
        inside = np.clip(growth * share, None, 1 - np.finfo(float).eps)
        bent = -np.log1p(-inside) / np.where(still, 1.0, growth)
        return np.clip(np.where(still, share, bent), 0.0, self.length)

    def back(self, wanted: NDArray[np.intp]) -> Array:
        """How long before the month's end the curve met the level, for the cases wanted.

        Newton steps from a close guess, kept in bounds by bisection; a case that is found is
        left alone, so that none depends on the others.
        """
        found = np.zeros(self.excess.shape)
        places, rest = wanted, self.pick(wanted)
        low, high, back = np.zeros(places.shape), rest.length, rest.guess()
        for _ in range(MAX_STEPS):
            spent, slope = rest.spent(back)
            gap = spent - rest.excess
            low, high = np.where(gap > 0, low, back), np.where(gap > 0, back, high)
            step = back - gap / np.where(slope > 0, slope, np.inf)
            usable = (step >= low) & (step <= high) & (slope > 0)
            new = np.where(gap == 0, back, np.where(usable, step, (low + high) / 2))
            found[places] = new
            left = np.flatnonzero(np.abs(new - back) >= TOLERANCE_S)
            if not len(left):
                break
            places, rest = places[left], rest.pick(left)
            low, high, back = low[left], high[left], new[left]
        return found


def _tail(rate: Array, growth: Array, live: Array, length: Array, excess: Array) -> _Tail:
    """Put all cases in one line, with the members of a sum in front."""
    shape = excess.shape
    rows = []
    for row in (rate, growth, live):
        members = row.shape[: row.ndim - len(shape)]
        line = np.broadcast_to(row, (*members, *shape)).reshape(-1, excess.size)
        rows.append(np.where(np.isnan(line), 0.0, line) if members else line)
    rate, growth, live = np.broadcast_arrays(*rows)
    return _Tail(rate, growth, live, np.broadcast_to(length, shape).ravel(), excess.ravel())


def _sum(members: Array) -> Array:
    """The sum over members, one after the other: the same whatever number of cases there is."""
    summed: Array = members[0] if len(members) == 1 else np.cumsum(members, axis=0)[-1]
    return summed


def first_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start at which the curve first stands on or above the stairs."""
    due, levels = stairs.steps()
    closes = np.concatenate([due[1:], np.full_like(due[:1], NEVER)])
    first: Array = np.full(1, NEVER)
    for opens, until, level in zip(due, closes, levels, strict=True):
        counts = _counts(curve, opens, level) & (until > 0)
        # each step stands higher and opens later than the one before: the first to count is it
        if counts.any() and (first == NEVER).any():
            time = np.maximum(curve.reach(level), _opening(opens))
            first = np.minimum(first, np.where(counts & (time < until), time, NEVER))
    return first


def lasting_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start from which the curve stays on or above the stairs.

    Looked for from the last step down: a step that is covered when it opens undoes nothing,
    so the crossing that lasts is the one before it.
    """
    due, levels = stairs.steps()
    lasting: Array = np.full(1, NEVER)
    looking: NDArray[np.bool_] = np.ones(1, dtype=bool)
    for opens, level in zip(due[::-1], levels[::-1], strict=True):
        counts = _counts(curve, opens, level) & looking
        if counts.any():
            reach = curve.reach(level)
            lasting = np.where(counts, np.maximum(reach, _opening(opens)), lasting)
            looking = looking & ~(counts & (reach > opens))
    return lasting


def _counts(curve: Curve, opens: Array, level: Array) -> NDArray[np.bool_]:
    """Whether a step falls due within the plan and bills anything."""
    within: NDArray[np.bool_] = (opens < curve.month_end[..., -1:, :, :]) & (level > 0)
    return within


def _opening(opens: Array) -> Array:
    """When a step opens; one that opened before the plan stood there already."""
    return np.where(opens <= 0, ALREADY, opens)
