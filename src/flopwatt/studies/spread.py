"""What draws say of a number: its median, where it is likely to lie, how often it never comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from flopwatt.model.value import Array

LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9


@dataclass(frozen=True)
class Summary:
    """What draws say of one number: median, P10 and P90, and how many never or already cross."""

    p50: float
    low: float
    high: float
    never: float = 0.0
    already: float = 0.0


@dataclass(frozen=True)
class Drawn:
    """The draws of one stream, and the keys of all values that took them."""

    keys: tuple[str, ...]
    numbers: Array
    clipped: float = 0.0


@dataclass(frozen=True)
class Spread:
    """What became of every number in every draw.

    ``samples`` are the draws of what varies, by key, axes (month, draw); a series is there
    only if it was asked for. ``inputs`` are what was drawn, by the name of its stream.
    """

    draws: int
    seed: int
    inputs: Mapping[str, Drawn]
    samples: Mapping[str, Array]
    _told: dict[object, tuple[Summary, ...]] = field(default_factory=dict, repr=False)

    def summary(self, key: str) -> tuple[Summary, ...]:
        """The summary of a value month by month, one for a scalar, none where nothing varies."""
        if key not in self.samples:
            return ()
        if key not in self._told:
            self._told[key] = tuple(map(summarise, self.samples[key]))
        return self._told[key]


def summarise(numbers: Array) -> Summary:
    """Percentiles of draws, which may be infinite: an end that is infinite stays so."""
    ordered = np.sort(np.where(np.isnan(numbers), np.inf, numbers))
    low, p50, high = (_percentile(ordered, share) for share in (LOW, MIDDLE, HIGH))
    never, already = (float(np.mean(numbers == end)) for end in (np.inf, -np.inf))
    return Summary(p50, low, high, never, already)


def _percentile(ordered: Array, share: float) -> float:
    """Between two neighbours where both are finite, else the nearer of them."""
    place = share * (len(ordered) - 1)
    before, after = ordered[int(place)], ordered[min(int(place) + 1, len(ordered) - 1)]
    part = place - int(place)
    if np.isfinite(before) and np.isfinite(after):
        return float(before + (after - before) * part)
    return float(after if part >= MIDDLE else before)
