"""Measured serving held against the step model: rows made by hand, and the published table."""

import csv
import os
import time
from pathlib import Path

import pytest

from flopwatt.problems import PlanError
from flopwatt.report.backtest import backtest_document
from flopwatt.studies.backtest import errors_of
from flopwatt.studies.backtest_serving import (
    GROUP,
    KINDS,
    LEFT_OUT,
    TARGET,
    TARGET_BY,
    backtest_serving,
)
from flopwatt.studies.backtest_serving_rows import COLUMNS, NEEDED
from flopwatt.units import show
from tools.fit_serving import KIND as FITTED

ROOT = Path(__file__).parents[2]
TRUTH = ROOT.parent / "shared" / "truth" / "serving_truth.csv"
beside = pytest.mark.skipif(
    not TRUTH.exists() and "CI" not in os.environ, reason="the table is not beside the repository"
)
GOAL = 0.16
OFFLINE = {
    **{"id": "S1", "kind": "offline_max_throughput", "hardware": "H100 SXM 80GB", "tp": "1"},
    **{"gpu_count": "1", "model": "Llama-3.1-8B", "weight_precision": "FP8", "verified": "yes"},
    **{"kv_precision": "FP8", "engine": "TensorRT-LLM", "engine_version": "0.17"},
    **{"isl": "128", "osl": "2048", "output_tok_s_total": "21000"},
}


@pytest.fixture
def run(tmp_path):
    """Predicts rows that differ from the one above in the cells given."""

    def of(*rows, columns=COLUMNS):
        path = tmp_path / "serving.csv"
        with path.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, columns, extrasaction="ignore")
            writer.writeheader()
            for place, cells in enumerate(rows):
                row = dict.fromkeys(COLUMNS, "") | OFFLINE | {"id": f"S{place}"} | cells
                writer.writerow(row)
        return backtest_serving(path)

    return of


@pytest.fixture(scope="module")
def published():
    return backtest_serving(TRUTH)


def test_an_offline_run_is_told_by_all_it_is_told_by(run):
    found = run({})
    (row,) = found.rows
    assert (row.id, row.expected) == ("S0", 21000)
    assert row.error == pytest.approx(row.predicted / 21000 - 1)
    assert abs(row.error) < 0.3
    assert found.by["what"].keys() == {"output tokens/s, offline"}
    assert found.by[GROUP].keys() == {TARGET}
    for column, value in (("hardware", "H100 SXM 80GB"), ("tp", "1"), ("model", "Llama-3.1-8B")):
        assert found.by[column][value] == found.by[f"{column} of {TARGET}"][value]
    assert found.overall == errors_of([row.error])


@pytest.mark.parametrize(
    "cells", [{"engine_version": "1.0"}, {"engine": "vLLM"}, {"model": "Mistral-7B"}]
)
def test_other_releases_engines_and_models_are_another_group(run, cells):
    found = run(cells)
    assert found.overall.n == 1
    assert TARGET not in found.by[GROUP]
    assert not [column for column in found.by if column.endswith(TARGET)]


def test_a_run_that_memory_rejects_counts_as_an_error(run):
    (row,) = run({"model": "Llama-3.1-70B", "weight_precision": "FP16"}).rows
    assert (row.predicted, row.error) == (0, -1)


def test_of_one_gpu_what_is_published_of_one(run):
    cells = {"gpu_count": "2", "tp": "2", "output_tok_s_total": "", "output_tok_s_per_gpu": "9000"}
    (row,) = run(cells).rows
    assert row.expected == 18000


def test_what_is_no_offline_run_stands_apart(run):
    batch = {"kind": "static_batch_latency", "concurrency_or_batch": "4", "output_tok_s_total": ""}
    found = run({}, batch | {"ttft_mean_ms": "20", "tpot_mean_ms": "6"})
    assert found.overall.n == 1
    told = {row.cells["what"]: row for row in found.rows if row.apart}
    first, step = (
        told[f"time {what}, fixed batch"] for what in ("to first token", "per output token")
    )
    assert (first.expected, step.expected) == (20, 6)
    # 8e9 bytes over 2.7e12 bytes/s and 2 ms besides
    assert step.predicted == pytest.approx(5, rel=0.1)
    rows = backtest_document(found)["rows"]
    assert [row["what"] for row in rows[1:]] == [row.cells["what"] for row in found.rows[1:]]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({"tp": "", "gpu_count": "8"}, "how the GPUs divide the model"),
        ({"weight_precision": "ternary"}, "no format is known by the name ternary"),
        ({"kv_precision": "Q9_K"}, "no format is known by the name Q9_K"),
        ({"model": "nothing-9b"}, "no shape of nothing-9b"),
        ({"model": ""}, "no shape of"),
        ({"hardware": "H9000"}, "H9000"),
        ({"hardware": ""}, ""),
        ({"kind": "guess"}, "nothing is known of rows of kind guess"),
        ({"kind": ""}, "nothing is known of rows of kind"),
        ({"kind": "fleet_day"}, "follows its traffic"),
        ({"kind": "mlperf_server"}, "two latency limits"),
        ({"kind": "static_batch_throughput"}, "how large the batch is"),
        ({"kind": "open_loop_serving"}, "neither the rate offered nor the sequences"),
        ({"kind": "prefill_latency_batch1"}, "no value that is predicted"),
        ({"isl": "-5"}, "column isl holds -5"),
        ({"isl": "many"}, "column isl holds no number: many"),
        ({"osl": "nan"}, "column osl holds no number: nan"),
        ({"gpu_count": "1e9"}, "column gpu_count holds 1e+09"),
        ({"gpu_count": "0"}, "column gpu_count holds 0"),
        ({"output_tok_s_total": "fast"}, "column output_tok_s_total holds no number"),
        ({"output_tok_s_total": "-1"}, "column output_tok_s_total holds -1"),
        ({"output_tok_s_total": "1e-320"}, "too little"),
        ({"output_tok_s_total": ""}, "no value that is predicted"),
        ({"concurrency_or_batch": "a few"}, "column concurrency_or_batch holds no number"),
        ({"request_rate": "often"}, "column request_rate holds no number"),
        ({"verified": "no"}, "not verified"),
    ],
)
def test_what_cannot_be_used_says_why(run, cells, told):
    found = run(cells, {"isl": "256"})
    assert [row.id for row in found.rows] == ["S1"]
    (left,) = found.not_modelled
    assert left.id == "S0"
    assert told in left.reason
    assert left.reason


def test_engines_that_are_not_known_are_predicted_as_any(run):
    found = run({"engine": "home-made"}, {"engine": ""})
    assert len(found.rows) == 2


def test_columns_that_a_table_lacks_are_not_stated(run):
    columns = (*NEEDED, "output_tok_s_total")
    (row,) = run({}, columns=columns).rows
    assert row.cells["weight_precision"] == "not stated"
    assert not run({}, columns=NEEDED).rows
    with pytest.raises(PlanError, match="lacks isl"):
        run({}, columns=("id", "kind", "hardware", "gpu_count", "model", "osl"))


def test_a_head_and_no_rows(run):
    with pytest.raises(PlanError, match="the table has no rows"):
        run()


def test_a_measurement_counts_once(run):
    found = run({}, {"engine_version": "1.0"})
    assert [row.id for row in found.rows] == ["S1"]
    assert "counted once" in found.not_modelled[0].reason


def test_a_long_table_is_quick(run):
    """1,485 rows, of which all differ, take seconds and no minutes."""
    begin = time.process_time()
    found = run(*({"isl": str(100 + place)} for place in range(1485)))
    assert found.overall.n == 1485
    assert time.process_time() - begin < 20


@beside
def test_the_published_llama_rows(published):
    """87 rows of TensorRT-LLM 0.17; none of them has a part in any constant."""
    with TRUTH.open(newline="", encoding="utf-8") as stream:
        wanted = {
            row["id"]
            for row in csv.DictReader(stream)
            if row["kind"] == "offline_max_throughput"
            and row["engine_version"] == "0.17"
            and row["model"].startswith("Llama")
        }
    rows = [row for row in published.rows if row.cells.get(GROUP) == TARGET]
    assert {row.id for row in rows} == wanted
    assert len(rows) == 87
    assert published.by[GROUP][TARGET] == errors_of(row.error for row in rows)
    assert published.by[GROUP][TARGET].median_abs_error <= GOAL
    assert published.by[f"hardware of {TARGET}"].keys() == {
        *("A100 SXM4 80GB", "GH200 96GB (480GB LPDDR)", "H100 SXM 80GB", "L40S")
    }
    for column in ("hardware", "tp", "model"):
        groups = published.by[f"{column} of {TARGET}"].values()
        assert sum(group.n for group in groups) == 87
        assert all(abs(group.bias) < 0.2 for group in groups)


@beside
def test_no_row_is_dropped_in_silence(published):
    with TRUTH.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    told = [*published.rows, *published.not_modelled]
    assert {row["id"] for row in rows} == {one.id for one in told}
    assert {row["kind"] for row in rows} <= KINDS.keys() | LEFT_OUT.keys()
    # of offline runs all are predicted but those measured again in a later release
    offline = {row["id"] for row in rows if row["kind"] == "offline_max_throughput"}
    left = {one.id: one.reason for one in published.not_modelled if one.id in offline}
    assert all("measured again" in reason for reason in left.values())
    assert published.overall.n == len(offline) - len(left)


@beside
def test_the_page_on_accuracy_says_what_comes_out(published):
    page = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8").replace("**", "")
    by = published.by
    told = [published.overall, by[GROUP][TARGET], *by["engine_version"].values()]
    told += [found for column in TARGET_BY for found in by[f"{column} of {TARGET}"].values()]
    for found in told:
        median, bias = (show(abs(share), "%") for share in (found.median_abs_error, found.bias))
        assert f"| {found.n} | {median} | {'-' if found.bias < 0 else '+'}{bias} |" in page


def test_constants_are_read_off_rows_that_stand_apart():
    assert FITTED in KINDS
    assert FITTED != "offline_max_throughput"
