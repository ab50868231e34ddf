"""Reads off measured power what GPUs draw while they serve.

    python tools/fit_power.py power_truth.csv

Takes the rows of use gpu-average-power of a table of measured power. Half of the groups of a
model and a GPU, every second by name, are fitted to: the share of the nameplate that is drawn
as a base and a slope on the root of useful arithmetic over the 16-bit peak, with the least
squares of relative errors. The other half says how far off that is, beside 0.75 of the
nameplate. The defaults in ``catalog/data/quantities/load_serving.yaml`` are these.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.problems import FlopwattError
from flopwatt.studies.backtest import Row, read_truth
from flopwatt.studies.backtest_power import NAIVE, START, repeated
from flopwatt.studies.backtest_power_rows import (
    COLUMNS,
    FITTED,
    GPU_POWER,
    UnsaidError,
    group_of,
    read_row,
)
from flopwatt.studies.run import load_plan, work_out
from flopwatt.units import show

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Points:
    """What was measured: the share of the nameplate, by the share of the peak that is used."""

    drawn: Numbers
    used: Numbers
    fitted: NDArray[np.bool_]


@dataclass(frozen=True)
class Line:
    """The base and the slope, and the relative error that they leave at every point."""

    base: float
    slope: float
    errors: Numbers


def main(words: list[str]) -> int:
    """Print what is read off a table; exit with 2 where it cannot be used."""
    if len(words) != 1:
        print("fit_power: the path of a table of measured power", file=sys.stderr)
        return 2
    try:
        points = read_points(words[0])
    except (FlopwattError, UnsaidError) as error:
        print(error, file=sys.stderr)
        return 2
    line = read_off(points)
    held = ~points.fitted
    naive = NAIVE / points.drawn - 1
    low, high = np.percentile(1 / (1 + line.errors[held]), (10, 90))
    told = {
        "base": f"{line.base:.1%}",
        "slope": f"{line.slope:.1%}",
        "points fitted to": str(points.fitted.sum()),
        "mean error there": show(float(np.abs(line.errors[points.fitted]).mean()), "%"),
        "points held out": str(held.sum()),
        "mean error there, held": show(float(np.abs(line.errors[held]).mean()), "%"),
        "0.75 of nameplate there": show(float(np.abs(naive[held]).mean()), "%"),
        "measured over line, p10": f"{low:.2f}",
        "measured over line, p90": f"{high:.2f}",
    }
    for name, text in told.items():
        print(f"{name:26}{text:>8}")
    return 0


def read_points(path: str) -> Points:
    """Every point of the table that can be used, each once. Raises for a bad table."""
    rows = read_truth(path, COLUMNS)
    twice = set(repeated(rows))
    used = [row for row in rows if row["use"] == GPU_POWER and row["id"] not in twice]
    if not used:
        raise UnsaidError(f"the table has no rows of use {GPU_POWER}")
    asked = [read_row(row) for row in used]
    names = [f"r{place}" for place in range(len(asked))]
    loads = {name: dict(one.fields) for name, one in zip(names, asked, strict=True)}
    results = work_out(load_plan({**START, "power": loads}))
    nameplate = np.array([results[f"power.{name}.chip.nameplate"].central for name in names])
    mfu = np.array([results[f"power.{name}.serving.mfu"].central for name in names])
    watts = np.array([one.expected for one in asked])
    return Points(watts / nameplate, mfu, _halves(used))


def _halves(rows: Sequence[Row]) -> NDArray[np.bool_]:
    return np.array([group_of(row) in FITTED for row in rows])


def read_off(points: Points) -> Line:
    """The line with the least squares of relative errors over what is fitted to."""
    drawn, used = points.drawn[points.fitted], points.used[points.fitted]
    matrix = np.column_stack([1 / drawn, np.sqrt(used) / drawn])
    (base, slope), *_ = np.linalg.lstsq(matrix, np.ones(len(drawn)), rcond=None)
    predicted = np.minimum(base + slope * np.sqrt(points.used), 1)
    return Line(float(base), float(slope), predicted / points.drawn - 1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
