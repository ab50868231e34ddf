"""Steps of a search by halving: how many sequences a step takes on within a budget of time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from flopwatt.model.search import HALVINGS
from flopwatt.model.search import sequences_within as word
from flopwatt.report.workbook import functions as say
from flopwatt.report.workbook.pieces import Piece, Span, as_piece

if TYPE_CHECKING:
    from flopwatt.report.workbook.desk import StepDesk

UNSAYABLE = -700.0  # the logarithm below which some spreadsheets refuse a number, not round it off


def sequences_within(desk: StepDesk, *parts: Piece) -> Piece:
    """The most sequences whose step, of budget, base, each, shared and missed, keeps the budget."""
    mark = ("sequences", *(piece.at(Span(0, 0)) for piece in parts))
    return desk.known(mark, lambda: _sequences_within(desk, parts))


def _sequences_within(desk: StepDesk, parts: tuple[Piece, ...]) -> Piece:
    budget, base, each, shared, missed = parts
    desk.title(f"Sequences within the budget of {desk.subject}: {HALVINGS} halvings")
    most = say.larger(budget - base, 0.0) / each
    most = desk.step("most, were nothing shared", most)
    found = as_piece(0.0)
    for number in range(1, HALVINGS + 1):
        middle = found + most / 2.0**number
        took = base + each * middle + shared * (1.0 - _missed_by_all(missed, middle))
        found = desk.step(f"after halving {number}", say.either(took <= budget, middle, found))
    kept: Piece = found * (1 + 2.0**-HALVINGS * HALVINGS)
    numbers = (np.asarray(piece.number) for piece in parts)
    return replace(kept, number=np.asarray(word(*numbers)))


def _missed_by_all(missed: Piece, count: Piece) -> Piece:
    """A chance to the power of a count; none where it is too small for a spreadsheet to say."""
    logarithm = say.either(missed > 0.0, say.logarithm(missed), UNSAYABLE)
    return say.either(count * logarithm < UNSAYABLE, 0.0, say.power(missed, count))
