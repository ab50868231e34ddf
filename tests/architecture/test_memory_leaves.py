"""Bytes of weights and caches as values of a model, in the config's formats and in others."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.leaves import Supply
from flopwatt.architecture.memory_leaves import put_memory
from flopwatt.architecture.read import read_architecture
from flopwatt.model.value import Origin
from flopwatt.problems import PlanError

LLAMA = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 512,
    "torch_dtype": "bfloat16",
}
LAYER = 2 * 64 * 64 + 2 * 32 * 64 + 3 * 64 * 96  # weights of the matrices of one


def supplied(dtype="", kv_dtype="", **more):
    config = open_config({**LLAMA, **more})
    supply = Supply("", Origin("counted"))
    held = put_memory(supply, read_architecture(config), config, dtype, kv_dtype)
    return {leaf.quantity: leaf.value for leaf in supply.leaves}, held


def test_as_published():
    found, held = supplied()
    assert found["dense_bytes"] == 2 * (2 * LAYER + 5 * 64)
    assert found["head_bytes"] == found["embedding_bytes"] == 2 * 512 * 64
    assert found["growing_kv"] == 2 * 2 * (2 * 2 * 16)
    assert (found["kv_heads"], found["bytes_per_value"]) == (2, 2)
    assert found["window_kv"] == found["state_bytes"] == found["tied_bytes"] == 0
    assert (held.recipe.name, held.chosen) == ("bf16", "16 bits unless said")


def test_formats_of_their_own():
    found, held = supplied("fp8", "fp8")
    assert found["dense_bytes"] == 2 * LAYER + 4 * 14 + 2 * 5 * 64
    assert found["growing_kv"] == 2 * (2 * 2 * 16)
    assert (held.kv.name, held.chosen) == ("fp8", "as asked")


def test_published_32_bit_is_served_in_16():
    published, _ = supplied(torch_dtype="float32")
    served, _ = supplied("bf16", torch_dtype="float32")
    assert published["dense_bytes"] == 2 * served["dense_bytes"]
    assert published["growing_kv"] == served["growing_kv"]


def test_a_window_is_kept_apart():
    found, _ = supplied(
        model_type="gemma3_text",
        head_dim=16,
        sliding_window=8,
        layer_types=["sliding_attention", "full_attention"],
    )
    each = 2 * (2 * 2 * 16)
    assert (found["growing_kv"], found["window_kv"], found["kv_window"]) == (each, each, 8)
    assert "window_bytes_per_sequence" not in found


def test_where_no_layer_has_a_window_it_takes_nothing():
    found, _ = supplied()
    assert found["window_bytes_per_sequence"] == 0
    assert "kv_window" not in found


def test_latents_have_no_heads():
    latent = {"model_type": "deepseek_v2", "kv_lora_rank": 16, "qk_rope_head_dim": 4}
    more = {"n_routed_experts": None, "q_lora_rank": None, "v_head_dim": 8, "qk_nope_head_dim": 8}
    found, _ = supplied(**latent, **more)
    assert found["growing_latent"] == 2 * 2 * (16 + 4)
    assert found["growing_kv"] == 0
    assert "kv_heads" not in found


def test_a_format_that_is_none_is_refused():
    with pytest.raises(PlanError):
        supplied(kv_dtype="fp9")
    with pytest.raises(PlanError):
        supplied("q9")
