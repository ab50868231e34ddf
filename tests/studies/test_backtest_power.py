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
    assert rows[3].cells == {"use": "HPL"}
    assert rows[5].cells == {"half": "restated"}


def test_what_is_no_truth_is_in_no_group_with_truth(run):
    found = run(NODE, NODE | {"id": "1", "kind": "modelled", "use": "modelled"})
    assert found.by["accelerator"]["H100"].n == found.by["what"]["max node power"].n == 1
    assert {use: errors.n for use, errors in found.by["use"].items()} == {
        "chain-node": 1,
        "modelled": 1,
    }


def test_what_was_fitted_to_is_apart_from_what_was_held_out(run):
    fitted = SERVED | {"id": "F", "model": "Llama 3.1 8B Instruct"}
    found = run(SERVED, fitted)
    assert [(row.cells["half"], row.apart) for row in found.rows] == [
        ("held out", False),
        ("fitted to", True),
    ]
    assert found.overall.n == found.by["use"]["gpu-average-power"].n == 1


def test_each_row_says_which_power_of_which_scope_with_which_pue(run):
    served = SERVED | {"id": "C"}
    site = NODE | {"id": "B", "scope": "facility", "pue_given": "1.2", "unit": "MW"}
    node, hall, chip = run(NODE, site, served).rows
    assert node.about == {
        **{"what": "max node power", "unit": "IT kW", "scope": "servers", "power": "peak"},
        "pue": "",
    }
    assert (hall.about["scope"], hall.about["pue"]) == ("facility", "peak 1.2")
    assert (chip.about["scope"], chip.about["power"]) == ("chips", "average")
    gas = NODE | {"id": "D", "unit": "tCO2e", "metric": "emissions", "pue_given": "1.1",
                  "notes": "100 GPU-hours, 0.4 kg/kWh"}  # fmt: skip
    (row,) = run(gas).rows
    assert (row.about["power"], row.about["pue"]) == ("gas", "annual 1.1")


def test_a_server_must_be_known_and_hold_the_accelerator(run):
    found = run(NODE | {"server": "DGX H100"})
    assert found.rows[0].predicted == pytest.approx(8.48)
    (one,) = run(NODE | {"server": "GB200 NVL72 rack"}).not_modelled
    assert one.reason == "the server GB200 NVL72 rack holds another accelerator, GB200"
    (one,) = run(NODE | {"server": "Warp server 9"}).not_modelled
    assert one.reason == "the catalog knows no server of this name: Warp server 9"


def test_an_id_counts_once(run):
    found = run(NODE, NODE | {"value": "9"})
    assert len(found.rows) == 1
    assert [(one.id, one.reason) for one in found.not_modelled] == [
        ("A", "a row of this id stands above, and counts")
    ]


def test_a_table_without_rows_is_refused(run):
    with pytest.raises(PlanError, match="has no rows"):
        run()


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
    apart = {row.cells.get("use") or row.cells["half"] for row in found.rows if row.apart}
    uses = {"HPL", "arithmetic-only", "context", "modelled"}
    assert apart == uses | {"fitted to", "restated"}
    assert found.overall.n == 18
    assert sum(errors.n for errors in by["accelerator"].values()) == 18
    with TRUTH.open(encoding="utf-8") as file:
        ids = {row["id"] for row in csv.DictReader(file)}
    assert {row.id for row in found.rows} | {one.id for one in found.not_modelled} == ids
