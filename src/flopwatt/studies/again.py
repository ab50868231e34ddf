"""What a picture that moves keeps of its draws for the next time: mostly numbers alone change."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from flopwatt.model.memory import Memory
from flopwatt.model.results import Results
from flopwatt.model.value import Array
from flopwatt.model.variation import Variation
from flopwatt.studies.kept import Room, digits_of, varies

Cases = Mapping[str, Mapping[str, Array]]


@dataclass(frozen=True)
class Preparation:
    """How draws are worked out, ``size`` cases at a time, and what is kept of them.

    It depends on what is ``asked`` for, on which values have a range, ``ranged`` by quantity, and
    on what is known and by which formula, but not on any number.
    """

    asked: tuple[object, ...]
    ranged: Mapping[str, frozenset[str]]
    room: Room
    vary: Variation
    size: int

    def for_results(
        self, results: Results, asked: tuple[object, ...], ranged: Mapping[str, frozenset[str]]
    ) -> Preparation | None:
        """The same for other numbers; None where other work is needed for them."""
        same = asked == self.asked and ranged == self.ranged
        if not same or not results.made_like(self.vary.results):
            return None
        return replace(self, vary=replace(self.vary, results=results))


@dataclass(frozen=True)
class Told:
    """All cases of a quantity, and of these the draws of each value that varies, by key."""

    data: Array
    draws: Mapping[str, Array]


@dataclass(frozen=True)
class Again:
    """How draws were worked out and all that they came to; what was wanted of it is in ``told``."""

    prepared: Preparation
    memory: Memory
    told: Mapping[str, Told]

    @functools.cached_property
    def samples(self) -> dict[str, Array]:
        """The draws of each value that varies, by key."""
        return {key: draws for one in self.told.values() for key, draws in one.draws.items()}


def work_out_again(prepared: Preparation, cases: Cases, latest: Again | None) -> Again:
    """What follows from all draws at once; what follows from nothing new is that of ``latest``."""
    memory = Memory(latest.memory.known if latest else {})
    found = prepared.vary(cases, memory)
    memory.before = {}
    results = prepared.vary.results
    # numbers may be the same where names are not
    named_alike = latest and latest.prepared.vary.results.population is results.population
    before = latest.told if latest and named_alike else {}
    told: dict[str, Told] = {}
    for name in results.columns:
        data = found.get(name)
        if data is None or data.shape[-1] == 1:
            continue
        same = name in before and before[name].data is data
        told[name] = before[name] if same else Told(data, _draws(prepared, name, data))
    return Again(prepared, memory, told)


def _draws(prepared: Preparation, name: str, data: Array) -> dict[str, Array]:
    """The draws of each instance of a quantity for which they differ, axes (month, draw)."""
    results, count = prepared.vary.results, prepared.room.draws_of(name)
    column = results.columns[name]
    every: Array = data[:, :, 0, 1 : 1 + count].astype(digits_of(data), copy=False)
    names = results.population.names(column.quantity.entity)
    return {
        results.key(column.quantity, names[place]): every[place]
        for place in np.flatnonzero(column.known).tolist()
        if varies(every[place])
    }
