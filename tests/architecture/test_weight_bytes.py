"""Bytes of whole models: by class, by what they are read for, and each weight once."""

from typing import Any

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.named_recipe import named_formats, named_recipe
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Architecture, Layer, Part, Stack, Tensor
from flopwatt.architecture.weight_bytes import WeightBytes, weight_bytes

LLAMA_3_8B: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
}
LLAMA_405B = {
    **LLAMA_3_8B,
    "hidden_size": 16384,
    "intermediate_size": 53248,
    "num_hidden_layers": 126,
    "num_attention_heads": 128,
}


def bytes_of(config: dict[str, Any], dtype: str) -> WeightBytes:
    return weight_bytes(read_architecture(open_config(config)), named_recipe(dtype))


@pytest.mark.parametrize(
    ("config", "dtype", "expected"),
    [
        (LLAMA_3_8B, "bf16", 16_060_522_496),
        (LLAMA_405B, "bfloat16", 811_706_777_600),
        # 224 matrices of 6,979,321,856 values, their scales, and 1,050,939,392 values in 16 bits
        (LLAMA_3_8B, "fp8", 6_979_321_856 + 4 * 224 + 2 * 1_050_939_392),
        (LLAMA_3_8B, "awq", 5_727_854_592),
        (LLAMA_3_8B, "nf4-nested", 5_702_540_160),
        (LLAMA_3_8B, "mxfp4", 6_979_321_856 * 17 // 32 + 2 * 1_050_939_392),
        (LLAMA_3_8B, "bf16, head=fp32", 16_060_522_496 + 2 * 128256 * 4096),
        (LLAMA_3_8B, "norms=fp32", 16_060_522_496 + 2 * 65 * 4096),
    ],
)
def test_models(config: dict[str, Any], dtype: str, expected: int) -> None:
    assert bytes_of(config, dtype).total == expected


@pytest.mark.parametrize("dtype", named_formats())
def test_kinds_and_parts_add_up(dtype: str) -> None:
    found = bytes_of(LLAMA_3_8B, dtype)
    assert sum(kind.bytes for kind in found.kinds) == found.total  # type: ignore[misc]
    assert sum(found.parts.values()) == found.total  # type: ignore[arg-type]


def moe() -> Architecture:
    layer = Layer(
        "moe",
        (
            Tensor("self_attn.q_proj.weight", Part.ATTENTION, (64, 64), matmul=True),
            Tensor("mlp.gate.weight", Part.ROUTER, (4, 64), matmul=True),
            Tensor("mlp.experts.up_proj.weight", Part.EXPERT, (32, 64), 4, 2, matmul=True),
            Tensor("mlp.experts.up_proj.bias", Part.EXPERT, (32,), 4, 2),
        ),
    )
    embedding = Tensor("embed_tokens.weight", Part.EMBEDDING, (100, 64))
    vision = Stack((Layer("vision", (Tensor("w.weight", Part.MLP, (64, 64), matmul=True),)),))
    return Architecture(
        family="made",
        decoder=Stack((layer,), (embedding, Tensor("norm.weight", Part.NORM, (64,)))),
        hidden=64,
        vocab=100,
        tied=True,
        towers={"vision": vision},
        predictor=Stack((layer,)),
    )


def test_what_bytes_are_read_for() -> None:
    found = weight_bytes(moe(), named_recipe("mxfp4"))
    experts = 4 * 32 * (32 + 2) + 2 * 4 * 32
    assert found.experts == experts
    assert found.dense == 2 * (64 * 64 + 4 * 64 + 64)
    assert found.head == found.tied_copy == 2 * 6400
    assert found.embedding == 0
    assert found.towers == 2 * 64 * 64
    assert found.predictor == experts + 2 * (64 * 64 + 4 * 64)
    assert found.total == found.resident + found.predictor


def test_what_multiplies_a_token() -> None:
    found = weight_bytes(moe(), named_recipe("mxfp4")).multiplied
    # 2 of 4 experts; attention, router and the embedding once more as output matrix; no tower
    assert found == {"mxfp4": 2 * 32 * 64, "bf16": 64 * 64 + 4 * 64 + 100 * 64}


def test_a_weight_used_again_multiplies_again() -> None:
    one = Tensor("w.weight", Part.MLP, (8, 8), matmul=True)
    two = Tensor("w.weight", Part.MLP, (8, 8), matmul=True, again=True)
    stack = Stack((Layer("a", (one,)), Layer("b", (two,))))
    found = weight_bytes(Architecture("made", stack, 8, 8, False), named_recipe("bf16"))
    assert found.multiplied == {"bf16": 128}


def test_a_weight_used_again_is_stored_once() -> None:
    one = Tensor("w.weight", Part.MLP, (8, 8), matmul=True)
    two = Tensor("w.weight", Part.MLP, (8, 8), matmul=True, again=True)
    stack = Stack((Layer("a", (one,)), Layer("b", (two,))))
    found = weight_bytes(Architecture("made", stack, 8, 8, False), named_recipe("bf16"))
    assert (found.dense, found.again) == (128, 128)
