"""The network of activities in cells: each begins when all that it waits for have ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from flopwatt.model.network import waiting_lists
from flopwatt.model.results import Results
from flopwatt.model.value import Value
from flopwatt.report.workbook.pieces import Piece, UnwritableError

if TYPE_CHECKING:
    from flopwatt.report.workbook.desk import StepDesk

START, FINISH = "activity_start", "activity_finish"
FOLLOWS, NOT_BEFORE = "activity_follows", "activity_not_before"


def waited_keys(results: Results, value: Value) -> tuple[str, ...]:
    """The ends of all that an activity waits for; none for any other value."""
    if value.quantity.name != START:
        return ()
    names = results.population.names(value.quantity.entity)
    (waits,) = waiting_lists(_needed(results, value, FOLLOWS).array[np.newaxis])
    finish = results.vocabulary.quantities[FINISH]
    return tuple(results.key(finish, names[place]) for place in waits)


def days_before(desk: StepDesk, value: Value) -> tuple[Piece, ...]:
    """The days of which the last is the first of an activity: its own, and the ends it awaits."""
    results = desk.study.results
    keys = (_needed(results, value, NOT_BEFORE).key, *waited_keys(results, value))
    pieces = tuple(desk.piece(key) for key in keys)
    if any(piece.series for piece in pieces):
        raise UnwritableError("its days differ by month")
    return pieces


def _needed(results: Results, value: Value, parameter: str) -> Value:
    return next(results[one.keys[0]] for one in value.inputs if one.parameter == parameter)
