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

Places = NDArray[np.intp]

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
    a plan); ``spent`` is the sum over those members. All else has axes (instance, month, option,
    case).
    """

    spent: Array
    rate: Array
    growth: Array
    launch: Array
    month_end: Array


class _Line:
    """A curve with all its instances and cases in one line."""

    def __init__(self, curve: Curve, shape: tuple[int, ...]) -> None:
        parts = (curve.spent, curve.rate, curve.growth, curve.launch)
        instances, _, options, cases = np.broadcast_shapes(
            shape[-4:], *((one.shape[-4], 1, *one.shape[-2:]) for one in parts)
        )
        self.curve, self.shape = curve, (instances, 1, options, cases)
        places = np.indices(self.shape).reshape(4, -1)
        self.instance, _, self.option, self.case = places
        self.ends = np.ravel(curve.month_end)
        self.starts = np.append(0.0, self.ends[:-1])
        months = curve.spent.shape[-3]
        wide = np.broadcast_to(curve.spent, (instances, months, options, cases))
        self.spent = np.moveaxis(wide, -3, 0).reshape(months, -1)

    def flat(self, steps: Array) -> Array:
        """Steps of the stairs, axes (step, place)."""
        return np.broadcast_to(steps, (len(steps), *self.shape)).reshape(len(steps), -1)

    def counts(self, opens: Array, level: Array) -> NDArray[np.bool_]:
        """Whether a step falls due within the plan and bills anything."""
        within: NDArray[np.bool_] = (opens < self.ends[-1]) & (level > 0)
        return within

    def reach(
        self, level: Array, asked: NDArray[np.bool_], after: Array, before: Array | float = NEVER
    ) -> Array:
        """When the curve reaches a level, in seconds since the plan's start, where that is asked.

        To the second between ``after`` and ``before`` alone: a month that ended by the first is
        told as already, one that begins at the second or later as never. Never where nobody asks.
        """
        found = np.full(level.shape, NEVER)
        asking = np.flatnonzero(asked)
        months = (self.spent[:, asking] < level[asking]).sum(axis=0, dtype=np.intp)
        months = np.minimum(months, len(self.spent) - 1)
        excess = self.spent[months, asking] - level[asking]
        ever = excess >= 0  # what is not a number reaches nothing
        passed = ever & (self.ends[months] <= after[asking])
        found[asking[passed]] = ALREADY
        near = ever & ~passed & (self.starts[months] < np.broadcast_to(before, level.shape)[asking])
        if near.any():
            places, months = asking[near], months[near]
            tail = self._tail(places, months, excess[near])
            covered = months == 0
            if covered.any():
                covered &= tail.covers()
            # what lies outside the months has no place to search for
            back = tail.back(np.flatnonzero(~covered))
            found[places] = np.where(covered, ALREADY, self.ends[months] - back)
        return found

    def _tail(self, places: Places, months: Places, excess: Array) -> _Tail:
        """The month of each place seen from its end."""
        curve, ends = self.curve, self.ends[months]
        parts = [self._at(one, places, months) for one in (curve.rate, curve.growth, curve.launch)]
        # of members short groups lack some
        parts = [np.where(np.isnan(one), 0.0, one) if one.ndim > 1 else one for one in parts]
        rate, growth, launch = np.broadcast_arrays(*map(np.atleast_2d, parts))
        live = np.clip(ends - launch, 0.0, None)
        return _Tail(rate, growth, live, ends - self.starts[months], excess)

    def _at(self, series: Array, places: Places, months: Places) -> Array:
        """A series in one month of each place, members in front."""
        shape = (*series.shape[:-4], self.shape[0], series.shape[-3], *self.shape[2:])
        month = months if series.shape[-3] > 1 else 0
        at = self.instance[places], month, self.option[places], self.case[places]
        found: Array = np.broadcast_to(series, shape)[(..., *at)]
        return found


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

    def pick(self, places: Places) -> _Tail:
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

    def back(self, wanted: Places) -> Array:
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


def _sum(members: Array) -> Array:
    """The sum over members, one after the other: the same whatever number of cases there is."""
    summed: Array = members[0] if len(members) == 1 else np.cumsum(members, axis=0)[-1]
    return summed


def first_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start at which the curve first stands on or above the stairs."""
    due, levels = stairs.steps()
    line = _Line(curve, due.shape)
    due, levels = line.flat(due), line.flat(levels)
    closes = np.concatenate([due[1:], np.full_like(due[:1], NEVER)])
    first: Array = np.full(due.shape[1:], NEVER)
    for opens, until, level in zip(due, closes, levels, strict=True):
        # each step stands higher and opens later than the one before: the first to count is it
        counts = line.counts(opens, level) & (until > 0) & (first == NEVER)
        if counts.any():
            time = np.maximum(line.reach(level, counts, opens, until), _opening(opens))
            first = np.where(counts & (time < until), time, first)
    return first.reshape(line.shape)


def lasting_crossing(stairs: Staircase, curve: Curve) -> Array:
    """Seconds since the plan's start from which the curve stays on or above the stairs.

    Looked for from the last step down: a step that is covered when it opens undoes nothing,
    so the crossing that lasts is the one before it.
    """
    due, levels = stairs.steps()
    line = _Line(curve, due.shape)
    lasting: Array = np.full(line.flat(due).shape[1:], NEVER)
    looking = np.ones(lasting.shape, dtype=bool)
    for opens, level in zip(line.flat(due)[::-1], line.flat(levels)[::-1], strict=True):
        counts = line.counts(opens, level) & looking
        if counts.any():
            reach = line.reach(level, counts, opens)
            lasting = np.where(counts, np.maximum(reach, _opening(opens)), lasting)
            looking &= ~(counts & (reach > opens))
    return lasting.reshape(line.shape)


def _opening(opens: Array) -> Array:
    """When a step opens; one that opened before the plan stood there already."""
    return np.where(opens <= 0, ALREADY, opens)
