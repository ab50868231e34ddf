"""The words of formulas, each as a spreadsheet has it; those that take cells go to the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from flopwatt.model.day import held_through as held_word
from flopwatt.model.growth import GAUSS_POINTS, GAUSS_WEIGHTS
from flopwatt.model.growth import adopted as adopted_word
from flopwatt.model.growth import served as served_word
from flopwatt.model.steps import ROUNDING
from flopwatt.report.workbook import functions as say
from flopwatt.report.workbook.pieces import (
    ENDLESS,
    PRODUCT,
    Group,
    Piece,
    Span,
    UnwritableError,
    aligned,
    as_piece,
    joined,
)

BACK, WEIGHT = "gauss_back", "gauss_weight"  # names of cells
MOST_ARGUMENTS = 255
ON_THE_DESK = ("first_time", "lasting_time", "growth_within", "sequences_within")


def translate(word: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """What a word comes to on pieces; raises UnwritableError for one that no spreadsheet has."""
    name = str(getattr(word, "__name__", ""))
    if name in ON_THE_DESK:
        return _desk(args).apply(name, args)
    if name in GROUPED:
        (group,) = args
        return GROUPED[name](group if isinstance(group, Group) else Group((group,)))
    if name not in WORDS:
        raise UnwritableError(f"no spreadsheet has {name.replace('_', ' ')}")
    groups = [arg for arg in args if isinstance(arg, Group)]
    if not groups:
        return WORDS[name](*args)
    count = len(groups[0].members)
    if any(len(group.members) != count for group in groups):
        raise UnwritableError("groups of unlike members")
    rows = ([a.members[i] if isinstance(a, Group) else a for a in args] for i in range(count))
    return Group(tuple(WORDS[name](*row) for row in rows))


def _desk(args: tuple[Any, ...]) -> Any:
    for arg in args:
        for piece in arg.members if isinstance(arg, Group) else (arg,):
            if isinstance(piece, Piece) and piece.desk is not None:
                return piece.desk
    raise UnwritableError("there is nothing to work on")


def _total(group: Group) -> Piece:
    first, *rest = group.members
    for member in rest:
        first = first + member
    return first


def _largest(group: Group) -> Piece:
    told = aligned(*group.members)
    if len(told) > MOST_ARGUMENTS:
        raise UnwritableError("there are too many members")

    def write(span: Span) -> str:
        if span.many:
            raise UnwritableError("the largest of members within a range")
        return f"MAX({','.join(one.at(span) for one in told)})"

    def work(*numbers: Any) -> Any:
        return np.max(np.stack(np.broadcast_arrays(*numbers)), axis=0)

    return joined(told, write, work, factor=told[0].factor)


def _cumulative(values: Any) -> Piece:
    series = as_piece(values)
    if not series.series:
        return series

    def write(span: Span) -> str:
        if span.many:
            raise UnwritableError("a running total within a range")
        return f"SUM({series.at(Span(0, span.last))})"

    found = joined((series,), write, np.cumsum, factor=series.factor)
    return replace(found, listed=not series.plain)


def _month(place: int) -> Callable[[Any], Piece]:
    """The value of one month, counted from the first or, below none, from the last."""

    def pick(values: Any) -> Piece:
        series = as_piece(values)
        if not series.series:
            return series
        at = place % len(series.number)
        return joined(
            (series,),
            lambda span: series.write(Span(at, at)),
            lambda numbers: numbers[at],
            series.binds,
            series.factor,
        )

    return pick


def _over_plan(values: Any) -> Piece:
    return _month(-1)(_cumulative(values))


def _rounded_up(number: Any) -> Piece:
    inner = say.pure(number)
    return joined(
        (inner,),
        lambda span: f"-INT(-{inner.at(span, PRODUCT)}*(1-{ROUNDING:g}))".replace("e", "E"),
        lambda n: np.ceil(n * (1 - ROUNDING)),
        PRODUCT,
    )


def _with_spares(units: Any, share: Any) -> Piece:
    held: Piece = say.pure(units) + _rounded_up(say.pure(units) * share)
    return held


def _held_through(average: Any, peak: Any) -> Piece:
    average, peak = say.pure(average), say.pure(peak)
    loaded = say.smaller(1.0, 2.0 / peak)
    low, high = average * say.larger(2.0 - peak, 0.0), average * peak
    held = say.larger(_rounded_up(low), 1.0)
    inside = say.smaller(held, high)
    below = say.either(high > low, (inside - low) / (high - low), 1.0)
    idle = (1.0 - loaded) * held + loaded * below * (held - (low + inside) / 2.0)
    found: Piece = average + idle
    return replace(found, number=held_word(average.number, peak.number))


def _adoption(share: Any, growth: Any, span: Any) -> Piece:
    share = say.pure(share)
    fallen = say.exponential(-(as_piece(growth) * span))
    found: Piece = 1.0 / (share + (1.0 - share) * fallen)
    return found


def _adopted(share: Any, growth: Any, span: Any) -> Piece:
    share, exponent, span = say.pure(share), say.pure(as_piece(growth) * span), as_piece(span)
    shrunk = say.exponential(-say.larger(exponent, -exponent))
    rising = exponent + say.logarithm(share + (1.0 - share) * shrunk)
    falling = say.log1p(share * say.expm1(say.smaller(exponent, 0.0)))
    inner = say.either(exponent > 0, rising, falling) / (share * exponent)
    near = say.larger(exponent, -exponent) < say.EPSILON
    found: Piece = span * say.either(near, 1.0, inner)
    parts = [as_piece(part).number for part in (share, growth, span)]
    return replace(found, number=np.asarray(adopted_word(*parts)))


def _served(share: Any, growth: Any, change: Any, age: Any, span: Any) -> Piece:
    """By the same points as the word itself, whose places and weights are names of the book."""
    share, span = say.pure(share), as_piece(span)
    parts = [as_piece(part) for part in (share, growth, change, age, span)]
    grown = say.pure(as_piece(growth) * age)
    grown_within, moved = say.pure(as_piece(growth) * span), say.pure(as_piece(change) * span)

    def write(at: Span) -> str:
        if at.many:
            raise UnwritableError("points within a range")
        rest = f"{share.at(at, PRODUCT)}+(1-{share.at(at, PRODUCT)})"
        fallen = f"EXP(-({grown.at(at)}-{grown_within.at(at, PRODUCT)}*{BACK}))"
        price = f"EXP(-{moved.at(at, PRODUCT)}*{BACK})"
        points = f"SUMPRODUCT({WEIGHT}*{price}/({rest}*{fallen}))"
        return f"{span.at(at, PRODUCT)}*{points}"

    return joined(parts, write, served_word, PRODUCT, span.factor)


def gauss_points() -> tuple[tuple[float, float], ...]:
    """How far back each point lies within a span, as a share of it, and its weight."""
    back = (1 - GAUSS_POINTS) / 2
    return tuple(zip(back.tolist(), (GAUSS_WEIGHTS / 2).tolist(), strict=True))


def _place_of(sign: str, best: Callable[[Any, Any], Piece], work: Any) -> Callable[..., Piece]:
    def place(*numbers: Any) -> Piece:
        told = aligned(*numbers)
        found, rest = as_piece(float(len(told) - 1)), told[-1]
        for index in reversed(range(len(told) - 1)):
            here = told[index]
            wins = here <= rest if sign == "<=" else here >= rest
            found, rest = say.either(wins, float(index), found), best(here, rest)
        stacked = np.stack(np.broadcast_arrays(*(one.number for one in told)))
        return replace(found, number=work(stacked, axis=0).astype(float))

    return place


def _first_true(*conditions: Any) -> Piece:
    found = as_piece(float(len(conditions)))
    for index, condition in reversed(list(enumerate(conditions))):
        found = say.either(condition, float(index), found)
    return found


def _month_where(lasting: bool) -> Callable[[Any, Any], Piece]:
    """The time of the first month in which a condition holds, or from which on it does."""

    def find(condition: Any, times: Any) -> Piece:
        held, time = as_piece(condition), as_piece(times)
        count = len(time.number) if time.series else 1
        if count == 1 or not held.series:
            raise UnwritableError("there is one month alone")

        def write(span: Span) -> str:
            whole = Span(0, count - 1)
            holds, when = held.at(whole), time.at(whole)
            if not lasting:
                return f"MIN(IF({holds},{when},{ENDLESS}))"
            # behind the last month in which it does not hold
            missed = f"MAX(IF({holds},-1,{when}))"
            return f"MIN(IF({when}>{missed},{when},{ENDLESS}))"

        def work(holds: Any, when: Any) -> Any:
            kept = np.logical_and.accumulate(holds[::-1])[::-1] if lasting else holds
            return np.min(np.where(kept, when, np.inf))

        return replace(joined((held, time), write, work, factor=time.factor), listed=True)

    return find


GROUPED: Mapping[str, Callable[[Group], Piece]] = {"total": _total, "largest": _largest}
WORDS: Mapping[str, Callable[..., Piece]] = {
    "cumulative": _cumulative,
    "over_plan": _over_plan,
    "at_horizon": _month(-1),
    "at_start": _month(0),
    "earlier": say.smaller,
    "later": say.larger,
    "whole": say.floor,
    "power": say.power,
    "square_root": say.square_root,
    "pick": say.either,
    "choose": say.chosen,
    "compounded": lambda growth, span: say.exponential(as_piece(growth) * span),
    "grown": say.accrued,
    "adoption": _adoption,
    "adopted": _adopted,
    "served": _served,
    "rounded_up": _rounded_up,
    "with_spares": _with_spares,
    "held_through": _held_through,
    "place_of_least": _place_of("<=", say.smaller, np.argmin),
    "place_of_most": _place_of(">=", say.larger, np.argmax),
    "first_true": _first_true,
    "first_month": _month_where(lasting=False),
    "lasting_month": _month_where(lasting=True),
}
