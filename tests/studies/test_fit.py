"""A model on some GPUs, end to end: what fits, what breaks it, and which layouts are refused."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.published import Published, Wanted, read_published
from flopwatt.architecture.records import Architecture
from flopwatt.model.value import Origin
from flopwatt.problems import PlanError
from flopwatt.studies.fit import fit_model
from flopwatt.studies.nameless import vocabulary_of

GIB = 2.0**30
H100 = {"accelerator": "H100 SXM5 80GB"}
LLAMA_70B = {
    "model_type": "llama",
    "hidden_size": 8192,
    "intermediate_size": 28672,
    "num_hidden_layers": 80,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 131072,
    "torch_dtype": "bfloat16",
}


@pytest.fixture(scope="module")
def leaves():
    published = Published("70b", open_config(LLAMA_70B), Origin("counted"))
    reading = read_published(published, Wanted(), vocabulary_of("model"))
    assert isinstance(reading.architecture, Architecture)
    return reading.leaves


def value(study, key):
    return study.results[f"fit.{key}"].central


def test_the_budget_line_by_line(leaves):
    study = fit_model("70b", leaves, {"accelerator": "8xH100 SXM5 80GB", "context": "8192 tokens"})
    assert value(study, "tp") == 8
    assert value(study, "usable") / GIB == pytest.approx(71.19)
    assert value(study, "weights") / GIB == pytest.approx(16.43, abs=0.01)
    lines = sum(value(study, key) for key in ("weights", "activations", "other", "cache"))
    assert lines == pytest.approx(value(study, "usable"))
    assert value(study, "cache_bytes_per_token") == 40960
    assert value(study, "tokens") == pytest.approx(value(study, "cache") / 40960, abs=16)
    assert value(study, "wall") == 0


def test_more_gpus_than_heads_copy_one_head(leaves):
    study = fit_model("70b", leaves, {**H100, "gpus": "16"})
    assert value(study, "cache_bytes_per_token") == 40960


def test_the_published_floors(leaves):
    given = {
        **{"gpus": "8", "bandwidth": "3.35 TB/s", "peak": "989 TFLOP/s", "efficiency": "50 %"},
        "prompt": "8192 tokens",
    }
    study = fit_model("70b", leaves, given)
    assert value(study, "decode_floor_stored") == pytest.approx(5.265201977e-3, rel=1e-6)
    assert value(study, "decode_floor") < value(study, "decode_floor_stored")
    assert value(study, "prefill_floor") == pytest.approx(0.28785, rel=1e-3)


@pytest.mark.parametrize(
    ("given", "wall"),
    [
        ({"gpus": "1"}, "weights"),
        ({"gpus": "2", "prefill": "whole"}, "activations"),
        ({"gpus": "4", "wanted": "5"}, "kv cache"),
        ({"gpus": "8", "wanted": "5"}, "none"),
    ],
)
def test_the_one_term_that_breaks_it(leaves, given, wall):
    study = fit_model("70b", leaves, {**H100, **given})
    found = study.results["fit.wall"]
    assert found.quantity.words[int(found.central)] == wall
    assert (value(study, "headroom") < 0) == (wall != "none")


def test_replicas_multiply_tokens_and_not_weights(leaves):
    one = fit_model("70b", leaves, {**H100, "gpus": "4", "context": "8192 tokens"})
    two = fit_model("70b", leaves, {**H100, "gpus": "8", "dp": "2", "context": "8192 tokens"})
    assert value(two, "weights") == value(one, "weights")
    assert value(two, "tokens") == 2 * value(one, "tokens")
    whole = fit_model("70b", leaves, {**H100, "gpus": "8", "context": "8192 tokens"})
    assert value(whole, "tokens") > 1.3 * value(two, "tokens")


def test_the_a100_takes_the_settings_of_a_small_card(leaves):
    def batched(name):
        return value(fit_model("70b", leaves, {"accelerator": name, "gpus": "4"}), "batched_tokens")

    assert batched("A100 SXM4 80GB") == 2048
    assert batched("H100 SXM5 80GB") == 8192


@pytest.mark.parametrize(
    ("given", "field", "allowed"),
    [
        ({"gpus": "6"}, "tp", "1, 2, 4, 8, 16, 32, 64"),
        ({"gpus": "6", "pp": "4"}, "gpus", "gpus = tp x pp x dp"),
    ],
)
def test_a_layout_that_does_not_divide_the_heads_is_refused(leaves, given, field, allowed):
    with pytest.raises(PlanError) as error:
        fit_model("70b", leaves, {**H100, **given})
    (problem,) = error.value.problems
    assert (problem.field, problem.allowed) == (f"fit.{field}", allowed)
