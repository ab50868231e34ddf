"""Random numbers of a plan's ranges, and what each range comes to in every draw.

A range has one stream of random numbers, made in blocks from the seed and the stream's name
and then cut into chunks. So a draw depends neither on the size of the chunks nor on which other
ranges there are. Each chunk carries the central case as case 0, before its draws.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from flopwatt.model.quantity import Quantity
from flopwatt.model.ranges import Range, drawn, mixed
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Leaf
from flopwatt.studies.spread import Drawn

QUICK_DRAWS, QUICK_STREAMS = 1_000, 1_000


def ranged_values(results: Results) -> Iterator[tuple[Quantity, str, Leaf]]:
    """Every supplied value that holds and has a range."""
    for column in (results.columns[name] for name in results.columns if name in results.supplied):
        names = results.population.names(column.quantity.entity)
        for instance, leaves in zip(names, column.supplied, strict=True):
            if leaves and leaves[0].range is not None:
                yield column.quantity, instance, leaves[0]


@dataclass
class _Taken:
    """What is drawn for one value: its first draws, and how many of all were cut."""

    quantity: Quantity
    leaf: Leaf
    keys: list[str]
    first: Array | None = None
    cut: float = 0.0


class Streams:
    """The draws of every range, one block after the other."""

    def __init__(self, results: Results, seed: int, draws: int) -> None:
        self.made: dict[tuple[object, ...], _Taken] = {}
        self.places: dict[str, dict[str, tuple[object, ...]]] = {}
        self.count = 0
        for quantity, instance, leaf in ranged_values(results):
            same = (quantity.name, float(leaf.value), leaf.range)
            taken = self.made.setdefault(same, _Taken(quantity, leaf, []))
            taken.keys.append(results.key(quantity, instance))
            self.places.setdefault(quantity.name, {})[instance] = same
        self.seed, self.draws = seed, draws
        self.generators: dict[str, np.random.Generator] = {}

    @property
    def instances(self) -> Mapping[str, Collection[str]]:
        """The instances with a range, by quantity."""
        return self.places

    def chunks(
        self, begin: int, end: int, size: int
    ) -> Iterator[tuple[int, int, dict[str, dict[str, Array]]]]:
        """The next draws, at most ``size`` at a time, the central case before each chunk."""
        block = self._block(end - begin)
        for start in range(begin, end, size):
            stop = min(start + size, end)
            some = {same: _part(row, start - begin, stop - begin) for same, row in block.items()}
            cases = {
                name: {instance: some[same] for instance, same in rows.items()}
                for name, rows in self.places.items()
            }
            yield start, stop, cases

    def _block(self, count: int) -> dict[tuple[object, ...], Array]:
        """The next draws of each value behind its central case, axes (month, option, case)."""
        quick = count == self.draws <= QUICK_DRAWS
        normals = {} if quick else self._normals(count)
        block = {}
        for same, taken in self.made.items():
            around, value = taken.leaf.range, float(taken.leaf.value)
            if around is None:
                continue
            if quick:
                row, cut = _quick_row(taken.quantity, value, around, self.seed, count)
            else:
                pair = normals[around.stream], normals.get(around.factor)
                row, cut = _row(taken.quantity, value, around, *pair)
            # the mean of what was cut so far and of what is cut now
            taken.cut = (taken.cut * self.count + cut * count) / (self.count + count)
            taken.first = row[0, 0, 1:] if taken.first is None else taken.first
            block[same] = row
        self.count += count
        return block

    def _normals(self, count: int) -> dict[str, Array]:
        if not self.generators:
            ranges = [one.leaf.range for one in self.made.values() if one.leaf.range]
            names = {name for one in ranges for name in (one.stream, one.factor) if name}
            self.generators = {name: _generator(name, self.seed) for name in sorted(names)}
        return {name: one.standard_normal(count) for name, one in self.generators.items()}

    def inputs(self) -> dict[str, Drawn]:
        """What was drawn, by stream; of several values that took it, the draws of the first."""
        found: dict[str, Drawn] = {}
        for taken in self.made.values():
            if taken.leaf.range is None or taken.first is None:
                continue
            name = taken.leaf.range.stream
            before = found.get(name, Drawn((), taken.first))
            keys = (*before.keys, *taken.keys)
            found[name] = Drawn(keys, before.numbers, max(taken.cut, before.clipped))
        return found


def _generator(name: str, seed: int) -> np.random.Generator:
    digest = hashlib.blake2b(name.encode(), digest_size=16).digest()
    sequence = np.random.SeedSequence([int.from_bytes(digest, "little"), seed])
    return np.random.Generator(np.random.PCG64(sequence))


def _row(
    quantity: Quantity, value: float, around: Range, own: Array, shared: Array | None
) -> tuple[Array, float]:
    """A value and what is drawn around it, axes (month, option, case), and the share cut."""
    numbers, cut = drawn(quantity, value, around, mixed(around, own, shared))
    row = np.concatenate([[value], numbers]).reshape(1, 1, -1)
    row.flags.writeable = False
    return row, cut


@functools.lru_cache(maxsize=QUICK_STREAMS)
def _quick_row(
    quantity: Quantity, value: float, around: Range, seed: int, count: int
) -> tuple[Array, float]:
    """The same where all draws are one block, remembered: most ranges stay while one moves."""
    shared = stream(around.factor, seed, count) if around.factor else None
    return _row(quantity, value, around, stream(around.stream, seed, count), shared)


def _part(row: Array, begin: int, end: int) -> Array:
    """Some draws of a row behind its central case."""
    if (begin, end) == (0, row.shape[-1] - 1):
        return row
    return np.concatenate([row[..., :1], row[..., 1 + begin : 1 + end]], axis=-1)


@functools.lru_cache(maxsize=QUICK_STREAMS)
def stream(name: str, seed: int, count: int) -> Array:
    """Standard normal numbers that depend on the name and the seed alone; not to be written to.

    Remembered, since a picture that moves draws the same again and again.
    """
    numbers = _generator(name, seed).standard_normal(count)
    numbers.flags.writeable = False
    return numbers
