"""What measured runs of serving come out at: offline, at a fixed batch, at an offered rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flopwatt.studies.backtest_serving_bench import (
    CACHE_SHARE,
    FIRST,
    Limits,
    bench_limits,
    bench_requests,
)
from flopwatt.studies.backtest_serving_fits import Fits, OneFit, evaluate_fits

RATE, TTFT, TPOT = "rate", "ttft", "tpot"
UNBOUNDED = 1e18  # bytes of cache that any fixed batch fits in
MEMORY_WALLS = ("weights", "activations", "kv cache")
NEAR = 0.8  # of what replicas deliver: from here on a call waits for others, not for a step
QUEUE = "at so much of all that is delivered it is a queue, not a speed"
OVERFULL = "the cache of the batch alone takes more than the memory of each GPU"
ROUNDS, CLOSE = 40, 1e-3


@dataclass(frozen=True)
class Run:
    """One run: what it ran on, and the load that is stated of it.

    ``sequences`` are those of all replicas at once, ``limit`` the engine's own, ``rate`` the
    requests offered per second; ``bench`` says that the benchmark of TensorRT-LLM set it up.
    """

    fit: OneFit
    sequences: float | None = None
    limit: float | None = None
    rate: float | None = None
    bench: bool = False

    @property
    def replicas(self) -> float:
        """Groups of GPUs that hold the model each."""
        given = self.fit.given
        sharing = given.get("tensor_parallel", 1.0) * given.get("pipeline_parallel", 1.0)
        return given.get("data_parallel") or max(given["fit_accelerators"] / sharing, 1.0)

    @property
    def stated(self) -> dict[str, float]:
        """The limit of sequences of a replica, where something is stated of it."""
        own = self.limit if self.sequences is None else self.sequences / self.replicas
        return {} if own is None else {"batch_limit": max(own, 1.0)}


@dataclass(frozen=True)
class Told:
    """What is predicted of a run, in tokens per second and seconds; why where it is not."""

    values: Mapping[str, float | None]
    reasons: Mapping[str, str] = field(default_factory=dict)


def offline_runs(runs: Sequence[Run]) -> list[Told]:
    """Answer tokens per second with all requests queued at once; 0 where memory rejects the run."""
    full = evaluate_fits(_limited(runs))
    last = evaluate_fits([_last_wave(run, full, place) for place, run in enumerate(runs)])
    return [Told({RATE: _offline(run, full, last, place)}) for place, run in enumerate(runs)]


def fixed_batches(runs: Sequence[Run]) -> list[Told]:
    """Tokens per second, first token and step of a batch that stays as it is.

    What an engine would hold of it is not asked.
    """
    whole = {"cache_memory": UNBOUNDED}
    found = evaluate_fits([run.fit.given_more(run.stated | whole) for run in runs])
    return [_fixed(found, place) for place in range(len(runs))]


def _fixed(found: Fits, place: int) -> Told:
    """What comes of a batch; nothing of one whose cache alone is more than a GPU has."""
    taken = found.number("fit_sequence", place) * _slots(found, place)
    if taken > found.number("card_memory", place):
        return Told({}, dict.fromkeys((RATE, TTFT, TPOT), OVERFULL))
    return Told(
        {
            RATE: found.value("output_rate", place),
            TTFT: _first_token(found, place),
            TPOT: found.value("serving_step_time", place),
        }
    )


def open_loops(runs: Sequence[Run]) -> list[Told]:
    """What a user sees at an offered rate, or with so many sequences in flight."""
    full = evaluate_fits([run.fit.given_more(run.stated) for run in runs])
    found, flying = full, [_slots(full, place) for place in range(len(runs))]
    for _ in range(ROUNDS):
        after = [_in_flight(run, full, found, place) for place, run in enumerate(runs)]
        moved = max(abs(new / old - 1) for new, old in zip(after, flying, strict=True))
        flying = after
        limits = ({"batch_limit": own} for own in flying)
        found = evaluate_fits(
            [run.fit.given_more(limit) for run, limit in zip(runs, limits, strict=True)]
        )
        if moved < CLOSE:
            break
    return [_seen(run, full, found, place) for place, run in enumerate(runs)]


def prompts_alone(runs: Sequence[Run]) -> list[Told]:
    """Prompt tokens per second of GPUs that do nothing else."""
    found = evaluate_fits([run.fit.given_more(run.stated).apart() for run in runs])
    return [Told({RATE: found.value("prefill_rate", place)}) for place in range(len(runs))]


def _limited(runs: Sequence[Run]) -> list[OneFit]:
    """The fits with the limits of their engines: those of the benchmark follow from the cache."""
    first = evaluate_fits([run.fit.given_more(_bench(run, FIRST)) for run in runs])
    fits = []
    for place, run in enumerate(runs):
        given, held = run.fit.given, first.value("batch_by_memory", place) or 0.0
        stages = given.get("pipeline_parallel", 1.0)
        limits = bench_limits(held, given["fit_prompt"], given["fit_answer"], stages)
        fits.append(run.fit.given_more(_bench(run, limits)))
    return fits


def _bench(run: Run, limits: Limits) -> dict[str, float]:
    if not run.bench:
        return run.stated
    sizes = {"batch_limit": limits.sequences, "batched_tokens": limits.tokens}
    return {"memory_share": CACHE_SHARE, **sizes, **run.stated}


def _slots(full: Fits, place: int) -> float:
    """Sequences that a replica has at once when nothing but its limits holds them back."""
    return full.number("batch_at_once", place)


def _waves(run: Run, full: Fits, place: int) -> tuple[float, float, float]:
    """Requests of a run, how often they fill all replicas, and how many are left for the last."""
    given = run.fit.given
    requests = bench_requests(given["fit_prompt"], given["fit_answer"]) if run.bench else None
    at_once = _slots(full, place) * run.replicas
    if requests is None or not at_once > 0:
        return 0.0, 0.0, 0.0
    filled = requests // at_once
    return float(requests), filled, requests - filled * at_once


def _last_wave(run: Run, full: Fits, place: int) -> OneFit:
    _, _, rest = _waves(run, full, place)
    own = max(rest / run.replicas, 1.0)
    return run.fit.given_more({"batch_limit": own, "cache_memory": UNBOUNDED})


def _offline(run: Run, full: Fits, last: Fits, place: int) -> float | None:
    if full.word("serving_wall", place) in MEMORY_WALLS:
        return 0.0
    requests, filled, rest = _waves(run, full, place)
    if not requests:
        return full.value("output_rate", place)
    given, step = run.fit.given, "serving_step_time"
    prompts = requests * given["fit_prompt"] / full.number("prefill_rate", place)
    steps = filled * full.number(step, place) + (last.number(step, place) if rest else 0.0)
    return requests * given["fit_answer"] / (prompts + given["fit_answer"] * steps)


def _first_token(found: Fits, place: int) -> float:
    """Time until every prompt of a batch is read and its first token written, beside nothing."""
    sequences = _slots(found, place)
    passes = sequences * found.number("fresh_tokens", place)
    passes = max(passes / found.number("batched_tokens", place), 1.0)
    work = sequences * found.number("prompt_time", place)
    return work + passes * found.number("step_alone", place)


def _in_flight(run: Run, full: Fits, found: Fits, place: int) -> float:
    """Sequences of a replica: as many as come in the time that each stays, at most all slots."""
    slots = _slots(full, place)
    if run.sequences is not None or run.rate is None:
        return slots
    answer = run.fit.given["fit_answer"]
    stays = found.number("ttft", place) + (answer - 1) * found.number("tpot", place)
    own = run.rate / run.replicas * stays
    return min(max(own, 1.0), slots) if own == own else slots


def _seen(run: Run, full: Fits, found: Fits, place: int) -> Told:
    tpot, ttft = found.value("tpot", place), found.value("ttft", place)
    offered = (run.rate or 0.0) * run.fit.given["fit_answer"]
    if offered < NEAR * full.number("output_rate", place):
        return Told({TPOT: tpot, TTFT: ttft})
    return Told({TPOT: tpot}, {TTFT: QUEUE})
