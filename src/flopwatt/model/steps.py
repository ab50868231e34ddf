"""Words for what is paid by whole units: how many with spares, and from how many on they pay."""

from __future__ import annotations

from typing import Any

import numpy as np

from flopwatt.model.axes import MONTH, word
from flopwatt.model.value import Array

ROUNDING = 1e-12
ROUNDS = 1000  # spares that are tried one by one


@word(dimension=lambda number: number.without_unit())
def rounded_up(number: Array) -> Array:
    """The smallest whole number that is not below; what lies above one by rounding is that one."""
    up: Array = np.ceil(number * (1 - ROUNDING))
    return up


def _pure(units: Any, share: Any) -> Any:
    share.without_unit()
    return units.without_unit()


@word(dimension=_pure)
def with_spares(units: Array, share: Array) -> Array:
    """Units with a share of them more kept as spares, in whole numbers."""
    spares: Array = rounded_up(np.where(np.isfinite(units), units, 0) * share)
    return units + spares


@word(dimension=_pure)
def first_paying(worth: Array, share: Array) -> Array:
    """The fewest units that bring in more than they cost, spares included; +inf where none do.

    A unit costs 1 and brings in ``worth``, its spares cost 1 and bring in nothing: the least
    whole k with k + spares(k) < ``worth`` x k. Exact up to 1,000 spares; where it takes more the
    two lines all but touch, and it is the k from which it holds for sure.
    """
    worth, share = np.broadcast_arrays(worth, share)
    pays, margin = _margin(worth, share)
    units = np.ones(worth.shape)
    for _ in range(ROUNDS):
        held = with_spares(units, share)
        short = pays & (held >= worth * units)
        if not short.any():
            break
        # fewer units than these do not bring in what the same spares cost
        least = np.floor((held - units) / margin * (1 - ROUNDING))
        units = np.where(short, np.maximum(units + 1, least), units)
    else:
        units = np.where(short, np.ceil(1 / np.where(pays, margin - share, 1)) + 1, units)
    return np.where(pays, units, np.inf)


@word(dimension=_pure)
def lasting_paying(worth: Array, share: Array) -> Array:
    """The units from which on they pay however little of the last one is used; +inf where never.

    The largest whole k with k + spares(k) > ``worth`` x (k - 1): the units after it pay from their
    first use on. Exact up to 1,000 spares, beyond that not below.
    """
    worth, share = np.broadcast_arrays(worth, share)
    pays, margin = _margin(worth, share)
    units = np.where(pays, np.floor((1 + worth) / np.where(pays, margin - share, 1)) + 1, 1)
    for _ in range(ROUNDS):
        held = with_spares(units, share)
        paid = pays & (held <= worth * (units - 1))
        if not paid.any():
            break
        # more units than these bring in what the same spares cost
        most = np.ceil((held - units + worth) / margin * (1 + ROUNDING)) - 1
        units = np.where(paid, np.minimum(units - 1, most), units)
    return np.where(pays, units, np.inf)


def _margin(worth: Array, share: Array) -> tuple[Any, Array]:
    """Whether many units pay, and what one brings in beyond its cost; 1 where they do not."""
    pays = worth - 1 - share > ROUNDING * worth
    return pays, np.where(pays, worth - 1, 1)


@word(dimension=lambda condition, times: times)
def first_month(condition: Array, times: Array) -> Array:
    """The time of the first month in which a condition holds; +inf where in none."""
    found: Array = np.where(condition, times, np.inf).min(axis=MONTH, keepdims=True)
    return found


@word(dimension=lambda condition, times: times)
def lasting_month(condition: Array, times: Array) -> Array:
    """The time of the month from which on a condition holds to the last; +inf where in none."""
    backward = np.flip(np.broadcast_arrays(condition, times)[0], axis=MONTH)
    lasting = np.flip(np.logical_and.accumulate(backward, axis=MONTH), axis=MONTH)
    found: Array = np.where(lasting, times, np.inf).min(axis=MONTH, keepdims=True)
    return found
