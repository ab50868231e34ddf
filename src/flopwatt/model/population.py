"""Which instances there are of each entity, and which refers to which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

PLAN = "plan"


@dataclass(frozen=True)
class Population:
    """Which instances there are, and which refers to which.

    ``instances`` maps an entity to its instance names; ``references`` maps (entity,
    entity it refers to) to one position per instance, -1 where it refers to none. Where only
    one thing is asked about, ``subject`` is its entity, and its keys stand alone.
    """

    instances: Mapping[str, tuple[str, ...]]
    references: Mapping[tuple[str, str], tuple[int, ...]]
    subject: str = ""
    _slots: dict[tuple[str, str], NDArray[np.intp]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _places: dict[str, dict[str, int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _pointing: dict[tuple[str, str], dict[int, tuple[int, ...]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _complete: dict[tuple[str, str], bool] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def names(self, entity: str) -> tuple[str, ...]:
        """The instances of an entity; the plan is the one instance of itself."""
        return (PLAN,) if entity == PLAN else self.instances.get(entity, ())

    def place(self, entity: str, name: str) -> int:
        """The position of an instance among those of its entity."""
        if entity not in self._places:
            names = self.names(entity)
            self._places[entity] = {one: index for index, one in enumerate(names)}
        return self._places[entity][name]

    def referred(self, entity: str, target: str) -> NDArray[np.intp]:
        """For each instance, the position of the target it refers to."""
        return np.array(self.references[entity, target], dtype=np.intp)

    def members(self, viewer: str, owner: str) -> NDArray[np.intp]:
        """Positions of the owners that each viewer sums over, shape (slot, viewer), -1 padded.

        A plan sees all; a model sees those that refer to it; a product sees the runs that
        refer to what it refers to.
        """
        if (viewer, owner) not in self._slots:
            some = self.names(owner)
            groups = [self.group(viewer, owner, x) if some else () for x in self.names(viewer)]
            slots = max((len(group) for group in groups), default=0)
            table = np.full((max(slots, 1), len(groups)), -1, dtype=np.intp)
            for column, group in enumerate(groups):
                table[: len(group), column] = group
            self._slots[viewer, owner] = table
        return self._slots[viewer, owner]

    def complete(self, viewer: str, owner: str) -> bool:
        """Whether each viewer refers to an owner, or has owners to sum over."""
        if (viewer, owner) not in self._complete:
            if (viewer, owner) in self.references:
                found = min(self.references[viewer, owner], default=0) >= 0
            else:
                found = bool((self.members(viewer, owner)[0] >= 0).all())
            self._complete[viewer, owner] = found
        return self._complete[viewer, owner]

    def group(self, viewer: str, owner: str, name: str) -> tuple[int, ...]:
        """The positions of the owners that one viewer sums over."""
        if viewer == PLAN:
            return tuple(range(len(self.names(owner))))
        position = self.place(viewer, name)
        if (owner, viewer) in self.references:
            return self._pointers(owner, viewer).get(position, ())
        shared = next(t for e, t in self.references if e == viewer if (owner, t) in self.references)
        return self._pointers(owner, shared).get(self.references[viewer, shared][position], ())

    def _pointers(self, owner: str, target: str) -> dict[int, tuple[int, ...]]:
        """For each target, the positions of the owners that refer to it."""
        if (owner, target) not in self._pointing:
            found: dict[int, list[int]] = {}
            for index, pointer in enumerate(self.references[owner, target]):
                found.setdefault(pointer, []).append(index)
            self._pointing[owner, target] = {to: tuple(some) for to, some in found.items()}
        return self._pointing[owner, target]
