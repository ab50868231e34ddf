"""Constants of power while serving as they are read off a table: those that every load assumes."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from flopwatt.studies.backtest_power_rows import COLUMNS
from flopwatt.studies.run import load_vocabulary
from flopwatt.units import read_quantity
from tools.fit_power import main, read_off, read_points

TRUTH = Path(__file__).parents[3] / "shared" / "truth" / "power_truth.csv"
ROW = dict.fromkeys(COLUMNS, "") | {
    **{"kind": "measured", "use": "gpu-average-power", "accelerator": "H100", "n_accel": "1"},
    **{"model": "Llama 3.1 8B Instruct", "value": "1", "gpu_avg_w": "600"},
}


@pytest.mark.skipif(
    not TRUTH.exists() and "CI" not in os.environ, reason="the table is not beside the repository"
)
def test_what_is_read_off_is_what_is_assumed():
    points = read_points(str(TRUTH))
    line = read_off(points)
    quantities = load_vocabulary().quantities
    assumed = [
        read_quantity(quantities[name].default.text, quantities[name].unit)
        for name in ("serving_base", "serving_slope")
    ]
    assert [line.base, line.slope] == pytest.approx(assumed, abs=5e-4)
    spread = quantities["serving_spread"].default
    ends = np.percentile(1 / (1 + line.errors[~points.fitted]), (10, 90))
    assert ends == pytest.approx([float(spread.low), float(spread.high)], abs=6e-3)


def test_only_one_half_is_fitted_to(tmp_path, capsys):
    rows = [
        ROW | {"id": "1", "batch": "1", "tok_s": "1000", "gpu_avg_w": "400"},
        ROW | {"id": "2", "batch": "9", "tok_s": "9000", "gpu_avg_w": "650"},
        ROW | {"id": "3", "batch": "5", "tok_s": "5000", "model": "Qwen 3 8B"},
    ]
    path = tmp_path / "power.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    assert main([str(path)]) == 0
    said = capsys.readouterr().out
    assert "points fitted to                 2" in said
    assert "points held out                  1" in said


def test_a_table_without_such_rows_is_refused(tmp_path, capsys):
    path = tmp_path / "power.csv"
    for row, said in (("", "no rows"), ("x" + "," * (len(COLUMNS) - 1), "gpu-average-power")):
        path.write_text(",".join(COLUMNS) + f"\n{row}\n")
        assert main([str(path)]) == 2
        assert said in capsys.readouterr().err
    assert main([]) == 2
