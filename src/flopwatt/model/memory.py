"""What was worked out from other values the last time, for one that asks for much the same."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from flopwatt.model.recipe import Recipe
from flopwatt.model.value import Array

ROOM_BYTES = 100_000_000


@dataclass(frozen=True)
class Asked:
    """What a quantity is worked out from: its recipe, what that reads, and supplied rows."""

    recipe: Recipe
    read: tuple[Array, ...]
    rows: Mapping[int, Array]

    def is_same(self, other: Asked) -> bool:
        """Whether both come to the same: the very arrays are read, and the rows are equal."""
        return (
            self.recipe is other.recipe
            and all(map(operator.is_, self.read, other.read))
            and self.rows.keys() == other.rows.keys()
            and all(
                row is other.rows[place] or np.array_equal(row, other.rows[place])
                for place, row in self.rows.items()
            )
        )


@dataclass
class Memory:
    """What quantities came to, by name, as far as there is room; and what they did ``before``."""

    before: Mapping[str, tuple[Asked, Array]] = field(default_factory=dict)
    known: dict[str, tuple[Asked, Array]] = field(default_factory=dict)
    room: int = ROOM_BYTES

    def recall(self, name: str, asked: Asked) -> Array | None:
        """What a quantity came to before, where nothing has changed."""
        told, data = self.before.get(name, (None, None))
        return data if told and asked.is_same(told) else None

    def remember(self, name: str, asked: Asked, data: Array) -> None:
        """Keep what a quantity came to, until there is no more room.

        Nothing is kept from then on: what it reads would be kept with it.
        """
        self.room -= data.nbytes
        if self.room >= 0:
            self.known[name] = asked, data
