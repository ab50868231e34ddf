"""Steps of a crossing: the bills in the order in which they fall due, one a column.

The same as the engine does: for each step of the staircase the month in which cumulative spend
reaches it, and inside that month the day, on the exponential that spend follows there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from flopwatt.report.workbook import functions as say
from flopwatt.report.workbook.pieces import (
    ENDLESS,
    Group,
    Numbers,
    Piece,
    Span,
    UnwritableError,
    as_piece,
    joined,
)

if TYPE_CHECKING:
    from flopwatt.report.workbook.desk import StepDesk

MOST_BILLS, MOST_MEMBERS = 60, 20
NEWTON_STEPS = 16
FIRST = Span(0, 0)


@dataclass(frozen=True)
class Stairs:
    """Steps of bills: when each opens and closes, and how high it stands."""

    opens: Piece
    until: Piece
    level: Piece


@dataclass(frozen=True)
class Month:
    """The month of each step in which spend reaches it, seen from its end."""

    length: Piece
    excess: Piece
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Member:
    """One product in that month: its rate at the end, its growth, how long it was live."""

    rate: Piece
    growth: Piece
    live: Piece


def crossing(desk: StepDesk, groups: Sequence[Group], *, lasting: bool) -> Piece:
    """When cumulative spend reaches the bills that have fallen due, or lastingly."""
    mark = tuple(piece.at(FIRST) for group in groups for piece in group.members)
    if max(len(groups[0].members), len(groups[1].members)) > MOST_BILLS:
        raise UnwritableError("there are too many bills")
    if len(groups[3].members) > MOST_MEMBERS:
        raise UnwritableError("there are too many products")
    desk.known(("first", *mark), lambda: _crossings(desk, groups, mark))
    return desk.done[("lasting" if lasting else "first", *mark)]


def _crossings(desk: StepDesk, groups: Sequence[Group], mark: tuple[str, ...]) -> Piece:
    bills, due, spent, rates, growths, launches, ends = groups
    desk.title(f"Crossing of {desk.subject}: a column for each bill, in the order they fall due")
    stairs = _stairs(desk, bills, due)
    month_end = _series(desk, "month ends", ends.members[0], "day")
    curve = _series(desk, "cumulative spend", spent.members[0], "USD")
    count = len(curve.number)
    below = _months_below(curve, stairs.level)
    month = desk.step("month in which spend gets there", say.smaller(below + 1.0, float(count)))
    at_end = desk.step("spend at its end", _at(curve, month), "USD")
    end = desk.step("when it ends", _at(month_end, month), "day")
    before = say.either(month > 1, _at(month_end, month - 1.0), 0.0)
    length = desk.step("its length", end - before, "day")
    ever = at_end >= stairs.level
    excess = desk.step("spend above the bills", say.either(ever, at_end - stairs.level, 0.0), "USD")
    members = []
    for place, rate in enumerate(rates.members):
        growth, launch = (
            group.members[place if len(group.members) > 1 else 0] for group in (growths, launches)
        )
        growth = growth if growth.plain or not growth.series else desk.step("growth", growth)
        rate = rate if rate.plain or not rate.series else desk.step("rate", rate, "USD/day")
        name = f" {place + 1}" if len(rates.members) > 1 else ""
        members.append(
            Member(
                desk.step(f"rate at its end{name}", _at(rate, month), "USD/day"),
                desk.step(f"growth inside it{name}", _at(growth, month)),
                desk.step(f"live in it{name}", say.larger(end - launch, 0.0), "day"),
            )
        )
    tail = Month(length, excess, tuple(members))
    back = _back(desk, tail)
    covered = say.both(say.both(ever, month <= 1.0), _spent(tail, length) <= excess)
    told = say.either(ever, end - back, np.inf)
    reach = desk.step("spend gets there", say.either(covered, -np.inf, told), "day")
    return _outcome(desk, stairs, reach, month_end, mark)


def _series(desk: StepDesk, label: str, piece: Piece, unit: str) -> Piece:
    """What differs by month in cells of its own, unless it has some."""
    if not piece.series:
        raise UnwritableError("there is one month alone")
    return piece if piece.plain else desk.step(label, piece, unit)


def _stairs(desk: StepDesk, bills: Group, due: Group) -> Stairs:
    wide = max(len(bills.members), len(due.members))
    bill = desk.step("bill", _row(bills, wide), "USD")
    falls = desk.step("falls due", _row(due, wide), "day")
    if wide == 1:  # one column, which is a series of one here
        return Stairs(falls, as_piece(np.inf), bill)
    order = np.arange(wide)
    opens = desk.step(
        "next to fall due",
        _listed(falls, lambda at: f"SMALL({_all(falls)},{at.first + 1})", np.sort(falls.number)),
        "day",
    )
    due_by = (falls.number[:, np.newaxis] <= opens.number).T
    level = desk.step(
        "all bills by then",
        _listed(
            bill,
            lambda at: f"SUMPRODUCT(({_all(falls)}<={opens.at(at)})*{_all(bill)})",
            np.where(due_by, bill.number, 0.0).sum(axis=1),
        ),
        "USD",
    )
    last = wide - 1
    until = _listed(
        opens,
        lambda at: ENDLESS if at.first == last else opens.at(Span(at.first + 1, at.first + 1)),
        np.append(opens.number[order[1:]], np.inf),
    )
    return Stairs(opens, desk.step("until", until, "day"), level)


def _row(group: Group, wide: int) -> Piece:
    """The members of a group side by side; one that all share in each column."""
    members = group.members if len(group.members) == wide else group.members * wide
    if any(member.series for member in members):
        raise UnwritableError("bills differ by month")
    first = members[0]
    if wide == 1:
        return first
    told = tuple(member.scaled(first.factor) for member in members)
    numbers = np.array([float(member.number) for member in told])
    return replace(first, write=lambda at: told[at.first].at(FIRST), number=numbers, binds=0,
                   plain=False)  # fmt: skip


def _all(row: Piece) -> str:
    """All columns of a row of steps, held fast."""
    return row.at(Span(0, len(row.number) - 1))


def _listed(like: Piece, write: Callable[[Span], str], number: Numbers) -> Piece:
    return replace(like, write=write, number=number, plain=False)


def _months_below(curve: Piece, level: Piece) -> Piece:
    """In how many months spend ends below a step."""
    cells, scaled = _fixed(curve), level.scaled(curve.factor)

    def work(spent: Numbers, high: Numbers) -> Any:
        return (spent < np.asarray(high)[..., np.newaxis]).sum(axis=-1).astype(float)

    return joined((curve, scaled), lambda at: f"SUMPRODUCT(--({cells}<{scaled.at(at)}))", work)


def _fixed(series: Piece) -> str:
    """All cells of a series, held fast when the formula is copied."""
    start, _, end = _all(series).partition(":")
    letters = end.rstrip("0123456789")
    return f"{start}:${letters}{end[len(letters) :]}"


def _at(series: Piece, month: Piece) -> Piece:
    """A series in the month of each step; what is one number as itself."""
    if not series.series:
        return joined((series, month), lambda at: series.at(FIRST), lambda n, m: n + 0 * m,
                      series.binds, series.factor)  # fmt: skip
    cells = _fixed(series)

    def work(numbers: Numbers, place: Numbers) -> Any:
        return numbers[np.maximum(np.asarray(place, dtype=int) - 1, 0)]

    return joined((series, month), lambda at: f"INDEX({cells},{month.at(at)})", work,
                  factor=series.factor)  # fmt: skip


def _spent(tail: Month, back: Piece) -> Piece:
    """What was spent in the last part of the month."""
    parts = [
        say.accrued(one.rate, -one.growth, say.smaller(back, one.live)) for one in tail.members
    ]
    return sum(parts[1:], parts[0])


def _back(desk: StepDesk, tail: Month) -> Piece:
    """How long before the month's end spend met the bills."""
    one, *more = tail.members
    rate = sum((member.rate for member in more), one.rate)
    bent = sum((m.rate * m.growth for m in more), one.rate * one.growth)
    growth = (
        desk.step("growth of all", say.either(rate > 0, bent / rate, 0.0)) if more else one.growth
    )
    share = desk.step("at its last rate", say.either(rate > 0, tail.excess / rate, 0.0), "day")
    exponent = say.pure(growth * share)
    still = say.larger(exponent, -exponent) < say.EPSILON
    inside = say.smaller(exponent, 1 - say.EPSILON)
    curved = say.either(still, share, -say.log1p(-inside) / growth)
    guess = say.smaller(say.larger(curved, 0.0), tail.length)
    back = desk.step("before the month's end", guess, "day")
    return _searched(desk, tail, back) if more else back


def _searched(desk: StepDesk, tail: Month, back: Piece) -> Piece:
    """Newton's steps from a close guess, kept in bounds by bisection."""
    low: Piece = back * 0.0
    high: Piece = tail.length
    for number in range(NEWTON_STEPS):
        gap = desk.step(f"step {number + 1}: beyond it", _spent(tail, back) - tail.excess, "USD")
        slopes = [
            say.either(
                back < one.live,
                one.rate * say.exponential(-one.growth * say.smaller(back, one.live)),
                0.0,
            )
            for one in tail.members
        ]
        slope = desk.step("rate there", sum(slopes[1:], slopes[0]), "USD/day")
        low = desk.step("not before", say.either(gap > 0, low, back), "day")
        high = desk.step("not after", say.either(gap > 0, back, high), "day")
        stepped = say.either(slope > 0, back - gap / slope, -1.0)
        within = say.both(stepped >= low, stepped <= high)
        new = say.either(within, stepped, (low + high) / 2.0)
        back = desk.step("before the month's end", new, "day")
    return back


def _outcome(
    desk: StepDesk, stairs: Stairs, reach: Piece, month_end: Piece, mark: tuple[str, ...]
) -> Piece:
    """The first crossing, and the one that lasts."""
    end = month_end.write(Span(len(month_end.number) - 1, len(month_end.number) - 1))
    last = joined((month_end,), lambda at: end, lambda n: n[-1], factor=month_end.factor)
    counts = say.both(stairs.opens < last, stairs.level > 0.0)
    opening = say.either(stairs.opens <= 0.0, -np.inf, stairs.opens)
    time = desk.step("spend stands on the step", say.larger(reach, opening), "day")
    open_still = say.both(stairs.until > 0.0, time < stairs.until)
    found = say.either(say.both(counts, open_still), time, np.inf)
    found = desk.step("if that counts", found, "day")
    first = _least(desk, "first crossing", found)
    undone = desk.step("counts, and comes after the bill",
                       say.either(say.both(counts, reach > stairs.opens), 1.0, 0.0))  # fmt: skip
    held = desk.step("counts", say.either(counts, 1.0, 0.0))
    desk.done["lasting", *mark] = _lasting(desk, time, held, undone)
    return first


def _least(desk: StepDesk, label: str, row: Piece) -> Piece:
    if not row.series:
        return desk.step(label, row, "day")
    return desk.step(label, joined((row,), lambda at: f"MIN({_all(row)})", np.min,
                                   factor=row.factor), "day")  # fmt: skip


def _lasting(desk: StepDesk, time: Piece, held: Piece, undone: Piece) -> Piece:
    """The first that no later bill undoes; a step that is covered when it opens undoes nothing."""
    counts = held > 0.0
    if time.series:
        last = len(time.number) - 1

        def write(at: Span) -> str:
            later = Span(at.first + 1, last)
            return "0" if at.first == last else f"SUM({undone.at(later)})"

        after = np.append(np.cumsum(undone.number[::-1])[::-1][1:], 0.0)
        undone_later = replace(undone, write=write, number=after, plain=False)
        counts = say.both(counts, undone_later <= 0.0)
    lasts = desk.step("if no later bill undoes it", say.either(counts, time, np.inf), "day")
    return _least(desk, "lasting crossing", lasts)
