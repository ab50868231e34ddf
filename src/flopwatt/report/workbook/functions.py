"""Functions of spreadsheets as pieces: the larger of two, a choice, an exponential.

Written with functions that every spreadsheet of the last twenty years has, and so that they also
hold where a range of months is written as an array.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from flopwatt.model.crossing import exponential_integral
from flopwatt.report.workbook.pieces import (
    ATOM,
    COMPARED,
    PRODUCT,
    SUM,
    Piece,
    Span,
    aligned,
    as_piece,
    joined,
)

EPSILON = float(np.finfo(float).eps)


def larger(one: Any, other: Any) -> Piece:
    """The larger of two."""
    return _outer("MAX", ">", one, other)


def smaller(one: Any, other: Any) -> Piece:
    """The smaller of two."""
    return _outer("MIN", "<", one, other)


def _outer(name: str, sign: str, one: Any, other: Any) -> Piece:
    left, right = aligned(one, other)

    def write(span: Span) -> str:
        if span.many and (left.series or right.series):
            # MAX of two ranges is one number: what is larger month by month is a choice
            a, b = left.at(span, SUM), right.at(span, SUM)
            return f"IF({a}{sign}{b},{a},{b})"
        return f"{name}({left.at(span)},{right.at(span)})"

    work = np.maximum if name == "MAX" else np.minimum
    return joined((left, right), write, work, factor=left.factor)


def either(condition: Any, one: Any, other: Any) -> Piece:
    """One where a condition holds, the other elsewhere."""
    condition = as_piece(condition)
    left, right = aligned(one, other)
    return joined(
        (condition, left, right),
        lambda span: f"IF({condition.at(span)},{left.at(span)},{right.at(span)})",
        np.where,
        factor=left.factor,
    )


def both(one: Piece, other: Piece) -> Piece:
    """Whether two conditions hold."""
    return joined(
        (one, other), lambda span: f"AND({one.at(span)},{other.at(span)})", np.logical_and
    )


def pure(number: Any) -> Piece:
    """A number without a unit, written as itself."""
    return as_piece(number).scaled(1.0)


def called(name: str, number: Any, work: Any) -> Piece:
    """A function of one number without a unit."""
    inner = pure(number)
    return joined((inner,), lambda span: f"{name}({inner.at(span)})", work)


exponential = functools.partial(called, "EXP", work=np.exp)
logarithm = functools.partial(called, "LN", work=np.log)
floor = functools.partial(called, "INT", work=np.floor)


def expm1(number: Any) -> Piece:
    """The exponential less one, in full where it is near none."""
    half = pure(number) / 2.0
    return joined(
        (half,),
        lambda span: f"2*EXP({half.at(span)})*SINH({half.at(span)})",
        lambda n: np.expm1(2 * n),
        PRODUCT,
    )


def log1p(number: Any) -> Piece:
    """The logarithm of one more, in full where it is near none."""
    inner = pure(number)
    return joined(
        (inner,),
        lambda span: f"2*ATANH({inner.at(span, PRODUCT)}/(2+{inner.at(span, SUM)}))",
        np.log1p,
        PRODUCT,
    )


def accrued(rate: Any, growth: Any, span_of: Any) -> Piece:
    """The integral of rate x exp(growth x t) over a span; rate x span where nothing grows."""
    exponent = pure(as_piece(growth) * span_of)
    flat = as_piece(rate) * span_of
    factor = as_piece(expm1(exponent) / exponent)

    def write(span: Span) -> str:
        text = exponent.at(span, SUM)
        return f"{flat.at(span, PRODUCT)}*IF({text}=0,1,{factor.at(span)})"

    parts = [as_piece(part) for part in (rate, growth, span_of)]
    return joined(parts, write, exponential_integral, PRODUCT, flat.factor)


def power(number: Any, times: Any) -> Piece:
    """A number multiplied by itself so many times."""
    base, exponent = pure(number), pure(times)
    return joined(
        (base, exponent),
        lambda span: f"{base.at(span, ATOM)}^{exponent.at(span, ATOM)}",
        np.power,
        PRODUCT + 1,
    )


def square_root(number: Any) -> Piece:
    """The number that multiplied by itself gives this one."""
    inner = as_piece(number)
    return joined((inner,), lambda s: f"SQRT({inner.at(s)})", np.sqrt, factor=inner.factor**0.5)


def chosen(index: Any, *choices: Any) -> Piece:
    """The choice at a place, counted from 0."""
    place, written = pure(index), aligned(*choices)

    def write(span: Span) -> str:
        if span.many:
            text = place.at(span, SUM)
            told = written[-1].at(span)
            for number, choice in reversed(list(enumerate(written[:-1]))):
                told = f"IF({text}={number},{choice.at(span)},{told})"
            return told
        return f"CHOOSE(1+{place.at(span, SUM)},{','.join(one.at(span) for one in written)})"

    def work(place: Any, *numbers: Any) -> Any:
        return np.select([place == i for i in range(len(numbers))], list(numbers), np.nan)

    return joined((place, *written), write, work, factor=written[0].factor)


def chosen_word(index: Piece, words: str) -> Piece:
    """The word at a place, counted from 0, of a list that is written as an array."""
    place = pure(index)
    return joined((place,), lambda span: f"INDEX({words},1+{place.at(span, SUM)})", lambda n: n)


def as_number(condition: Piece) -> Piece:
    """A condition as 1 or 0; anything else as it is."""
    if condition.binds != COMPARED and condition.number.dtype != bool:
        return condition
    return either(condition, 1.0, 0.0)
