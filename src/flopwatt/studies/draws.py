"""Draws: the same plan ten thousand times over, each range somewhere else, and what comes of it.

A range has one stream of random numbers, made whole from the seed and the stream's name and
then cut into chunks. So a draw depends neither on the size of the chunks nor on which other
ranges there are. Each chunk carries the central case as case 0, before its draws.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from flopwatt.model.engine import make_variation
from flopwatt.model.quantity import Quantity
from flopwatt.model.ranges import drawn
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Leaf
from flopwatt.problems import Place, PlanError, Problem
from flopwatt.studies.goals import behind_goals
from flopwatt.studies.spread import Drawn, Spread

DEFAULT_DRAWS, MAX_DRAWS = 10_000, 10_000_000
DEFAULT_SEED, MAX_SEED = 1, 2**63 - 1
MAX_CASES, CHUNK_NUMBERS = 1_000, 300_000  # cases of a chunk, and numbers of its largest array
ROUNDING = 1e-9
# draws for which whole series are kept, and fewer where a quantity has very many of them
MAX_SERIES, LEAST_SERIES, SERIES_NUMBERS = 100_000, 1_000, 50_000_000
TOLD_CLIPPED = 0.01


@dataclass(frozen=True)
class Sampling:
    """How many draws from which seed; ``series`` are quantities to be kept month by month.

    ``draws`` None is 10,000 where the plan has a range, else none. ``progress`` is told after
    each chunk how many draws of how many are done.
    """

    draws: int | None = None
    seed: int = DEFAULT_SEED
    series: tuple[str, ...] = ()
    max_cases: int = MAX_CASES
    progress: Callable[[int, int], None] | None = None

    def __post_init__(self) -> None:
        found = [*_refused("draws", self.draws, MAX_DRAWS), *_refused("seed", self.seed, MAX_SEED)]
        if found:
            raise PlanError(found)


def has_ranges(results: Results) -> bool:
    """Whether any value that holds has a range."""
    return next(_ranged(results), None) is not None


def _ranged(results: Results) -> Iterator[tuple[Quantity, str, Leaf]]:
    """Every supplied value that holds and has a range."""
    for column in results.columns.values():
        names = results.population.names(column.quantity.entity)
        for instance, leaves in zip(names, column.supplied, strict=True):
            if leaves and leaves[0].range is not None:
                yield column.quantity, instance, leaves[0]


def run_draws(results: Results, sampling: Sampling) -> Spread | None:
    """Draw every range and work out what follows; None where there is nothing to draw."""
    count = DEFAULT_DRAWS if sampling.draws is None else sampling.draws
    if not count or not has_ranges(results):
        return None
    inputs, varied = _draw(results, count, sampling.seed)
    vary = make_variation(results, varied, _kept(results, varied, sampling.series))
    store = _Store(results, count)
    size = _chunk_size(results, sampling.max_cases)
    for begin in range(0, count, size):
        end = min(begin + size, count)
        cases = {
            name: {instance: numbers(begin, end) for instance, numbers in rows.items()}
            for name, rows in varied.items()
        }
        store.add(vary(cases), begin, end)
        if sampling.progress:
            sampling.progress(end, count)
    return Spread(count, sampling.seed, inputs, store.samples())


@dataclass(frozen=True)
class _Cases:
    """The draws of one value, with the central case before each chunk of them."""

    central: float
    numbers: Array

    def __call__(self, begin: int, end: int) -> Array:
        return np.concatenate([[self.central], self.numbers[begin:end]]).reshape(1, 1, -1)


def _draw(
    results: Results, count: int, seed: int
) -> tuple[dict[str, Drawn], dict[str, dict[str, _Cases]]]:
    """The draws of every range, by stream, and by quantity and instance."""
    inputs: dict[str, Drawn] = {}
    varied: dict[str, dict[str, _Cases]] = {}
    normals: dict[str, Array] = {}
    made: dict[tuple[object, ...], tuple[Array, float]] = {}
    for quantity, instance, leaf in _ranged(results):
        around, value = leaf.range, float(leaf.value)
        if around is None:
            continue
        if around.stream not in normals:
            normals[around.stream] = stream(around.stream, seed, count)
        same = (quantity.name, value, around)
        if same not in made:
            made[same] = drawn(quantity, value, around, normals[around.stream])
        numbers, clipped = made[same]
        before = inputs.get(around.stream, Drawn((), numbers))
        keys = (*before.keys, results.key(quantity, instance))
        inputs[around.stream] = Drawn(keys, before.numbers, max(clipped, before.clipped))
        varied.setdefault(quantity.name, {})[instance] = _Cases(value, numbers)
    return inputs, varied


def stream(name: str, seed: int, count: int) -> Array:
    """Standard normal numbers that depend on the name and the seed alone."""
    digest = hashlib.blake2b(name.encode(), digest_size=16).digest()
    sequence = np.random.SeedSequence([int.from_bytes(digest, "little"), seed])
    return np.random.Generator(np.random.PCG64(sequence)).standard_normal(count)


def _kept(
    results: Results, varied: Mapping[str, object], series: tuple[str, ...]
) -> frozenset[str]:
    """The scalars that may vary, and the series asked for."""
    follow = results.followers(varied)
    scalars = (name for name in follow if results.columns[name].data.shape[1] == 1)
    return frozenset([*scalars, *(name for name in series if name in follow)])


def _chunk_size(results: Results, most: int) -> int:
    """As many cases as keep the largest array in the processor's cache."""
    largest = max(column.data.size for column in results.columns.values())
    return max(1, min(most, max(CHUNK_NUMBERS // max(largest, 1), 16)))


class _Store:
    """Collects what each chunk gave, by quantity, axes (instance, month, draw)."""

    def __init__(self, results: Results, count: int) -> None:
        self.results, self.count = results, count
        self.arrays: dict[str, Array] = {}

    def add(self, found: Mapping[str, Array], begin: int, end: int) -> None:
        """Copy the draws of a chunk, its central case left out."""
        for name, data in found.items():
            rows, months, _, cases = data.shape
            if cases == 1:
                continue
            count = self.count
            if months > 1:
                room = max(SERIES_NUMBERS // (rows * months), LEAST_SERIES)
                count = min(count, MAX_SERIES, room)
            if name not in self.arrays:
                self.arrays[name] = np.empty((rows, months, count))
            if begin < count:
                taken = min(end, count) - begin
                self.arrays[name][:, :, begin : begin + taken] = data[:, :, 0, 1 : 1 + taken]

    def samples(self) -> dict[str, Array]:
        """The draws of each known value that is not the same in all of them, by key."""
        found = {}
        for name, array in self.arrays.items():
            column = self.results.columns[name]
            names = self.results.population.names(column.quantity.entity)
            for instance, known, draws in zip(names, column.known, array, strict=True):
                if known and _varies(draws):
                    found[self.results.key(column.quantity, instance)] = draws
        return found


def _varies(draws: Array) -> bool:
    """Whether draws differ by more than rounding."""
    first = draws[:, :1]
    with np.errstate(invalid="ignore"):
        apart = np.abs(draws - first) > ROUNDING * np.abs(first)
    differ = np.isinf(draws) != np.isinf(first)
    return bool((apart | differ).any())


def draw_problems(
    results: Results, spread: Spread | None, asked: int | None, places: Mapping[str, Place | None]
) -> Iterator[Problem]:
    """What a reader of the draws must know: nothing to draw, ranges that were cut, lost numbers."""
    if spread is None and asked:
        yield Problem(
            "unlikely",
            "nothing is drawn, since no value of this plan has a range",
            field="draws",
            given=str(asked),
            allowed="`low` and `high` beside a `value`",
            warning=True,
        )
    if spread is None:
        return
    for one in spread.inputs.values():
        if one.clipped > TOLD_CLIPPED:
            yield Problem(
                "out-of-range",
                f"{100 * one.clipped:.2g} % of the draws lie beyond the legal bounds, and are cut",
                places.get(one.keys[0]),
                field=one.keys[0],
                allowed="a narrower range, or another shape",
                warning=True,
            )
    yield from _lost(results, spread)


def _lost(results: Results, spread: Spread) -> Iterator[Problem]:
    """The first value that is too large for a number in some draw, but not centrally."""
    behind = behind_goals(results.vocabulary)
    for key, draws in spread.samples.items():
        value = results[key]
        # a sum without limit is an answer; what a goal is worked out from must be finite
        broken = ~np.isfinite(draws) if value.quantity.name in behind else np.isnan(draws)
        if broken.any() and np.isfinite(value.months).all():
            yield Problem(
                "not-finite",
                f"is too large for a number in {100 * broken.mean():.2g} % of the draws",
                field=key,
                allowed="a narrower range",
                warning=True,
            )
            return


def _refused(field_: str, given: object, most: int) -> Iterator[Problem]:
    whole = isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= most
    if given is not None and not whole:
        yield Problem(
            "out-of-range",
            "cannot be drawn with" if field_ == "seed" else "cannot be that many",
            field=field_,
            given=str(given),
            allowed=f"a whole number from 0 to {most:,}",
        )
