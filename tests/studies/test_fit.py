"""A model on some GPUs, end to end: what fits, what breaks it, and which layouts are refused."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.published import Published, Wanted, read_published
from flopwatt.architecture.records import Architecture
from flopwatt.model.value import Origin
from flopwatt.problems import PlanError
from flopwatt.studies.fit import (
    SERVING,
    TRAINING,
    fit_fields,
    fit_model,
    study_fit,
    training_fields,
)
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
        ({"gpus": "6"}, "gpus", "--tp 2 --dp 3"),
        ({"gpus": "6", "tp": "6"}, "tp", "1, 2, 4, 8, 16, 32, 64"),
        ({"gpus": "6", "pp": "4"}, "gpus", "gpus = tp x pp x dp"),
    ],
)
def test_a_layout_that_does_not_divide_the_heads_is_refused(leaves, given, field, allowed):
    with pytest.raises(PlanError) as error:
        fit_model("70b", leaves, {**H100, **given})
    (problem,) = error.value.problems
    assert problem.field == f"fit.{field}"
    assert allowed in problem.allowed


def test_options_go_by_the_keys_of_their_fields():
    options = {"tp": 8, "sequences": 5, "zero": 3, "micro_batch": 2, "recompute": "full"}
    assert fit_fields(options) == {
        "tp": 8,
        "wanted": 5,
        "training.zero": 3,
        "training.micro_batch": 2,
        "training.recompute": "full",
    }


@pytest.mark.parametrize(
    ("recipe", "rank", "fields"),
    [
        ("mixed", None, {"training.recipe": "mixed"}),
        ("sgd", "16", {"training.recipe": "sgd"}),
        ("lora", "16", {"training.recipe": "mixed", "training.frozen_format": "16-bit"}),
        (" QLoRA ", "16", {"training.recipe": "mixed", "training.frozen_format": "nf4"}),
    ],
)
def test_what_a_recipe_sets(recipe, rank, fields):
    assert training_fields(recipe, rank) == fields


def test_adapters_without_a_rank_are_refused_with_an_example():
    with pytest.raises(PlanError) as caught:
        training_fields("lora", None)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == ("missing-quantity", "lora.rank")
    assert "--lora-rank" in problem.allowed


def test_a_config_is_held_to_serve_and_to_train():
    study, reading, purpose = study_fit(LLAMA_70B, Wanted(), {}, {**H100, "gpus": 8})
    assert (purpose, reading.counts.total) == (SERVING, 70_553_706_496)
    assert value(study, "wall") == 0
    given = {**H100, "gpus": 64, "tp": 1, "training.zero": 3, "dp": None}
    study, _, purpose = study_fit(LLAMA_70B, Wanted(), {}, given, "mixed")
    assert purpose == TRAINING
    # 16 bytes for each parameter over 64 GPUs, the published 17.5 GB of 70 billion
    states = value(study, "training.states")
    assert states == pytest.approx(16 * 70_553_706_496 / 64, rel=1e-4)


def test_adapters_train_a_small_share_of_what_they_hold():
    wanted = Wanted(lora_targets=("q_proj", "v_proj"))
    model = {"lora.rank": "8"}
    given = {**H100, "gpus": 8, "tp": 8}
    study, *_ = study_fit(LLAMA_70B, wanted, model, given, "qlora")
    # 80 layers: q is 8192 x 8192 and v 8192 x 1024
    trained = 8 * 80 * (2 * 8192 + 8192 + 1024)
    assert value(study, "training.trained_share") == pytest.approx(trained / 70_553_706_496)
    # a 4-bit weight with its scales takes 0.516 bytes, what small formats leave 2
    assert value(study, "training.width.held") == pytest.approx(0.516, rel=0.01)


def test_a_size_alone_says_what_its_weights_take():
    study, reading, _ = study_fit(None, Wanted(), {"params": "7B params"}, H100)
    assert value(study, "weights") == pytest.approx(14e9)
    assert reading.architecture is None


@pytest.mark.parametrize("source", ["llama-3.1-8b", "qwen3-30b-a3b"])
def test_frozen_weights_are_those_that_the_model_takes_in_their_format(source):
    model = {"lora.rank": "16"}
    study, *_ = study_fit(source, Wanted(), model, {**H100, "context": "4096"}, "qlora")
    in_format = study_fit(source, Wanted(dtype="nf4-nested"), {}, H100)[1].held.weights.resident
    adapters = 2 * study.results["lora.trainable"].central
    assert value(study, "training.weights") - adapters == pytest.approx(in_format, rel=1e-9)


def test_states_hold_the_last_norm_too():
    given = {**H100, "gpus": 1, "context": "4096"}
    study, *_ = study_fit(LLAMA_70B, Wanted(), {}, given, "mixed")
    assert value(study, "training.states") == pytest.approx(16 * 70_553_706_496, rel=1e-12)


def test_adapters_of_a_size_alone_are_refused():
    with pytest.raises(PlanError) as caught:
        study_fit(None, Wanted(), {"params": "7B params", "lora.rank": "8"}, H100, "lora")
    assert caught.value.problems[0].field == "--train"


@pytest.mark.parametrize(
    ("field", "text"),
    [
        *(("context", text) for text in ("1e30", "1.5", "-5", "0")),
        *(("wanted", text) for text in ("1e300", "2.5")),
        *(("training.micro_batch", text) for text in ("1e300", "1.5")),
        *(("tp", text) for text in ("1e300", "1.5")),
    ],
)
def test_what_is_counted_is_whole_and_bounded(field, text):
    with pytest.raises(PlanError) as caught:
        study_fit("llama-3.1-8b", Wanted(), {}, {**H100, field: text})
    assert caught.value.problems[0].code == "out-of-range"


def test_advice_is_in_the_words_of_a_command():
    with pytest.raises(PlanError) as caught:
        study_fit("llama-3.1-8b", Wanted(), {}, {"accelerator": "H1000"})
    assert "--set 'peak=" in caught.value.problems[0].allowed
