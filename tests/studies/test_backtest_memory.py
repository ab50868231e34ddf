"""Start-up logs held against the budget: rows made by hand, and the published table."""

import json
from pathlib import Path

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.published import Published, Wanted, read_published
from flopwatt.model.value import Origin
from flopwatt.studies.backtest_memory import COLUMNS, backtest_memory
from flopwatt.studies.backtest_models import Known, find_known
from flopwatt.studies.nameless import vocabulary_of

TRUTH = Path(__file__).parents[3] / "shared" / "truth" / "kvcache_truth.csv"
LLAMA_8B = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 131072,
    "torch_dtype": "bfloat16",
}
LOG = {
    **{"id": "A1", "engine": "vLLM", "engine_version": "0.9.0", "model": "8b"},
    **{"weight_dtype": "bf16", "kv_dtype": "bf16", "tp": "1", "pp": "1", "fits": "yes"},
}


def finder(name, dtype, kv_dtype):
    if name != "8b":
        return None
    published = Published(name, open_config(json.loads(json.dumps(LLAMA_8B))), Origin("counted"))
    return Known(
        name, read_published(published, Wanted(dtype, kv_dtype), vocabulary_of("model")).leaves
    )


def run(tmp_path, **cells):
    row = dict.fromkeys(COLUMNS, "") | LOG | cells
    path = tmp_path / "truth.csv"
    path.write_text(",".join(COLUMNS) + "\n" + ",".join(row[c] for c in COLUMNS) + "\n")
    return backtest_memory(path, finder)


def test_tokens_from_the_memory_that_a_log_leaves(tmp_path):
    found = run(tmp_path, usable_for="budget", fits="", kv_gib_per_gpu="10", kv_tokens="81920")
    (row,) = found.rows
    assert (row.id, row.expected, row.predicted, row.error) == ("A1", 81920, 81920, 0)


def test_tokens_and_fit_from_the_card_alone(tmp_path):
    cells = {"gpu": "H100 80GB", "gpu_memory_utilization": "0.9", "max_model_len": "32768"}
    found = run(tmp_path, usable_for="config", kv_tokens="450000", **cells)
    fits, tokens = found.rows
    assert (fits.expected, fits.predicted) == ("yes", "yes")
    # 0.9 of 79.1 GiB, less 15 GiB of weights and about 2 GiB besides
    assert tokens.predicted == pytest.approx(54e9 * 1.0737 / 131072, rel=0.01)


def test_what_does_not_start(tmp_path):
    cells = {"gpu": "RTX 4090", "max_model_len": "131072", "usable_for": "fit", "fits": "no"}
    (row,) = run(tmp_path, **cells).rows
    assert row.predicted == "no"


def test_a_model_that_is_not_known_is_read_by_its_cache(tmp_path):
    cells = {"kv_layers": "48", "kv_heads_per_gpu": "4", "head_dim": "128", "model": "not named"}
    more = {"usable_for": "budget", "kv_gib_per_gpu": "10.55", "kv_tokens": "230528"}
    (row,) = run(tmp_path, **cells, **more, kv_dtype="fp8", fits="unknown").rows
    assert row.error == pytest.approx(0, abs=1e-3)


def test_what_is_left_out_says_why(tmp_path):
    found = run(tmp_path, usable_for="explain", fits="unknown", notes="state pages besides")
    (left,) = found.not_modelled
    assert not found.rows
    assert "state pages besides" in left.reason


@pytest.mark.skipif(not TRUTH.exists(), reason="the published table is not beside the repository")
def test_the_published_table():
    found = backtest_memory(TRUTH, find_known)
    tokens = [row for row in found.rows if row.cells["what"] == "tokens"]
    bounds = {"budget": 0.015, "config": 0.08}
    assert tokens
    for row in tokens:
        assert abs(row.error) <= bounds[row.cells["usable_for"]], row.id
    assert not [row.id for row in found.rows if not row.numeric and row.error]
