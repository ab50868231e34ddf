"""Steps of the growth that gives a month its sum: the same twelve that flopwatt takes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from flopwatt.model.growth import HALF, NEWTON_STEPS, SERIES_BELOW
from flopwatt.model.growth import growth_within as growth_word
from flopwatt.report.workbook import functions as say
from flopwatt.report.workbook.pieces import ATOM, Piece, Span

if TYPE_CHECKING:
    from flopwatt.report.workbook.desk import StepDesk


def growth_within(desk: StepDesk, spend: Piece, rate: Piece, span: Piece) -> Piece:
    """The growth at which a rate that ends at ``rate`` adds up to ``spend`` over a span."""
    one = Span(0, 0)
    mark = ("growth", *(piece.at(one) for piece in (spend, rate, span)))
    return desk.known(mark, lambda: _growth_within(desk, spend, rate, span))


def _growth_within(desk: StepDesk, spend: Piece, rate: Piece, span: Piece) -> Piece:
    desk.title(f"Growth inside each month of {desk.subject}: {NEWTON_STEPS} steps to it")
    length = say.either(span > 0, span, unit_of(span))
    paid = say.either(rate > 0, rate, unit_of(rate))
    share = say.either(span > 0, say.either(rate > 0, say.pure(spend / paid / length), 1.0), 1.0)
    share = desk.step("the month's sum over that of its last rate", share)
    target = desk.step("its logarithm", say.logarithm(share))
    guess = say.either(
        share > 1, -2.0 * target, say.either(share < HALF, 1.0 / share, 2.0 * (1.0 - share))
    )
    exponent = desk.step("first guess", guess)
    for number in range(NEWTON_STEPS):
        exponent = desk.step(f"after step {number + 1}", _stepped(exponent, target))
    numbers = (np.asarray(piece.number) for piece in (spend, rate, span))
    found: Piece = exponent / length
    return replace(found, number=np.asarray(growth_word(*numbers)))


def unit_of(piece: Piece) -> Piece:
    """One of the unit in which a piece is written."""
    number = np.full_like(piece.number, piece.factor)
    return replace(piece, write=lambda at: "1", binds=ATOM, number=number, plain=False)


def _stepped(exponent: Piece, target: Piece) -> Piece:
    """One step of Newton's towards ln((1 - exp(-x)) / x) = target."""
    near = say.larger(exponent, -exponent) < SERIES_BELOW
    ratio = -say.expm1(-exponent) / exponent
    value = say.either(near, -exponent / 2.0, say.logarithm(ratio))
    slope = say.either(near, -HALF, (say.exponential(-exponent) - ratio) / (ratio * exponent))
    stepped: Piece = exponent - (value - target) / slope
    return stepped
