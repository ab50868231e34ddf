"""Draws: the same plan ten thousand times over, each range somewhere else, and what comes of it.

After the first block only that is worked out of which every draw is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from flopwatt.model.results import Results
from flopwatt.model.variation import Variation, make_variation
from flopwatt.problems import Place, PlanError, Problem
from flopwatt.studies.again import Again, Preparation, work_out_again
from flopwatt.studies.goals import behind_goals
from flopwatt.studies.kept import STORED_BYTES, Store, case_numbers, make_room
from flopwatt.studies.spread import Spread
from flopwatt.studies.streams import Streams, ranged_values

# fewer than the least hold no range of 8 in 10
DEFAULT_DRAWS, LEAST_DRAWS, MAX_DRAWS = 10_000, 10, 10_000_000
DEFAULT_SEED, MAX_SEED = 1, 2**63 - 1
# cases of a chunk, and numbers of its largest array, without members and with them
MAX_CASES, CHUNK_NUMBERS, MEMBER_NUMBERS = 2_000, 400_000, 10_000_000
TOLD_CLIPPED = 0.01
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
    return next(ranged_values(results), None) is not None


def run_draws(results: Results, sampling: Sampling, before: Spread | None = None) -> Spread | None:
    """Draw every range and work out what follows; None where there is nothing to draw.

    Of a picture that moves, what follows from nothing new is taken from the draws ``before``.
    """
    count = DEFAULT_DRAWS if sampling.draws is None else sampling.draws
    if not count or not has_ranges(results):
        return None
    streams = Streams(results, sampling.seed, count)
    latest = before.again if before else None
    prepared = _prepare(results, streams, sampling, latest)
    _reuse_memory()
    if sampling.keep is not None and count <= prepared.size:
        ((_, _, cases),) = streams.chunks(0, count, count)
        again = work_out_again(prepared, cases, latest)
        inputs, samples = streams.inputs(), again.samples
        told = before.told_of(samples) if before else {}
        return Spread(count, sampling.seed, inputs, samples, again, told)
    room, vary = prepared.room, prepared.vary
    store = Store(results, room, count)
    for begin in range(0, count, room.first):
        end = min(begin + room.first, count)
        for start, stop, cases in streams.chunks(begin, end, prepared.size):
            store.add(vary(cases), start, stop)
            if sampling.progress:
                sampling.progress(stop, count)
        if not begin and end < count:
            vary = make_variation(results, streams.instances, room.whole)
    return Spread(count, sampling.seed, streams.inputs(), store.samples())


def _prepare(
    results: Results, streams: Streams, sampling: Sampling, latest: Again | None
) -> Preparation:
    """How draws are worked out and what is kept; as ``latest`` where numbers alone have changed.

    Raises PlanError where there are more of them than fit.
    """
    ranged = {name: frozenset(found) for name, found in streams.instances.items()}
    asked = sampling.keep, sampling.series, sampling.max_cases, streams.draws
    same = latest.prepared.for_results(results, asked, ranged) if latest else None
    if same is not None:
        return same
    room = make_room(results, ranged, sampling.series, streams.draws)
    if sampling.keep is not None:
        room = replace(room, scalars=room.scalars & sampling.keep, whole=room.whole & sampling.keep)
    if streams.draws > room.fitting:
        raise PlanError([_too_many(streams.draws, room.fitting)])
    vary = make_variation(results, ranged, room.everything)
    return Preparation(asked, ranged, room, vary, _chunk_size(vary, sampling.max_cases))


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
