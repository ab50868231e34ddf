"""Bytes of matrices in each format, and of whole models in the formats that people name."""

from typing import Any

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.formats import (
    BF16,
    FP32,
    MXFP4,
    Format,
    affine,
    awq,
    bnb_4bit,
    bnb_int8,
    fp8_block,
    fp8_tensor,
    gptq,
    nvfp4,
    packed,
    scaled,
)
from flopwatt.architecture.gguf import GGUF
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.named_recipe import named_format, named_formats, named_recipe
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Architecture, Layer, Part, Stack, Tensor
from flopwatt.architecture.weight_bytes import WeightBytes, weight_bytes
from flopwatt.problems import PlanError

LLAMA_2_7B: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 11008,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 32,
    "vocab_size": 32000,
}
LLAMA_3_8B = {
    **LLAMA_2_7B,
    "intermediate_size": 14336,
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
SIDE = 256


def bytes_of(config: dict[str, Any], dtype: str) -> WeightBytes:
    return weight_bytes(read_architecture(open_config(config)), named_recipe(dtype))


@pytest.mark.parametrize(
    ("format", "shape", "expected"),
    [
        (FP32, (3, 5), 60),
        (BF16, (7,), 14),
        (BF16, (4, 1, 3), 24),
        (fp8_tensor(), (10, 10), 104),
        (fp8_tensor(static=True), (10, 10), 108),
        # 3 x 2 blocks, of which those at the edges are cut
        (fp8_block(), (300, 200), 60000 + 4 * 6),
        (scaled("row", 8, (1, None)), (10, 20), 240),
        # 4-bit values, 2 groups a row with 16-bit scales and 4-bit zero points
        (awq(), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 2 * 2 + SIDE * 2 // 2),
        (gptq(), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 2 * 2 + SIDE * 2 // 2 + 4 * SIDE),
        (gptq(4, None), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 2 + SIDE // 2 + 4 * SIDE),
        # a row of 10 values in 4 bits takes two words
        (packed(4, 32, symmetric=True, order=False, scale=16), (3, 10), 3 * 8 + 3 * 2 + 16),
        (affine("hqq", 4, 64), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 4 * 4),
        (MXFP4, (2, 64), 2 * (32 + 2)),
        (MXFP4, (2, 65), 2 * (33 + 3)),
        (nvfp4(static=False), (2, 64), 2 * (32 + 4) + 4),
        (bnb_int8(), (10, 20), 200 + 40 + 1),
        (bnb_4bit(), (64, 64), 2048 + 256 + 64),
        # 512 scales in 8 bits, 2 of them in 32, their offset and both tables
        (bnb_4bit(nested=True), (128, 256), 16384 + 512 + 8 + 4 + 64 + 1024),
        (GGUF["q4_0"], (1, 32), 18),
        (GGUF["q8_0"], (1, 32), 34),
        (GGUF["q6_k"], (2, 256), 420),
        (GGUF["q4_k"], (2, 257), 4 * 144),
    ],
)
def test_a_matrix(format: Format, shape: tuple[int, ...], expected: int) -> None:
    assert format.size(shape) == expected
    assert format.size(shape, 3) == 3 * expected


@pytest.mark.parametrize(
    ("format", "bits"),
    [(MXFP4, 4.25), (nvfp4(), 4.5), (bnb_4bit(nested=True), 4.127), (fp8_block(), 8.002)],
)
def test_bits_of_a_value(format: Format, bits: float) -> None:
    assert format.bits == pytest.approx(bits, abs=5e-4)


def test_what_is_lacking_stays_lacking() -> None:
    found = awq().size((Lacking("intermediate_size"), 64))
    assert isinstance(found, Lacking)
    assert found.names == {"intermediate_size"}


# what the files of this model take, less the 741,056 bytes of their vocabulary
@pytest.mark.parametrize(
    ("mix", "file"),
    [
        ("q4_0", 3_825_807_040),
        ("q4_k_s", 3_856_740_032),
        ("q4_k_m", 4_081_004_224),
        ("q3_k_m", 3_298_004_672),
        ("q5_k_m", 4_783_156_928),
        ("q6_k", 5_529_194_176),
        ("q8_0", 7_161_089_728),
    ],
)
def test_gguf_files(mix: str, file: int) -> None:
    assert bytes_of(LLAMA_2_7B, mix).total == file - 741_056


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


def test_a_weight_used_again_is_stored_once() -> None:
    one = Tensor("w.weight", Part.MLP, (8, 8), matmul=True)
    two = Tensor("w.weight", Part.MLP, (8, 8), matmul=True, again=True)
    stack = Stack((Layer("a", (one,)), Layer("b", (two,))))
    found = weight_bytes(Architecture("made", stack, 8, 8, False), named_recipe("bf16"))
    assert (found.dense, found.again) == (128, 128)


def test_one_format_by_its_name() -> None:
    assert named_format("MXFP4").bits == 4.25
    assert named_format("q4_0").bits == 4.5
    with pytest.raises(PlanError) as caught:
        named_format("q4_k_m")
    assert caught.value.problems[0].nearest == "q4_k"


@pytest.mark.parametrize(
    ("dtype", "nearest"),
    [("mxfp5", "mxfp"), ("q4km", "q4_k_m"), ("fp8, exprts=mxfp4", "experts"), ("awq, mlp", "mlp=")],
)
def test_unknown_names_are_refused(dtype: str, nearest: str) -> None:
    with pytest.raises(PlanError) as caught:
        named_recipe(dtype)
    assert caught.value.problems[0].code == "unknown-name"
    assert caught.value.problems[0].nearest.startswith(nearest)
