"""Words for what is held through hours of unlike load: whole units at the least of it, and one.

The load of hours lies evenly between a base and its peak, the average in their middle; where the
peak is more than twice that, the base is none, and some hours have no load at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from flopwatt.model.axes import word
from flopwatt.model.steps import rounded_up, with_spares
from flopwatt.model.value import Array

ROUNDS = 2000  # steps towards where two bills are equal
CLOSE, BEYOND = 1e-12, 1e-9


def _pure(*numbers: Any) -> Any:
    first, *_ = (number.without_unit() for number in numbers)
    return first


@word(dimension=_pure)
def held_through(average: Array, peak: Array) -> Array:
    """Units held on average, by those that hours take on average and the busiest over that.

    At least one, and the whole ones of the lowest hour; above these, what each hour takes.
    """
    loaded = np.minimum(1, 2 / peak)  # hours with a load, of all
    low, high = average * np.maximum(2 - peak, 0), average * peak
    held = np.maximum(rounded_up(low), 1)
    inside = np.minimum(held, high)
    # hours below what is held, of those with a load; all of them where no hour is like another
    below = np.where(high > low, (inside - low) / np.where(high > low, high - low, 1), 1)
    idle: Array = (1 - loaded) * held + loaded * below * (held - (low + inside) / 2)
    return average + idle


@word(dimension=_pure)
def first_following(worth: Array, share: Array, peak: Array) -> Array:
    """Units held, spares left out, at the least load that costs as much bought; +inf where none.

    A unit costs 1 and what it takes costs ``worth`` bought; whole spares come on top. What is
    held never falls with the load, so steps up from none end at the first load that pays.
    """
    # looked at a little beyond each load, so that lines that only touch are not taken to cross
    return _settled(lambda share, rest: np.zeros_like(rest), worth, share, peak, 1 + BEYOND)


@word(dimension=_pure)
def lasting_following(worth: Array, share: Array, peak: Array) -> Array:
    """The same at the load from which on it is more bought, however much more; +inf where never.

    Steps down from a load at which it is so for sure.
    """
    # at most one unit and one spare are held beside what hours take, with its share of spares
    return _settled(lambda share, rest: (2 + share) / rest, worth, share, peak, 1)


def _settled(
    start: Callable[[Array, Array], Array],
    worth: Array,
    share: Array,
    peak: Array,
    beyond: float,
) -> Array:
    """Steps from a load to that which costs bought what the units held for it cost."""
    worth, share, peak = np.broadcast_arrays(worth, share, peak)
    pays = worth - 1 - share > CLOSE * worth
    safe = np.where(pays, worth, 2 + share)  # any that ends
    load = start(share, safe - 1 - share)
    for _ in range(ROUNDS):
        held = held_through(load * beyond, peak)
        following = with_spares(held, share) / safe
        if np.allclose(following, load, rtol=CLOSE, atol=0):
            break
        load = following
    return np.where(pays, held, np.inf)
