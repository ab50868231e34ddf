"""Published power, energy and emissions held against what a plan of the same GPUs works out."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flopwatt.model.results import Results
from flopwatt.problems import FlopwattError
from flopwatt.studies.backtest import (
    WHAT,
    Backtest,
    Row,
    Scored,
    Unmodelled,
    compare,
    errors_of,
    read_truth,
)
from flopwatt.studies.backtest_power_rows import (
    COLUMNS,
    FITTED,
    GPU_POWER,
    HPL,
    NODE,
    REQUEST,
    RUN,
    SITE,
    Asked,
    UnsaidError,
    group_of,
    read_row,
)
from flopwatt.studies.run import load_plan, work_out
from flopwatt.units import parse_unit

START = {"start": "2026-01-01", "horizon": "1 month"}
TRUTH = (GPU_POWER, NODE, SITE, RUN, REQUEST)
MEASURED = ("measured", "disclosed")
NAIVE = 0.75  # of the nameplate: what is usually taken for a GPU that serves
NAIVE_TOLD = "0.75 of nameplate, same rows"
SAME = ("model", "accelerator", "n_accel", "precision", "batch")
MOST = 500  # loads of one plan
HELD, FIT, AGAIN = "held out", "fitted to", "restated"


@dataclass(frozen=True)
class Found:
    """What a load comes to, with the nameplate of its chip and the PUE of its scope."""

    number: float
    nameplate: float
    pue: float


def backtest_power(path: str | os.PathLike[str]) -> Backtest:
    """Work out every row of a table that can be. Raises PlanError for a bad table."""
    rows = read_truth(path, COLUMNS)
    asked: list[tuple[Row, Asked]] = []
    left_out: list[Unmodelled] = []
    ids: set[str] = set()
    for row in rows:
        if row["id"] in ids:
            left_out.append(Unmodelled(row["id"], "a row of this id stands above, and counts"))
            continue
        ids.add(row["id"])
        try:
            asked.append((row, read_row(row)))
        except UnsaidError as error:
            left_out.append(Unmodelled(row["id"], str(error)))
    scored: list[Scored] = []
    naive: list[float] = []
    twice = set(repeated(rows))
    for first in range(0, len(asked), MOST):
        some = asked[first : first + MOST]
        for (row, one), found in zip(some, _predicted(some), strict=True):
            if isinstance(found, str):
                left_out.append(Unmodelled(row["id"], found))
                continue
            half = _half(row, again=row["id"] in twice)
            apart = half in (FIT, AGAIN) or not _is_truth(row)
            held = compare(row, one.expected, found.number, _cells(row, half, apart=apart))
            scored.append(replace(held, apart=apart, about=_about(row, one, found)))
            if half and not apart:
                naive.append(NAIVE * found.nameplate / one.expected - 1)
    beside = {NAIVE_TOLD: errors_of(naive)} if naive else {}
    return Backtest("power", tuple(scored), tuple(left_out), beside)


def _is_truth(row: Row) -> bool:
    """Whether a row measures or discloses what is predicted; the others stand apart."""
    named = row["use"].lower() in TRUTH and row["kind"].lower() in MEASURED
    return named and row["verified"].lower() != "memory"


def _half(row: Row, *, again: bool) -> str:
    """Of a GPU that serves: whether it was fitted to, held out, or states a row again."""
    if row["use"].lower() != GPU_POWER:
        return ""
    return AGAIN if again else FIT if group_of(row) in FITTED else HELD


def _cells(row: Row, half: str, *, apart: bool) -> Mapping[str, str]:
    """What errors are told apart by; rows that are no truth have but their use."""
    use = HPL.upper() if HPL in row["metric"].lower() else row["use"].lower() or "not stated"
    told = {"half": half} if half else {}
    if half and apart:
        return told
    return told | {"use": use} | ({} if apart else _kind(row))


def _kind(row: Row) -> dict[str, str]:
    return {"accelerator": row["accelerator"], WHAT: row["metric"]}


def _about(row: Row, one: Asked, found: Found) -> Mapping[str, str]:
    """What a row is of: unit, scope, which power, and the PUE that was reckoned with."""
    return {
        WHAT: row["metric"],
        "unit": one.unit,
        "scope": one.scope,
        "power": one.which,
        "pue": f"{one.pue} {found.pue:.3g}".replace("_pue", "") if one.pue else "",
    }


def repeated(rows: Sequence[Row]) -> Iterator[str]:
    """The ids of rows that state the same point as one before: it counts once."""
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        point = tuple(row[column] for column in SAME)
        if row["use"].lower() != GPU_POWER or not row["batch"]:
            continue
        if point in seen:
            yield row["id"]
        seen.add(point)


def _predicted(
    asked: Sequence[tuple[Row, Asked]],
) -> Iterator[Found | str]:
    """What each load comes to; or why it comes to nothing."""
    if not asked:
        return
    names = [f"r{place}" for place in range(len(asked))]
    plan = {**START, "power": {name: dict(one.fields) for name, (_, one) in
                               zip(names, asked, strict=True)}}  # fmt: skip
    try:
        results = work_out(load_plan(plan))
    except FlopwattError as error:
        if len(asked) == 1:
            yield f"{error.problems[0].message}"
            return
        for alone in asked:  # one of them is refused: the others need not be
            yield from _predicted([alone])
        return
    for name, (_, one) in zip(names, asked, strict=True):
        key = f"power.{name}.{one.key}"
        if key not in results:
            yield f"{one.key} does not follow from what the row states"
            continue
        number = _number(results, key) / parse_unit(one.unit).factor
        nameplate = _number(results, f"power.{name}.chip.nameplate") / parse_unit("W/GPU").factor
        yield Found(number, nameplate, _number(results, f"power.{name}.{one.pue}"))


def _number(results: Results, key: str) -> float:
    if key not in results:
        return math.nan
    value = results[key]
    return float(value.months[0]) if value.is_series else value.central
