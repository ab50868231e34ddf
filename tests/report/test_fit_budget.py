"""The budget of each engine adds up, and tells what its cache holds."""

import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.report.fit import build_fit_report, verdict
from flopwatt.report.fit_budget import (
    budget_section,
    byte_rows,
    caches,
    capacity_section,
    engine_of,
    grows,
    whole_bytes,
)
from flopwatt.studies.fit import study_fit

H100 = "H100 SXM5 80GB"
BERT = {
    **{"model_type": "bert", "vocab_size": 1000, "hidden_size": 64, "num_hidden_layers": 2},
    **{"num_attention_heads": 4, "intermediate_size": 128, "max_position_embeddings": 512},
}
MAMBA = {
    **{"model_type": "mamba2", "vocab_size": 1000, "hidden_size": 64, "num_hidden_layers": 2},
    **{"state_size": 16, "num_heads": 8, "head_dim": 16, "n_groups": 1, "expand": 2},
    "conv_kernel": 4,
}


def held(source="llama-3.1-8b", **given):
    return study_fit(source, Wanted(), {}, {"accelerator": H100, **given})


@pytest.mark.parametrize("engine", ["vllm", "sglang", "tensorrt-llm", "other"])
def test_what_comes_off_ends_in_the_cache(engine):
    study, *_ = held(engine=engine, context="8192 tokens")
    assert engine_of(study) == engine
    rows = {row[1].key: int(row[2].text.replace(",", ""))
            for row in budget_section(study).tables[0].rows}  # fmt: skip
    off = ["fit.left_free", "fit.weights", "fit.other"]
    off += ["fit.activations"] if engine != "sglang" else []  # those live in what is left free
    assert rows["fit.card"] - sum(rows[key] for key in off) == pytest.approx(
        rows["fit.cache"], abs=4
    )
    assert ("fit.usable" in rows) == (engine != "tensorrt-llm")


def test_replicas_are_told_together_and_each():
    study, *_ = held(gpus="8", tp="4", context="8192 tokens")
    (table,) = capacity_section(study).tables
    told = {row[1].key: int(row[1].text.replace(",", "")) for row in table.rows}
    each = told["fit.tokens"] // 2
    assert f"All 2 replicas together; each holds {each:,} tokens" in table.note


def test_an_encoder_caches_nothing():
    study, reading, purpose = held(BERT)
    assert not caches(study)
    assert verdict(study, purpose).startswith("It fits: nothing is cached; weights take")
    build_fit_report(study, reading, purpose)
    keys = [row[1].key for row in capacity_section(study).tables[0].rows]
    assert keys == ["fit.batched_tokens"]


@pytest.mark.parametrize("given", [{}, {"context": "4096 tokens"}])
def test_a_state_of_constant_size_limits_sequences_and_not_tokens(given):
    study, reading, purpose = held(MAMBA, **given)
    assert not grows(study)
    said = verdict(study, purpose)
    assert "sequences" in said
    assert "tokens" not in said
    assert build_fit_report(study, reading, purpose).sections
    keys = [row[1].key for row in capacity_section(study).tables[0].rows]
    assert keys == ["fit.sequences", "fit.batched_tokens"]


def test_bytes_in_full():
    assert whole_bytes(8589934591.6) == "8,589,934,592"
    assert whole_bytes(float("inf")) == "no limit"
    study, *_ = held()
    assert byte_rows(study, {"fit.nothing": "nothing"}) == []
