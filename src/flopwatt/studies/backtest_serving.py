"""Measured serving held against the step model: offline runs, fixed batches, offered rates."""

from __future__ import annotations

import functools
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flopwatt.studies.backtest import (
    WHAT,
    Backtest,
    Row,
    Scored,
    Unmodelled,
    compare,
)
from flopwatt.studies.backtest_models import Finder, find_known
from flopwatt.studies.backtest_serving_rows import (
    UnsaidError,
    count_once,
    no_truth,
    read_fit,
    read_load,
    read_positive,
    read_rows,
)
from flopwatt.studies.backtest_serving_runs import (
    RATE,
    TPOT,
    TTFT,
    Run,
    Told,
    fixed_batches,
    offline_runs,
    open_loops,
    prompts_alone,
)

OFFLINE, ALL_AT_ONCE, TENSORRT = "offline_max_throughput", "INF", "tensorrt-llm"
TOLD_BY = ("hardware", "tp", "model", "weight_precision", "engine_version")
GROUP = "group"  # the engine with its release, and the family of the model
# offline runs that a goal stands for, and that are told by each of these columns by themselves
TARGET = "TensorRT-LLM 0.17, Llama"
TARGET_BY = ("hardware", "tp", "model")
OUTPUT, INPUT = "output tokens/s", "input tokens/s"
FIRST_TOKEN, NEXT_TOKEN = "time to first token", "time per output token"
# for each column that may be predicted: what it is, which of what is told, and in which unit
COLUMN = {
    "output_tok_s_total": (OUTPUT, RATE, 1.0),
    "input_tok_s_total": (INPUT, RATE, 1.0),
    "ttft_mean_ms": (FIRST_TOKEN, TTFT, 1e3),
    "tpot_mean_ms": (NEXT_TOKEN, TPOT, 1e3),
}
OWN = "output_tok_s_per_gpu"
LIMITS = "the load is the most that two latency limits of the benchmark allow"
# kinds that nothing here predicts, and why
LEFT_OUT = {
    **dict.fromkeys(("mlperf_server", "mlperf_interactive"), LIMITS),
    "fleet_day": "a day of a fleet that follows its traffic",
    **dict.fromkeys(
        ("fleet_decode", "disagg_decode"), "a share of GPUs that write answers at a load not stated"
    ),
}


@dataclass(frozen=True)
class Sort:
    """A sort of measurement: what it is called, what predicts it, and the columns it has."""

    name: str
    predict: Callable[[Sequence[Run]], Sequence[Told]]
    columns: tuple[str, ...]


RUN = Sort("offline", offline_runs, ("output_tok_s_total",))
BURST = Sort("all requests at once", offline_runs, ("output_tok_s_total",))
BATCH = Sort("fixed batch", fixed_batches, ("output_tok_s_total",))
STEPS = Sort("fixed batch", fixed_batches, ("ttft_mean_ms", "tpot_mean_ms"))
ONE = Sort("one request", fixed_batches, ("ttft_mean_ms",))
LOOP = Sort("open loop", open_loops, ("tpot_mean_ms", "ttft_mean_ms"))
PROMPTS = Sort("prompts alone", prompts_alone, ("input_tok_s_total",))
KINDS: Mapping[str, Sort] = {
    **dict.fromkeys((OFFLINE, "mlperf_offline"), RUN),
    "static_batch_throughput": BATCH,
    "static_batch_latency": STEPS,
    "prefill_latency_batch1": ONE,
    **dict.fromkeys((f"open_loop_serving{end}" for end in ("", "_trace", "_summary")), LOOP),
    **dict.fromkeys(("fleet_prefill", "disagg_prefill"), PROMPTS),
}


@dataclass(frozen=True)
class Point:
    """One row that is to be predicted, with the values that it holds by column."""

    row: Row
    sort: Sort
    run: Run
    expected: Mapping[str, float]


def backtest_serving(path: str | os.PathLike[str], finder: Finder = find_known) -> Backtest:
    """Predict every value of a table that can be. Raises PlanError for a bad table."""
    points: list[Point] = []
    left_out: list[Unmodelled] = []
    for found in _points(read_rows(path), functools.cache(finder)):
        if isinstance(found, Point):
            points.append(found)
        else:
            left_out.append(found)
    scored: list[Scored] = []
    for told in _predicted(points):
        if isinstance(told, Scored):
            scored.append(told)
        else:
            left_out.append(told)
    return Backtest("serving", tuple(scored), tuple(left_out))


def _points(rows: Iterable[Row], finder: Finder) -> Iterator[Point | Unmodelled]:
    """Rows that can be predicted, each measurement once; of all others why they are left out."""
    usable = []
    for row in rows:
        try:
            _point(row, finder)
        except UnsaidError as error:
            yield Unmodelled(row["id"], str(error))
        else:
            usable.append(row)
    for found in count_once(usable):
        yield found if isinstance(found, Unmodelled) else _point(found, finder)


def _point(row: Row, finder: Finder) -> Point:
    """What of a row is predicted. Raises UnsaidError where nothing is."""
    kind = row["kind"]
    reason = no_truth(row) or LEFT_OUT.get(kind, "")
    if not reason and kind not in KINDS:
        reason = f"nothing is known of rows of kind {kind}"
    if reason:
        raise UnsaidError(reason)
    load, burst = read_load(row), row["request_rate"] == ALL_AT_ONCE
    rate = None if burst else read_positive(row, "request_rate")
    bench = kind == OFFLINE and row["engine"].lower().startswith(TENSORRT)
    run = Run(read_fit(row, finder), load.sequences, load.limit, rate, bench)
    sort = KINDS[kind]
    sort = BURST if sort is LOOP and burst else sort
    if sort in (BATCH, STEPS) and load.sequences is None:
        raise UnsaidError("the row does not say how large the batch is")
    if sort is LOOP and rate is None and load.sequences is None:
        raise UnsaidError("the row says neither the rate offered nor the sequences in flight")
    expected = {column: _expected(row, column, run) for column in sort.columns}
    held = {column: value for column, value in expected.items() if value is not None}
    if not held:
        raise UnsaidError("the row holds no value that is predicted of its kind")
    return Point(row, sort, run, held)


def _expected(row: Row, column: str, run: Run) -> float | None:
    """A value of a row; of all GPUs that of one times their number, where that alone stands."""
    found = read_positive(row, column)
    if found is None and column == "output_tok_s_total":
        own = read_positive(row, OWN)
        return None if own is None else own * run.fit.given["fit_accelerators"]
    return found


def _predicted(points: Sequence[Point]) -> Iterator[Scored | Unmodelled]:
    """Predict all points of a sort together, and tell them in their order."""
    found: dict[int, Told] = {}
    for predict in dict.fromkeys(point.sort.predict for point in points):
        places = [place for place, one in enumerate(points) if one.sort.predict is predict]
        told = predict([points[place].run for place in places])
        found |= dict(zip(places, told, strict=True))
    for place, point in enumerate(points):
        for column, expected in point.expected.items():
            yield _scored(point, column, expected, found[place])


def _scored(point: Point, column: str, expected: float, told: Told) -> Scored | Unmodelled:
    row, (name, quantity, unit) = point.row, COLUMN[column]
    what = f"{name}, {point.sort.name}"
    value = told.values.get(quantity)
    if value is None or not math.isfinite(value):
        lack = "the catalog lacks something of the model or the GPU"
        return Unmodelled(row["id"], f"{what}: {told.reasons.get(quantity, lack)}")
    apart = row["kind"] != OFFLINE
    cells = {WHAT: what, "kind": row["kind"]}
    if not apart:
        cells |= {column: row[column] or "not stated" for column in TOLD_BY} | _group(row)
    one = compare(row, expected, value * unit, cells)
    if not math.isfinite(one.error):
        return Unmodelled(row["id"], f"{what}: {expected:g} is too little to hold anything to")
    return replace(one, apart=apart)


def _group(row: Row) -> dict[str, str]:
    """The group of an offline run, and by what that of the goal is told besides."""
    family = re.match(r"[A-Za-z]*", row["model"].rpartition("/")[2])
    name = f"{row['engine']} {row['engine_version']}, {family[0] if family else ''}"
    cells = {GROUP: name}
    if name == TARGET:
        cells |= {f"{column} of {TARGET}": row[column] or "not stated" for column in TARGET_BY}
    return cells
