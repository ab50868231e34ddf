"""What draws say of a number: its median, where it is likely to lie, how often it never comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from flopwatt.model.value import Array
from flopwatt.studies.again import Again

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
    """The first draws of one stream, and the keys of all values that took them.

    ``clipped`` is the share of all its draws that was cut at a legal bound.
    """

    keys: tuple[str, ...]
    numbers: Array
    clipped: float = 0.0


@dataclass(frozen=True)
class Spread:
    """What became of every number in every draw.

    ``samples`` are the draws of what varies, by key, axes (month, draw); a series is there
    only if it was asked for. Of ``draws`` draws all are kept of what a plan is made for, and
    the first ones of the rest. ``inputs`` are what was drawn, by the name of its stream.
    ``again`` is what a picture that moves needs for the next time.
    """

    draws: int
    seed: int
    inputs: Mapping[str, Drawn]
    samples: Mapping[str, Array]
    again: Again | None = field(default=None, repr=False, compare=False)
    _told: dict[str, tuple[Summary, ...]] = field(default_factory=dict, repr=False)

    @property
    def series_draws(self) -> int:
        """Draws behind the percentiles of series, the fewest of any; 0 without a series."""
        return min((one.shape[1] for one in self.samples.values() if len(one) > 1), default=0)

    def draws_of(self, key: str) -> int:
        """Draws that are kept of a value; 0 where it does not vary."""
        return self.samples[key].shape[1] if key in self.samples else 0

    def told_of(self, samples: Mapping[str, Array]) -> dict[str, tuple[Summary, ...]]:
        """The summaries made so far of draws that are also, unchanged, among other ``samples``."""
        return {
            key: summaries
            for key, summaries in self._told.items()
            if samples.get(key) is self.samples[key]
        }

    def summary(self, key: str) -> tuple[Summary, ...]:
        """The summary of a value month by month, one for a scalar, none where nothing varies."""
        if key not in self.samples:
            return ()
        if key not in self._told:
            self._told[key] = _summaries(self.samples[key])
        return self._told[key]


def summarise(numbers: Array) -> Summary:
    """Percentiles of draws, which may be infinite: an end that is infinite stays so."""
    return _summaries(numbers[np.newaxis])[0]


def _summaries(rows: Array) -> tuple[Summary, ...]:
    """The summary of each row; what is no number counts as the largest."""
    ordered = np.sort(rows, axis=-1)  # numbers, infinity, then what is no number
    count = ordered.shape[-1]
    never, already = np.zeros(len(ordered)), np.zeros(len(ordered))
    for place in np.flatnonzero(~np.isfinite(ordered[:, -1]) | np.isinf(ordered[:, 0])):
        row = ordered[place]
        never[place] = np.count_nonzero(row == np.inf) / count
        already[place] = np.count_nonzero(row == -np.inf) / count
        row[np.isnan(row)] = np.inf
    low, p50, high = _percentiles(ordered).T.tolist()
    told = zip(p50, low, high, never.tolist(), already.tolist(), strict=True)
    return tuple(Summary(*one) for one in told)


def _percentiles(ordered: Array) -> Array:
    """P10, P50 and P90: between two neighbours where both are finite, else the nearer of them."""
    last = ordered.shape[-1] - 1
    places = np.array([LOW, MIDDLE, HIGH]) * last
    first = places.astype(int)
    before, after = ordered[:, first], ordered[:, np.minimum(first + 1, last)]
    part = places - first
    with np.errstate(invalid="ignore", over="ignore"):
        between = before + (after - before) * part
    finite = np.isfinite(before) & np.isfinite(after)
    return np.where(finite, between, np.where(part >= MIDDLE, after, before))
