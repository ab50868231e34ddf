"""Peaks of memory while training: published arithmetic, a small table, and the truth in place."""

import csv
from pathlib import Path

import pytest

from flopwatt.architecture.activations import put_activations
from flopwatt.architecture.leaves import Supply, put_counts
from flopwatt.architecture.tabulated import tabulated
from flopwatt.architecture.training_leaves import put_training
from flopwatt.model.value import Origin
from flopwatt.problems import PlanError
from flopwatt.studies.backtest_training_memory import (
    COLUMNS,
    backtest_training_memory,
    no_truth,
)
from flopwatt.studies.fit import fit_model

TRUTH = Path(__file__).parents[3] / "shared" / "truth" / "training_truth.csv"
GIB = 2**30
LINES = ("states", "activations", "moment", "buffers", "copies.held")
ROW = dict.fromkeys((*COLUMNS, "accelerator"), "") | {
    "id": "1", "model": "sliced Llama", "task": "pretrain", "layers": "4", "hidden": "16384",
    "heads": "128", "kv_heads": "16", "head_dim": "128", "ffn": "53248", "gated_mlp": "1",
    "vocab": "128256", "seq_len": "4096", "n_accel": "8", "tp": "4", "pp": "1", "dp": "2",
    "cp": "1", "ep": "1", "zero_or_fsdp": "distributed optimizer (ZeRO-1)", "micro_batch": "1",
    "global_batch_seqs": "8", "recompute": "none", "precision": "bf16",
    "framework": "Megatron-LM 0.14 + TE 2.11", "peak_mem_gib": "52.9",
    "mem_kind": "peak allocated", "source": "a benchmark", "verified": "yes",
    "evidence": "primary", "notes": "cross-entropy fusion on",
}  # fmt: skip


def _values(shape, **given):
    supply = Supply("", Origin("counted"))
    architecture = tabulated(shape, params=0.0).architecture
    for put in (put_counts, put_activations, put_training):
        put(supply, architecture)
    results = fit_model("a model", supply.leaves, given).results
    keys = results.keys()
    return {key.rpartition("training.")[2]: results[key].central for key in keys}


def _table(tmp_path, *rows):
    path = tmp_path / "truth.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(ROW))
        writer.writeheader()
        writer.writerows(ROW | row for row in rows)
    return path


@pytest.mark.parametrize(
    ("sizes", "layout", "none", "selective", "states"),
    [
        ((48, 6144, 64), (8, 1, 1, 4), 59.25, 9.5625, 45.5625),
        ((96, 12288, 96), (8, 8, 3, 1), 66.84, 12.35, None),
        ((105, 20480, 128), (8, 35, 3, 1), 114.0234, 23.0762, 31.6406),
        ((128, 25600, 160), (8, 64, 1, 1), 131.25, 26.5625, 32.9590),
    ],
    ids=["22B", "175B", "530B", "1T"],
)
def test_the_models_of_korthikanti(sizes, layout, none, selective, states):
    layers, hidden, heads = sizes
    tp, pp, chunks, batch = (str(size) for size in layout)
    shape = {
        "layers": layers, "hidden": hidden, "heads": heads, "ffn": 4 * hidden, "gated_mlp": 0,
        "vocab": 51200,
    }  # fmt: skip
    plan = {
        "gpus": str(layout[0] * layout[1]), "tp": tp, "pp": pp, "training.vp": chunks,
        "training.micro_batch": batch, "context": "2048 tokens", "training.dropout_masks": "2",
        "training.attention": "unfused", "training.recipe": "mixed-fp32-gradients",
    }  # fmt: skip
    whole = _values(shape, **plan, **{"training.sequence_parallel": "no"})
    assert whole["first.activations"] / GIB == pytest.approx(none, rel=1e-4)
    some = _values(shape, **plan, **{"training.recompute": "selective"})
    assert some["first.activations"] / GIB == pytest.approx(selective, rel=5e-4)
    if states:  # the paper leaves out embeddings and norms
        inner = whole["inner.params"] * whole["per_param.states"]
        assert inner / GIB == pytest.approx(states, rel=1e-3)


def test_lines_add_up_to_the_peak():
    shape = {"layers": 8, "hidden": 512, "heads": 8, "ffn": 2048, "vocab": 32000}
    found = _values(
        shape, gpus="8", tp="2", pp="2", context="4096 tokens", **{"training.copies.frozen": "1"}
    )
    assert sum(found[line] for line in LINES) == pytest.approx(found["peak"])
    assert found["peak"] < found["reserved"] < found["need"]


def test_a_row_is_predicted_from_its_cells(tmp_path):
    found = backtest_training_memory(_table(tmp_path, {}))
    assert [row.id for row in found.rows] == ["1"]
    assert abs(found.rows[0].error) < 0.01
    assert found.by["mem_kind"]["peak allocated"].n == 1


def test_a_configuration_counts_once(tmp_path):
    rows = ({}, {"id": "2", "global_batch_seqs": "16"}, {"id": "3", "framework": "another"})
    found = backtest_training_memory(_table(tmp_path, *rows))
    assert found.overall.n == 1
    reasons = {one.id: one.reason for one in found.not_modelled}
    assert "another release of row 1" in reasons["3"]
    assert "equals row 1" in reasons["2"]


def test_other_kinds_of_value_stand_apart(tmp_path):
    fsdp = {
        "id": "2", "mem_kind": "peak reserved, max over ranks", "zero_or_fsdp": "FSDP2",
        "framework": "torchtitan", "recompute": "selective", "notes": "torch.compile",
        "source": "a benchmark of 202506",
    }  # fmt: skip
    logged = {
        "id": "3", "mem_kind": "GPU memory in use as logged (GB)", "zero_or_fsdp": "ZeRO-1",
        "framework": "Megatron-DeepSpeed", "recompute": "full", "n_accel": "",
    }  # fmt: skip
    found = backtest_training_memory(_table(tmp_path, {}, fsdp, logged))
    assert found.overall.n == 1
    assert {row.id for row in found.rows if row.apart} == {"2", "3"}


def test_rows_that_cannot_be_predicted_say_why(tmp_path):
    rows = (
        {"ffn": ""},
        {"id": "2", "seq_len": ""},
        {"id": "3", "tp": "3"},
        {"id": "4", "layers": "-4"},
        {"id": "5", "layers": "1e12"},
    )
    found = backtest_training_memory(_table(tmp_path, *rows))
    reasons = [one.reason for one in found.not_modelled]
    assert reasons[0] == "the row does not state ffn"
    assert reasons[1] == "the row does not state its sequence or its machine"
    assert "does not divide 128 query heads" in reasons[2]
    assert reasons[3] == reasons[4] == "the row does not state layers"
    assert found.overall.n == 0


def test_what_is_no_measurement():
    assert no_truth(ROW) == ""
    assert "worked out" in no_truth(ROW | {"evidence": "formula"})
    assert "worked out" in no_truth(ROW | {"task": "memory (analytic)"})
    assert "verified" in no_truth(ROW | {"verified": "no"})
    assert "'by ear'" in no_truth(ROW | {"mem_kind": "by ear"})


def test_a_table_without_its_columns_is_refused(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("id,model\n1,x\n")
    with pytest.raises(PlanError, match="the table lacks task"):
        backtest_training_memory(path)


@pytest.mark.skipif(not TRUTH.exists(), reason="the published rows are not beside the project")
def test_the_published_peaks():
    found = backtest_training_memory(TRUTH)
    assert found.overall.n >= 11
    assert found.overall.median_abs_error < 0.05
    assert found.overall.p90_abs_error < 0.05
