"""Words for a network of activities: when each can begin, given what it waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from flopwatt.model.axes import alike, word
from flopwatt.model.value import Array

NOBODY = -1


def _start_dimension(duration: Any, not_before: Any, follows: Any) -> Any:
    follows.without_unit()
    return alike(duration, not_before)


@word(dimension=_start_dimension)
def earliest_start(duration: Array, not_before: Array, follows: Array) -> Array:
    """When each activity can begin at the earliest: when all that it waits for have ended.

    One row is one activity. ``follows`` holds, along the options, the places of those it waits
    for, -1 where there are no more; they form no circle. All draws go at once.
    """
    waits = waiting_lists(follows)
    cases = max(duration.shape[-1], not_before.shape[-1])
    start = np.array(np.broadcast_to(not_before[..., :1, :], (*not_before.shape[:3], cases)))
    finish = np.empty_like(start)
    for place in in_order(waits):
        for before in waits[place]:
            np.maximum(start[place], finish[before], out=start[place])
        np.add(start[place], duration[place], out=finish[place])
    return start


def waiting_lists(follows: Array) -> tuple[tuple[int, ...], ...]:
    """For each activity the places of those it waits for."""
    rows = follows[:, 0, :, 0].astype(int).tolist()
    return tuple(tuple(one for one in row if one != NOBODY) for row in rows)


def in_order(waits: Sequence[Sequence[int]]) -> list[int]:
    """Places so that each comes after all that it waits for; what waits in a circle is left out."""
    open_ = [len(set(row)) for row in waits]
    after: list[list[int]] = [[] for _ in waits]
    for place, row in enumerate(waits):
        for before in set(row):
            after[before].append(place)
    ready = [place for place, count in enumerate(open_) if not count]
    for place in ready:  # grows while it is read
        for later in after[place]:
            open_[later] -= 1
            if not open_[later]:
                ready.append(later)
    return ready


def find_circle(waits: Sequence[Sequence[int]]) -> list[int]:
    """Activities that wait for one another, each for the next, the first again at the end."""
    left = set(range(len(waits))) - set(in_order(waits))
    # what only waits for a circle is no part of one: walking back along what is left ends in it
    path: list[int] = []
    here = min(left, default=NOBODY)
    while here != NOBODY and here not in path:
        path.append(here)
        here = next(one for one in waits[here] if one in left)
    return [*path[path.index(here) :], here] if path else []
