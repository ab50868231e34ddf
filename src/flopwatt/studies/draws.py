"""Draws: the same plan ten thousand times over, each range somewhere else, and what comes of it.

A range has one stream of random numbers, made in blocks from the seed and the stream's name
and then cut into chunks. So a draw depends neither on the size of the chunks nor on which other
ranges there are. Each chunk carries the central case as case 0, before its draws. After the
first block only that is worked out of which every draw is kept.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from flopwatt.model.memory import Memory
from flopwatt.model.quantity import Quantity
from flopwatt.model.ranges import drawn, mixed
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Leaf
from flopwatt.model.variation import Variation, make_variation
from flopwatt.problems import Place, PlanError, Problem
from flopwatt.studies.goals import behind_goals
from flopwatt.studies.kept import STORED_BYTES, Store, case_numbers, make_room
from flopwatt.studies.spread import Drawn, Spread

# fewer than the least hold no range of 8 in 10
DEFAULT_DRAWS, LEAST_DRAWS, MAX_DRAWS = 10_000, 10, 10_000_000
DEFAULT_SEED, MAX_SEED = 1, 2**63 - 1
# cases of a chunk, and numbers of its largest array, without members and with them
MAX_CASES, CHUNK_NUMBERS, MEMBER_NUMBERS = 2_000, 400_000, 10_000_000
TOLD_CLIPPED = 0.01
QUICK_DRAWS, QUICK_STREAMS = 1_000, 1_000
REUSED_BYTES = 33_000_000


@dataclass(frozen=True)
class Sampling:
    """How many draws from which seed; ``series`` are quantities to be kept month by month.

    ``keep`` names the only other quantities whose draws are wanted, where not all are: for
    a picture that moves, of which nothing is judged.
    ``draws`` None is 10,000 where the plan has a range, else none. ``progress`` is told after
    each chunk how many draws of how many are done.
    """

    draws: int | None = None
    seed: int = DEFAULT_SEED
    series: tuple[str, ...] = ()
    max_cases: int = MAX_CASES
    progress: Callable[[int, int], None] | None = None
    keep: frozenset[str] | None = None

    def __post_init__(self) -> None:
        found = [
            *_refused("draws", self.draws, MAX_DRAWS, LEAST_DRAWS),
            *_refused("seed", self.seed, MAX_SEED),
        ]
        if found:
            raise PlanError(found)


def has_ranges(results: Results) -> bool:
    """Whether any value that holds has a range."""
    return next(_ranged(results), None) is not None


def _ranged(results: Results) -> Iterator[tuple[Quantity, str, Leaf]]:
    """Every supplied value that holds and has a range."""
    for column in (results.columns[name] for name in results.columns if name in results.supplied):
        names = results.population.names(column.quantity.entity)
        for instance, leaves in zip(names, column.supplied, strict=True):
            if leaves and leaves[0].range is not None:
                yield column.quantity, instance, leaves[0]


def run_draws(results: Results, sampling: Sampling, before: Spread | None = None) -> Spread | None:
    """Draw every range and work out what follows; None where there is nothing to draw.

    Of a picture that moves, what follows from nothing new is taken from the draws ``before``.
    """
    count = DEFAULT_DRAWS if sampling.draws is None else sampling.draws
    if not count or not has_ranges(results):
        return None
    streams = _Streams(results, sampling.seed, count)
    room = make_room(results, streams.instances, sampling.series, count)
    if sampling.keep is not None:
        room = replace(room, scalars=room.scalars & sampling.keep, whole=room.whole & sampling.keep)
    if count > room.fitting:
        raise PlanError([_too_many(count, room.fitting)])
    vary = make_variation(results, streams.instances, room.everything)
    size, memory = _chunk_size(vary, sampling.max_cases), None
    if sampling.keep is not None and count <= size:
        memory = Memory(before.memory.known if before and before.memory else {})
    _reuse_memory()
    store = Store(results, room, count)
    for begin in range(0, count, room.first):
        end = min(begin + room.first, count)
        for start, stop, cases in streams.chunks(begin, end, size):
            store.add(vary(cases, memory), start, stop)
            if sampling.progress:
                sampling.progress(stop, count)
        if not begin and end < count:
            vary = make_variation(results, streams.instances, room.whole)
    if memory is not None:
        memory.before = {}
    return Spread(count, sampling.seed, streams.inputs(), store.samples(), memory)


def _reuse_memory() -> None:
    """Have the C library keep what is freed for the next array rather than return it.

    Once a block as large as this was freed, glibc keeps what is freed in smaller ones; elsewhere
    nothing comes of it. Without it a tenth of the time goes into asking for the same memory.
    """
    np.empty(REUSED_BYTES, np.int8)


def _too_many(count: int, fitting: int) -> Problem:
    return Problem(
        "out-of-range",
        f"cannot be that many for this plan: they would take over {STORED_BYTES / 1e9:.1f} GB",
        field="draws",
        given=str(count),
        allowed=f"a whole number from {LEAST_DRAWS} to {fitting:,}, or a plan with fewer products",
    )


@dataclass
class _Taken:
    """What is drawn for one value: its first draws, and how many of all were cut."""

    quantity: Quantity
    leaf: Leaf
    keys: list[str]
    first: Array | None = None
    cut: float = 0.0


class _Streams:
    """The draws of every range, one block after the other."""

    def __init__(self, results: Results, seed: int, draws: int) -> None:
        self.made: dict[tuple[object, ...], _Taken] = {}
        self.places: dict[str, dict[str, tuple[object, ...]]] = {}
        self.count = 0
        for quantity, instance, leaf in _ranged(results):
            same = (quantity.name, float(leaf.value), leaf.range)
            taken = self.made.setdefault(same, _Taken(quantity, leaf, []))
            taken.keys.append(results.key(quantity, instance))
            self.places.setdefault(quantity.name, {})[instance] = same
        ranges = [one.leaf.range for one in self.made.values() if one.leaf.range]
        names = {*(one.stream for one in ranges), *(one.factor for one in ranges if one.factor)}
        self.names, self.seed, self.draws = sorted(names), seed, draws
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
            some = {
                same: np.concatenate([[same[1]], numbers[start - begin : stop - begin]])
                for same, numbers in block.items()
            }
            cases = {
                name: {instance: some[same].reshape(1, 1, -1) for instance, same in rows.items()}
                for name, rows in self.places.items()
            }
            yield start, stop, cases

    def _block(self, count: int) -> dict[tuple[object, ...], Array]:
        normals = self._normals(count)
        block = {}
        for same, taken in self.made.items():
            around, value = taken.leaf.range, float(taken.leaf.value)
            if around is None:
                continue
            sides = mixed(around, normals[around.stream], normals.get(around.factor))
            numbers, cut = drawn(taken.quantity, value, around, sides)
            # the mean of what was cut so far and of what is cut now
            taken.cut = (taken.cut * self.count + cut * count) / (self.count + count)
            taken.first = numbers if taken.first is None else taken.first
            block[same] = numbers
        self.count += count
        return block

    def _normals(self, count: int) -> dict[str, Array]:
        if count == self.draws <= QUICK_DRAWS:
            return {name: stream(name, self.seed, count) for name in self.names}
        self.generators = self.generators or {n: _generator(n, self.seed) for n in self.names}
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


@functools.lru_cache(maxsize=QUICK_STREAMS)
def stream(name: str, seed: int, count: int) -> Array:
    """Standard normal numbers that depend on the name and the seed alone; not to be written to.

    Remembered, since a picture that moves draws the same again and again.
    """
    numbers = _generator(name, seed).standard_normal(count)
    numbers.flags.writeable = False
    return numbers


def _chunk_size(vary: Variation, most: int) -> int:
    """As many cases as keep the largest array that is worked out in the processor's cache."""
    largest = max((vary.results.columns[name].data.size for name in vary.steps), default=1)
    cases = max(CHUNK_NUMBERS // max(largest, 1), 16)
    return max(1, min(most, cases, MEMBER_NUMBERS // case_numbers(vary.results, vary.steps)))


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
        if np.isfinite([draws.min(), draws.max()]).all():
            continue
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


def _refused(field_: str, given: object, most: int, least: int = 0) -> Iterator[Problem]:
    """A problem with a number that is not whole, too large, or too small without being none."""
    fits = isinstance(given, int) and (least <= given <= most or given == 0)
    none = "; 0 for the central case alone" if least else ""
    if given is not None and (not fits or isinstance(given, bool)):
        yield Problem(
            "out-of-range",
            "cannot be drawn with" if field_ == "seed" else "cannot be that many",
            field=field_,
            given=str(given),
            allowed=f"a whole number from {least} to {most:,}{none}",
        )
