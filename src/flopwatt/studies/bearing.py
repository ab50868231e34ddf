"""What bears on a number, and what it bears on: inputs behind its range, values that read it."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from flopwatt.model.results import Results
from flopwatt.model.value import Array
from flopwatt.studies.sensitivity import NOISE, correlation, ranks
from flopwatt.studies.spread import Drawn, Spread

DRAWS = 2_000  # enough to tell a share of one in a hundred from chance


@dataclass(frozen=True)
class Mover:
    """One drawn input, by the key of its first value, and its share of the spread of a number.

    The share is the square of the rank correlation: how much of the ranks of the one is told by
    those of the other. ``others`` counts the values that took the same draws.
    """

    key: str
    others: int
    share: float


@dataclass(frozen=True)
class Bearing:
    """Which values of a plan bear on which; what is needed for it is made when first asked for."""

    results: Results
    spread: Spread | None = None

    def used_by(self, key: str) -> tuple[str, ...]:
        """The keys of the values that were worked out from one, in the order of working out."""
        return tuple(dict.fromkeys(self._readers.get(key, ())))

    def moved_by(self, key: str) -> tuple[Mover, ...]:
        """The inputs that the range of a computed number comes from, the weightiest first."""
        draws = self.spread.samples.get(key) if self.spread else None
        if draws is None or len(draws) > 1 or not self._ranked:
            return ()
        if self.results[key].origin.kind != "computed":
            return ()
        count = min(draws.shape[1], *(len(one) for one, _ in self._ranked.values()))
        ranked, above = ranks(draws[0][:count]), self._streams(key)
        found = []
        for place, (inputs, drawn) in enumerate(self._ranked.values()):
            if not above >> place & 1:
                continue  # what goes with it by chance alone
            shared = correlation(inputs[:count], ranked) or 0.0
            if abs(shared) > NOISE / math.sqrt(count):
                first, *others = drawn.keys
                found.append(Mover(first, len(others), shared * shared))
        return tuple(sorted(found, key=lambda one: -one.share))

    @functools.cached_property
    def _readers(self) -> Mapping[str, list[str]]:
        """The keys of the values that read a key."""
        found: dict[str, list[str]] = {}
        for value in self.results.values():
            if value.origin.kind == "computed":
                for taken in value.inputs:
                    for key in taken.keys:
                        found.setdefault(key, []).append(value.key)
        return found

    @functools.cached_property
    def _ranked(self) -> Mapping[str, tuple[Array, Drawn]]:
        """The ranks of what was drawn, by stream."""
        drawn = self.spread.inputs if self.spread else {}
        fewest = min((len(one.numbers) for one in drawn.values()), default=0)
        count = min(fewest, DRAWS)
        return {name: (ranks(one.numbers[:count]), one) for name, one in drawn.items()}

    @functools.cached_property
    def _own(self) -> Mapping[str, int]:
        """The stream that a value was itself drawn from, as a bit."""
        found: dict[str, int] = {}
        for place, (_, drawn) in enumerate(self._ranked.values()):
            for key in drawn.keys:
                found[key] = found.get(key, 0) | 1 << place
        return found

    @functools.cached_property
    def _above(self) -> dict[str, int]:
        return {}

    def _streams(self, key: str) -> int:
        """The streams that a value was worked out from, a bit each."""
        if key in self._above:
            return self._above[key]
        found = self._own.get(key, 0)
        value = self.results[key]
        if value.origin.kind == "computed":
            for taken in value.inputs:
                for other in taken.keys:
                    found |= self._streams(other)
        self._above[key] = found
        return found
