"""Formats and recipes by the names that people give them."""

import pytest

from flopwatt.architecture.named_recipe import named_format, named_formats, named_recipe
from flopwatt.architecture.recipe import Place
from flopwatt.architecture.records import Part, Tensor
from flopwatt.problems import PlanError

MATRIX = Tensor("mlp.up_proj.weight", Part.MLP, (256, 64), matmul=True)
EXPERT = Tensor("mlp.experts.up_proj.weight", Part.EXPERT, (256, 64), 8, 2, matmul=True)
NORM = Tensor("norm.weight", Part.NORM, (64,))
HERE = Place(layer=0, layers=2)


def form(dtype: str, tensor: Tensor, place: Place = HERE) -> str:
    return named_recipe(dtype).format_of(tensor, place).name


@pytest.mark.parametrize("dtype", named_formats())
def test_every_name_makes_a_recipe(dtype: str) -> None:
    assert form(dtype, MATRIX)
    assert form(dtype.upper().replace("-", "_"), MATRIX) == form(dtype, MATRIX)


@pytest.mark.parametrize(
    ("dtype", "matrix", "norm"),
    [
        ("bf16", "bf16", "bf16"),
        ("half", "fp16", "fp16"),
        ("fp8", "fp8", "bf16"),
        ("int4-g64", "awq int4 g64", "bf16"),
        ("gptq-g32", "gptq int4 g32", "bf16"),
        ("fp8, norms=fp32", "fp8", "fp32"),
        ("mlp=q4_0", "q4_0", "bf16"),
    ],
)
def test_small_formats_are_of_matrices(dtype: str, matrix: str, norm: str) -> None:
    assert form(dtype, MATRIX) == matrix
    assert form(dtype, NORM) == norm


def test_mxfp4_is_of_the_experts_where_there_are_any() -> None:
    assert form("mxfp4", MATRIX) == "mxfp4"
    sparse = Place(layer=0, layers=2, experts=8)
    assert form("mxfp4", MATRIX, sparse) == "bf16"
    assert form("mxfp4", EXPERT, sparse) == "mxfp4"


def test_towers_stay_as_they_are() -> None:
    assert form("fp8, mlp=nf4", MATRIX, Place("vision", 0, 2)) == "bf16"


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
