"""Reads off measured first tokens how fast GPUs work while serving.

    python tools/fit_serving.py serving_truth.csv

Takes the rows of kind prefill_latency_batch1 of a table of measured serving: the time to the
first token of one request, beside nothing else. Prints the shares of peak arithmetic and the
overhead of a step with the least mean relative error, by the formulas of every fit. The
defaults in ``catalog/data/quantities/fit_speed.yaml`` are these; no other row is looked at.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.variation import make_variation
from flopwatt.problems import FlopwattError
from flopwatt.studies.backtest import number_in
from flopwatt.studies.backtest_models import find_known
from flopwatt.studies.backtest_serving_fits import OneFit, evaluate_fits
from flopwatt.studies.backtest_serving_rows import UnsaidError, read_fit, read_rows
from flopwatt.units import show

KIND = "prefill_latency_batch1"
MILLISECONDS = 1e3
# what is tried of each constant; shares are read off no finer than by a twentieth
STEPS = {
    "compute_efficiency": [share / 100 for share in range(50, 100, 5)],
    "low_bit_efficiency": [share / 100 for share in range(35, 100, 5)],
    "step_overhead": [ms / MILLISECONDS for ms in (0, 0.5, 1, 2, 3, 4, 5, 6)],
}
SAID = {
    "compute_efficiency": ("share of the 16-bit peak", "%"),
    "low_bit_efficiency": ("share of the 8-bit peak", "%"),
    "step_overhead": ("overhead of a step", "ms"),
}
PARTS = ("prompt_time", "step_alone")
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Best:
    """The constants with the least error, and the errors that they leave, one per row."""

    constants: dict[str, float]
    errors: Numbers


def main(words: list[str]) -> int:
    """Print what is read off a table; exit with 2 where it cannot be used."""
    if len(words) != 1:
        print("fit_serving: the path of a table of measured serving", file=sys.stderr)
        return 2
    try:
        fits, measured = first_tokens(words[0])
    except (FlopwattError, UnsaidError) as error:
        print(error, file=sys.stderr)
        return 2
    best = read_off(fits, measured)
    for name, value in best.constants.items():
        said, unit = SAID[name]
        print(f"{said:26}{show(value, unit):>8}")
    low, high = np.percentile(best.errors, (10, 90))
    print(f"{'mean error':26}{show(float(np.mean(np.abs(best.errors))), '%'):>8}")
    print(f"{'error, p10':26}{low:>+8.1%}\n{'error, p90':26}{high:>+8.1%}")
    print(f"{'rows':26}{len(measured):>8}")
    return 0


def first_tokens(path: str) -> tuple[list[OneFit], Numbers]:
    """What each first token was measured on, and its seconds. Raises for a bad table."""
    rows = [row for row in read_rows(path) if row["kind"] == KIND]
    measured = [(number_in(row, "ttft_mean_ms") or 0.0) / MILLISECONDS for row in rows]
    if not all(measured) or not rows:
        raise UnsaidError(f"the table has no rows of kind {KIND} with a time each")
    return [read_fit(row, find_known) for row in rows], np.array(measured)


def read_off(fits: Sequence[OneFit], measured: Numbers) -> Best:
    """The constants, of those tried, by which the first tokens come out nearest."""
    tried = list(itertools.product(*STEPS.values()))
    results = evaluate_fits([one.given_more({"batch_limit": 1.0}) for one in fits]).results
    vary = make_variation(results, tuple(STEPS), PARTS)
    names = results.population.names("fit")
    values = np.array(tried).T.reshape(len(STEPS), 1, len(tried), 1)
    found = vary(
        {name: dict.fromkeys(names, column) for name, column in zip(STEPS, values, strict=True)}
    )
    # the prompt is read in one pass, beside whose arithmetic stand the weights and the overhead
    seconds = sum(
        np.broadcast_to(found[part][:, 0, :, 0], (len(fits), len(tried))) for part in PARTS
    )
    errors = seconds / measured[:, np.newaxis] - 1
    least = int(np.argmin(np.abs(errors).mean(axis=0)))
    return Best(dict(zip(STEPS, tried[least], strict=True)), errors[:, least])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
