"""Which kinds of published values can be predicted, and where their tables are found."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.studies.backtest import Backtest
from flopwatt.studies.backtest_economics import backtest_economics
from flopwatt.studies.backtest_memory import backtest_memory
from flopwatt.studies.backtest_power import backtest_power
from flopwatt.studies.backtest_serving import backtest_serving
from flopwatt.studies.backtest_training_memory import backtest_training_memory

VARIABLE = "FLOPWATT_TRUTH"
KINDS: Mapping[str, tuple[str, Callable[[str | os.PathLike[str]], Backtest]]] = {
    "memory": ("kvcache_truth.csv", backtest_memory),
    "training-memory": ("training_truth.csv", backtest_training_memory),
    "serving": ("serving_truth.csv", backtest_serving),
    "economics": ("econ_truth.csv", backtest_economics),
    "power": ("power_truth.csv", backtest_power),
}


def run_backtest(kind: str, data: str | os.PathLike[str] | None = None) -> Backtest:
    """Predict every row of a table that can be predicted. Raises PlanError."""
    if kind not in KINDS:
        message = "no published values of this kind are predicted"
        problem = Problem("unknown-name", message, field="kind", given=kind,
                          allowed=", ".join(KINDS), nearest=nearest(kind, KINDS))  # fmt: skip
        raise PlanError([problem])
    name, predict = KINDS[kind]
    return predict(data if data is not None else _table(name))


def _table(name: str) -> Path:
    """The table of a kind in the folder that the environment names."""
    folder = os.environ.get(VARIABLE, "")
    if folder:
        return Path(folder) / name
    message = "no table of published values is named"
    allowed = f"--data TABLE.csv, or a folder that holds {name} in the variable {VARIABLE}"
    raise PlanError([Problem("missing-quantity", message, field="data", given="nothing",
                             allowed=allowed)])  # fmt: skip
