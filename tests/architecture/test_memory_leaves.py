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


@pytest.mark.parametrize(
    ("dtype", "eight", "four"),
    [
        ("", 0, 0),
        # matrices of the layers, over those and the output matrix, which stays in 16 bits
        ("fp8", 2 * LAYER / (2 * LAYER + 512 * 64), 0),
        ("fp8, head=fp8", 1, 0),
        ("mxfp4", 0, 2 * LAYER / (2 * LAYER + 512 * 64)),
        ("nvfp4", 0, 2 * LAYER / (2 * LAYER + 512 * 64)),
        # 4-bit whole numbers are widened before they are multiplied
        ("awq", 0, 0),
        ("nf4-nested", 0, 0),
    ],
)
def test_shares_of_weights_that_multiply_in_small_formats(dtype, eight, four):
    found, _ = supplied(dtype)
    assert found["eight_bit_share"] == pytest.approx(eight)
    assert found["four_bit_share"] == pytest.approx(four)


@pytest.mark.parametrize(
    ("kv_dtype", "eight"), [("", 0), ("fp8", 1), ("int8", 0), ("fp8_ds_mla", 0), ("nvfp4", 0)]
)
def test_of_caches_only_fp8_is_multiplied_as_it_lies(kv_dtype, eight):
    found, _ = supplied(kv_dtype=kv_dtype)
    assert found["eight_bit_cache"] == eight


def test_of_experts_the_chosen_multiply():
    # 3 x 64 x 96 weights of an expert, 2 of 8 for each token; a router of 8 x 64 in 16 bits
    mixtral = {"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}
    found, _ = supplied("fp8", **mixtral)
    attention, chosen = 2 * 64 * 64 + 2 * 32 * 64, 2 * 3 * 64 * 96
    small = 2 * (attention + chosen)
    assert found["eight_bit_share"] == pytest.approx(small / (small + 2 * 8 * 64 + 512 * 64))


def test_shares_of_what_is_not_known_are_lacking():
    config = open_config({name: value for name, value in LLAMA.items() if name != "vocab_size"})
    supply = Supply("", Origin("counted"))
    put_memory(supply, read_architecture(config), config, "fp8", "")
    assert supply.lacking["eight_bit_share"] == {"vocab_size"}


def test_a_format_that_is_none_is_refused():
    with pytest.raises(PlanError):
        supplied(kv_dtype="fp9")
    with pytest.raises(PlanError):
        supplied("q9")
