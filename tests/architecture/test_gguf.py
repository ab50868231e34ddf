"""GGUF: whole files as published, and which block each tensor of a mix is stored in."""

from typing import Any

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.gguf import GGUF, Mix, gguf_recipe
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.recipe import Place
from flopwatt.architecture.records import Part, Tensor
from flopwatt.architecture.weight_bytes import weight_bytes

LLAMA_2_7B: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 11008,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 32,
    "vocab_size": 32000,
}


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
    found = read_architecture(open_config(LLAMA_2_7B))
    assert weight_bytes(found, gguf_recipe(mix)).total == file - 741_056


def matrix(name: str, part: Part, columns: int = 4096) -> Tensor:
    return Tensor(f"{name}.weight", part, (4096, columns), matmul=True)


VALUE = matrix("self_attn.v_proj", Part.ATTENTION)
DOWN = matrix("mlp.down_proj", Part.MLP, 11008)
HEAD = matrix("lm_head", Part.HEAD)
NORM = Tensor("input_layernorm.weight", Part.NORM, (4096,))


# of 32 layers the first and last 4 and each third between are stored finer
@pytest.mark.parametrize(
    ("mix", "tensor", "place", "block"),
    [
        ("q4_k_m", VALUE, Place(layer=0, layers=32), "q6_k"),
        ("q4_k_m", VALUE, Place(layer=4, layers=32), "q4_k"),
        ("q4_k_m", VALUE, Place(layer=6, layers=32), "q6_k"),
        ("q4_k_m", DOWN, Place(layer=28, layers=32), "q6_k"),
        ("q4_k_m", DOWN, Place(layer=5, layers=32), "q4_k"),
        ("q4_k_s", DOWN, Place(layer=3, layers=32), "q5_k"),
        ("q4_k_s", DOWN, Place(layer=4, layers=32), "q4_k"),
        ("q2_k", VALUE, Place(layer=9, layers=32, sharing=8), "q4_k"),
        ("q2_k", VALUE, Place(layer=9, layers=32, sharing=1), "q3_k"),
        ("q4_k_s", VALUE, Place(layer=9, layers=80, sharing=8), "q5_k"),
        ("q4_0", VALUE, Place(layer=9, layers=32, experts=8), "q8_0"),
        ("q4_0", HEAD, Place(layers=32), "q6_k"),
        ("q8_0", HEAD, Place(layers=32), "q8_0"),
        ("q4_0", NORM, Place(layer=0, layers=32), "fp32"),
        ("q4_0", VALUE, Place("vision", 0, 32), "fp16"),
    ],
)
def test_which_block(mix: str, tensor: Tensor, place: Place, block: str) -> None:
    found = Mix(mix)(tensor, place)
    assert found is not None
    assert found.name == block


def test_rows_that_blocks_do_not_divide_take_smaller_ones() -> None:
    odd, odder = (matrix("mlp.up_proj", Part.MLP, columns) for columns in (96, 50))
    assert Mix("q4_k_s")(odd, Place(layer=9, layers=32)) is GGUF["q5_0"]
    assert str(Mix("q4_k_s")(odder, Place(layer=9, layers=32)).name) == "fp16"  # type: ignore[union-attr]


def test_vectors_of_a_16_bit_file_are_32_bit() -> None:
    recipe = gguf_recipe("f16")
    assert recipe.format_of(NORM, Place(layer=0)).name == "fp32"
    assert recipe.format_of(VALUE, Place(layer=0)).name == "fp16"
    assert gguf_recipe("gguf-bf16").format_of(VALUE, Place(layer=0)).name == "bf16"
