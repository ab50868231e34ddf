"""Every accelerator for one run or one product, best first, and why others are not among them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from flopwatt.report.hardware_texts import (
    amount,
    grouped,
    names_text,
    offers_text,
    part_text,
    price_text,
    runs_text,
    unit_text,
)
from flopwatt.report.records import Cell, Table
from flopwatt.report.texts import counted
from flopwatt.studies.hardware import Row, ranked
from flopwatt.studies.hardware_rows import Rated, ServingRow
from flopwatt.studies.hardware_training import RatedRun, TrainingRow
from flopwatt.units import show

SHOWN = 10
TRAINING = (
    *("accelerator", "GPUs at least", "duration", "GPU-hours", "per GPU-hour", "cost", "energy"),
)
SERVING = (
    *("unit", "batch", "limit", "TTFT", "TPOT", "tok/s per GPU", "GPUs"),
    *("cost per Mtoken", "energy per Mtoken"),
)
GIVEN, ABSENT = "given", "-"
PER_HOUR, PER_MILLION = " per GPU-hour", " per million tokens"
GPUS, DURATION = SERVING.index("GPUs"), TRAINING.index("duration")


def training_table(run: RatedRun, names: Sequence[str]) -> Table:
    """What a run takes on each accelerator, the cheapest first."""
    rows = ranked(run.rows)
    shown = _shown(rows, run.own)
    some = math.isnan(run.gpus)  # so that nobody knows how long it takes
    held = "GPUs" if some else counted(int(run.gpus), "GPU")
    title = f"Training {runs_text(names)}: {held} at {show(run.mfu, '%')} of the 16-bit peak"
    cells = [[Cell(text) for text in _training_row(row, run.own)] for row in shown]
    lines = (offers_text(shown), *_left(rows, shown), *_states(run), *_silent(run.rows))
    return _table(f"training-{run.name}", title, TRAINING, cells, lines, DURATION if some else None)


def serving_table(product: Rated) -> Table:
    """What serves a product, the cheapest first."""
    rows = ranked(product.rows)
    shown = _shown(rows, product.own)
    load = "for the load of its launch" if product.at_launch else "at full load"
    title = f"Serving {product.name}: the cheapest unit of each accelerator {load}"
    cells = [[Cell(text) for text in _serving_row(row)] for row in shown]
    left = _left(rows, shown)
    lines = (offers_text(shown), *left, *_walls(product.rows), *_silent(product.rows))
    drop = None if product.at_launch else GPUS
    return _table(f"serving-{product.name}", title, SERVING, cells, lines, drop)


def _table(
    name: str,
    title: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    lines: Iterable[str],
    drop: int | None,
) -> Table:
    """A table without the column that says nothing, if there is one."""
    kept = [place for place in range(len(heads)) if place != drop]
    columns = tuple(heads[place] for place in kept)
    cells = tuple(tuple(row[place] for place in kept) for row in rows)
    return Table(
        f"hardware-{name}", title, columns, cells, "\n".join(filter(None, lines)), words=("limit",)
    )


def _shown(rows: Sequence[Row], own: str) -> list[Row]:
    """The first rows, and those of the accelerator which the plan names."""
    return [row for place, row in enumerate(rows) if place < SHOWN or row.part.name == own]


def _training_row(row: TrainingRow, own: str) -> Iterator[str]:
    yield part_text(row.part, planned=row.part.name == own)
    yield amount(row.least, "1")
    yield amount(row.time, "day")
    yield amount(row.hours, "GPU-hour", " GPU-hours")
    yield price_text(row.part, row.hourly, "USD/GPU/hour", PER_HOUR)
    yield price_text(row.part, row.cost, "USD")
    yield amount(row.energy, "MWh")


def _serving_row(row: ServingRow) -> Iterator[str]:
    yield unit_text(row)
    if row.measured:
        yield from (ABSENT, GIVEN, ABSENT, ABSENT)  # its steps are not worked out
    else:
        yield amount(row.batch, "1")
        yield row.limit
        yield amount(row.ttft, "s").replace("seconds", "s")
        time = amount(row.tpot, "s").replace("seconds", "s")
        yield ABSENT if math.isnan(row.tpot) else time
    yield amount(row.rate, "token/s", " tokens per second")
    yield amount(row.gpus, "GPU", " GPUs")
    yield price_text(row.part, row.dollars, "USD/Mtoken", PER_MILLION)
    yield amount(row.energy, "kWh/Mtoken", PER_MILLION)


def _left(rows: Sequence[Row], shown: Sequence[Row]) -> Iterator[str]:
    """How many more can do the work."""
    if len(rows) > len(shown):
        yield f"{counted(len(rows) - len(shown), 'more accelerator')} can: in --json."


def _states(run: RatedRun) -> Iterator[str]:
    """Those whose memory does not hold the states of a run, however they are divided."""
    names = [row.part.name for row in run.rows if row.fits is False]
    if names:
        yield (
            f"Does not fit: {len(names)}; weights, gradients and optimizer need more than "
            f"{run.gpus:,.0f}: {names_text(names)}."
        )


def _walls(rows: Sequence[ServingRow]) -> Iterator[str]:
    """What keeps accelerators from serving, and which."""
    pairs = [(row.wall, row.part.name) for row in rows if row.fits is False]
    if pairs:
        told = [f"{wall}: {names_text(names)}" for wall, names in grouped(pairs).items()]
        yield f"Does not fit: {len(pairs)}; {'; '.join(told)}."


def _silent(rows: Sequence[Row]) -> Iterator[str]:
    """What no datasheet says, and of which."""
    pairs = [(row.lacks, row.part.name) for row in rows if row.lacks and not row.does]
    if pairs:
        told = [f"{lack} of {names_text(names)}" for lack, names in grouped(pairs).items()]
        yield f"Not known: {len(pairs)}; {'; '.join(told)}."
