"""Published power held against what is worked out: rows made by hand, and the table."""

import csv
import os
from pathlib import Path

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.backtest_power import NAIVE_TOLD, backtest_power
from flopwatt.studies.backtest_power_rows import COLUMNS

ROOT = Path(__file__).parents[2]
TRUTH = ROOT.parent / "shared" / "truth" / "power_truth.csv"
NODE = {
    **{"id": "A", "kind": "measured", "accelerator": "H100", "n_accel": "8", "unit": "kW"},
    **{"metric": "max node power", "value": "8", "scope": "node AC", "use": "chain-node"},
    **{"verified": "primary"},
}
SERVED = {
    **{"id": "B", "kind": "measured", "accelerator": "H100", "n_accel": "1", "value": "0.1"},
    **{"metric": "energy", "unit": "J/token", "use": "gpu-average-power", "verified": "primary"},
    **{"model": "Qwen 3 8B", "precision": "bfloat16", "batch": "64", "tok_s": "5000"},
    "gpu_avg_w": "500",
}


@pytest.fixture
def run(tmp_path):
    def make(*rows):
        path = tmp_path / "truth.csv"
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(dict.fromkeys(COLUMNS, "") | row for row in rows)
        return backtest_power(path)

    return make


def test_a_node_at_its_highest(run):
    (row,) = run(NODE).rows
    # 8 x 1.275 kW, of which 8.48 of 10.2 are drawn
    assert row.predicted == pytest.approx(8.48)
    assert row.error == pytest.approx(0.06)
    assert (row.cells["use"], row.apart) == ("chain-node", False)


def test_a_gpu_that_serves_beside_what_is_usually_taken(run):
    found = run(SERVED)
    (row,) = found.rows
    # 2 x 8.19B x 5,000 of 989.5 TFLOP/s are 8.3 %: (0.582 + 0.852 x its root) x 700 W
    assert row.predicted == pytest.approx(579, rel=0.003)
    assert row.cells["half"] == "held out"
    assert found.beside[NAIVE_TOLD].bias == pytest.approx(0.75 * 700 / 500 - 1)


def test_what_is_no_truth_stands_apart(run):
    rows = run(
        NODE | {"id": "1", "kind": "modelled"},
        NODE | {"id": "2", "verified": "memory"},
        NODE | {"id": "3", "use": "context"},
        NODE | {"id": "4", "metric": "HPL power", "scope": "IT", "use": "context"},
        SERVED | {"id": "5"},
        SERVED | {"id": "6"},
    ).rows
    assert [row.apart for row in rows] == [True, True, True, True, False, True]
    assert rows[3].cells["use"] == "HPL"


def test_one_row_that_is_refused_keeps_no_other_from_being_predicted(run):
    found = run(NODE, NODE | {"id": "B", "pue_given": "0.5", "scope": "facility"})
    assert [row.id for row in found.rows] == ["A"]
    assert [(one.id, one.reason) for one in found.not_modelled] == [
        ("B", "peak pue must be at least 1")
    ]


def test_a_row_without_a_prediction_says_why(run):
    (one,) = run(NODE | {"accelerator": "Warp 9"}).not_modelled
    assert "knows no accelerator" in one.reason
    (one,) = run(NODE | {"accelerator": "Trainium1"}).not_modelled
    assert one.reason == "servers.peak does not follow from what the row states"


def test_a_table_without_the_columns_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,value\nA,1\n")
    with pytest.raises(PlanError, match="lacks kind"):
        backtest_power(path)


@pytest.mark.skipif(
    not TRUTH.exists() and "CI" not in os.environ, reason="the table is not beside the repository"
)
def test_the_published_table():
    found = backtest_power(TRUTH)
    by = found.by
    assert by["use"]["chain-node"].median_abs_error < 0.10
    assert by["use"]["chain-site"].median_abs_error < 0.12
    held, naive = by["half"]["held out"], found.beside[NAIVE_TOLD]
    assert held.n == naive.n == 13
    assert held.mean_abs_error < 0.08 < 0.11 < naive.mean_abs_error
    assert held.median_abs_error < naive.median_abs_error
    assert by["use"]["arithmetic-only"].mean_abs_error < 0.001
    apart = {row.cells["use"] for row in found.rows if row.apart}
    assert apart == {"HPL", "arithmetic-only", "context", "modelled", "gpu-average-power"}
    with TRUTH.open(encoding="utf-8") as file:
        ids = {row["id"] for row in csv.DictReader(file)}
    assert {row.id for row in found.rows} | {one.id for one in found.not_modelled} == ids
