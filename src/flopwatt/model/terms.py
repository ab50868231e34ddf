"""Terms that are paid in full: units bound and set free, the hours that are paid, whole months."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.axes import MONTH, alike, running, word
from flopwatt.model.value import Array

ROUNDING = 1e-12


def _taken_dimension(held: Any, term: Any, hours: Any) -> Any:
    (term / hours).without_unit()
    return held


@word(dimension=_taken_dimension)
def taken_up(held: Array, term: Array, hours: Array) -> Array:
    """Units whose term begins in each month, from those held; nothing where there is no term."""
    rows, months, *_ = np.broadcast_shapes(held.shape, term.shape, hours.shape)
    terms = np.broadcast_to(_months(term, hours), (rows,))
    wide = np.broadcast_to(held, (rows, months, *held.shape[2:]))
    taken = np.zeros(wide.shape)
    for row, length in enumerate(terms):
        more = np.diff(wide[row], axis=0, prepend=0)
        for month in range(0, months, length) if length else ():
            # beside what more there is, those begin anew whose term has ended
            until = min(month + length, months)
            ended = taken[row, month - length : until - length] if month else 0.0
            taken[row, month:until] = more[month:until] + ended
    return taken


def _given_dimension(taken: Any, term: Any, hours: Any) -> Any:
    (term / hours).without_unit()
    return taken


@word(dimension=_given_dimension)
def given_up(taken: Array, term: Array, hours: Array) -> Array:
    """Units whose term ends with each month, from those whose term begins in each."""
    months = hours.shape[MONTH]
    given = np.zeros((max(taken.shape[0], term.shape[0]), months, *taken.shape[2:]))
    wide = np.broadcast_to(taken, given.shape)
    for row, count in enumerate(np.broadcast_to(_months(term, hours), given.shape[:1])):
        if 0 < count <= months:
            given[row, count - 1 :] = wide[row, : months - count + 1]
    return given


def _months_dimension(term: Any, hours: Any) -> Any:
    return term / hours


@word(dimension=_months_dimension)
def whole_months(term: Array, hours: Array) -> Array:
    """Whole months of a term, one where it has none."""
    counted: Array = np.maximum(_months(term, hours), 1.0).reshape(-1, 1, 1, 1)
    return counted


def _months(term: Array, hours: Array) -> NDArray[np.intp]:
    """Whole months of each term: as many as it has mean months of the plan."""
    found: NDArray[np.intp] = np.rint(term[:, 0, 0, 0] / hours[0, :, 0, 0].mean()).astype(int)
    return found


@word(dimension=lambda hours, term: term + hours)
def hours_ahead(hours: Array, term: Array) -> Array:
    """Hours of the months that a term covers which begins in each month; the last ends with them.

    They are the months' own: a year of them is 365 days or 366, not the year of a calendar mean.
    """
    months = hours.shape[MONTH]
    terms = _months(term, hours)
    edges = np.concatenate([[0.0], np.cumsum(hours[0, :, 0, 0])])
    ends = np.minimum(np.arange(months) + terms[:, np.newaxis], months)
    ahead: Array = (edges[ends] - edges[:-1])[:, :, np.newaxis, np.newaxis]
    return ahead


def _kept_dimension(needed: Any, term: Any, hours: Any) -> Any:
    return needed * alike(term, hours)


@word(dimension=_kept_dimension)
def time_kept(needed: Array, term: Array, hours: Array) -> Array:
    """Unit-hours paid if all that was ever needed is kept to the end, in whole terms.

    Whole units, each from the month in which it is first needed; its last term may run on past
    the last month. Without a term there is none of that.
    """
    rows, months, _, cases = np.broadcast_shapes(needed.shape, term.shape, hours.shape)
    spans = np.broadcast_to(hours, (hours.shape[0], months, 1, 1))[0, :, 0, 0]
    length = np.broadcast_to(np.rint(term / spans.mean()), (rows, 1, 1, 1))
    bound = np.flatnonzero(length > 0)
    wanted = np.broadcast_to(needed, (rows, months, 1, cases))[bound]
    units = np.ceil(running(np.maximum, wanted) * (1 - ROUNDING))
    left = months - np.arange(months).reshape(1, -1, 1, 1)
    paid = np.ceil(left / length[bound]) * length[bound]
    # of a unit that is there from some month on, each month pays what a later start would save
    saved = paid - np.concatenate([paid[:, 1:], np.zeros_like(paid[:, :1])], axis=MONTH)
    total = np.zeros((rows, 1, 1, cases))
    total[bound] = (units * saved).sum(axis=MONTH, keepdims=True) * spans.mean()
    return total
