"""Rules of storing: the first that fits decides; names of modules as configs list them."""

import re

import pytest

from flopwatt.architecture.formats import BF16, FP32, MXFP4
from flopwatt.architecture.recipe import (
    Keep,
    Place,
    Quantise,
    Recipe,
    keep_routing_bias,
    module_names,
    read_names,
)
from flopwatt.architecture.records import Part, Tensor

GATE = Tensor("mlp.gate.weight", Part.ROUTER, (8, 64), matmul=True)
UP = Tensor("mlp.up_proj.weight", Part.MLP, (64, 64), matmul=True)
EXPERT = Tensor("mlp.experts.up_proj.weight", Part.EXPERT, (64, 64), 8, 2, matmul=True)
HERE = Place(layer=3, layers=40)


def test_the_first_rule_that_fits_decides():
    keep = Keep(FP32, read_names(["model.layers.3.mlp.up_proj"]))
    recipe = Recipe("made", BF16, (keep, Quantise(MXFP4)))
    assert recipe.format_of(UP, HERE) is FP32
    assert recipe.format_of(UP, Place(layer=4, layers=40)) is MXFP4
    assert recipe.format_of(GATE, HERE) is BF16


@pytest.mark.parametrize(
    "tensor",
    [
        Tensor("norm.weight", Part.NORM, (64,)),
        Tensor("mlp.up_proj.bias", Part.MLP, (64,)),
        Tensor("conv1d.weight", Part.MIXER, (64, 1, 4), matmul=True),
        Tensor("mlp.shared_expert_gate.weight", Part.SHARED_EXPERT, (1, 64), matmul=True),
        Tensor("lm_head.weight", Part.HEAD, (100, 64), matmul=True),
    ],
    ids=lambda tensor: tensor.name,
)
def test_what_is_never_quantised_by_itself(tensor):
    assert Quantise(MXFP4)(tensor, HERE) is None


def test_towers_and_thin_matrices_where_a_rule_says_so():
    thin = Tensor("mlp.gate_proj.weight", Part.MLP, (1, 64), matmul=True)
    assert Quantise(MXFP4, any_rows=True)(thin, HERE) is MXFP4
    tower = Place("vision", 3, 40)
    assert Quantise(MXFP4)(UP, tower) is None
    assert Quantise(MXFP4, towers=True)(UP, tower) is MXFP4


def test_a_rule_for_models_without_experts():
    rule = Quantise(MXFP4, dense_only=True)
    assert rule(UP, HERE) is MXFP4
    assert rule(UP, Place(layer=3, layers=40, experts=8)) is None


def test_names_of_the_module_of_a_tensor():
    assert {"layers.3.mlp.up_proj", "layers.3.block_sparse_moe.w3"} <= {*module_names(UP, HERE)}
    assert "layers.3.mlp.experts.0.up_proj" in module_names(EXPERT, HERE)
    assert "encoder.layers.3.mlp.up_proj" in module_names(UP, Place("encoder", 3, 40))
    # modules that predict further follow the layers
    assert "layers.43.mlp.up_proj" in module_names(UP, Place("predictor", 3, 40))
    assert "vision.layers.3.mlp.up_proj" in module_names(UP, Place("vision", 3, 40))


@pytest.mark.parametrize(
    ("listed", "tensor", "place", "fits"),
    [
        ("model.layers.3.mlp.experts.0.up_proj", EXPERT, HERE, True),
        ("model.layers.3.mlp.experts.1.up_proj", EXPERT, HERE, False),
        ("model.layers.3.mlp", UP, HERE, True),
        ("transformer.h.3.mlp", UP, HERE, True),
        ("re:.*layers\\.[0-2]\\..*", UP, HERE, False),
        ("re:.*layers\\.3\\..*", UP, HERE, True),
        ("layers.43.mlp", UP, Place("predictor", 3, 40), True),
        ("vision.*", UP, Place("vision", 3, 40), True),
        ("up_proj", UP, HERE, True),
        ("mlp", GATE, HERE, True),
    ],
)
def test_listed_names(listed, tensor, place, fits):
    assert read_names([listed]).fit(tensor, place) is fits


def test_nothing_listed_fits_nothing():
    assert not read_names([]).fit(UP, HERE)


def test_routing_biases_are_32_bit():
    bias = Tensor("mlp.gate.e_score_correction_bias", Part.ROUTER, (8,))
    assert keep_routing_bias(bias, HERE) is FP32
    assert keep_routing_bias(GATE, HERE) is None


@pytest.mark.parametrize(
    ("listed", "layer", "fits"),
    [
        ("model.layers.1*", 1, True),
        ("model.layers.1*", 12, True),  # as a wildcard of a shell has it
        ("model.layers.1*", 21, False),
        ("model.layers.3.mlp*", 3, True),
        ("model.language_model.layers.3.mlp*", 3, True),
        ("model.layers.3.mlp*", 33, False),
        ("layers.3.*.up_proj", 3, True),
        ("*.mlp.*", 3, True),
    ],
)
def test_wildcards_of_layers(listed, layer, fits):
    assert read_names([listed]).fit(UP, Place(layer=layer, layers=40)) is fits
    # a pattern that tells layers apart takes another way
    both = read_names([listed, "re:.*layers\\.39\\.x"])
    assert both.fit(UP, Place(layer=layer, layers=40)) is fits


@pytest.mark.parametrize(
    "text",
    [
        "re:([a-z._0-9]+)+X",
        "re:(.*)*(.*)*(.*)*zzz",
        "re:(a|ab)*x",
        "re:((a+)b)+",
        "re:" + ".*x" * 9,
        "re:" + "a" * 1001,
    ],
)
def test_patterns_that_may_take_for_ever_are_refused(text):
    with pytest.raises(re.error):
        read_names([text])


@pytest.mark.parametrize(
    "text",
    ["re:.*mlp\\.(gate|up)_proj.*", "re:(?:ab)+x", "re:.*\\.layers\\.\\d+\\.mlp\\..*_proj.*"],
)
def test_patterns_that_do_not(text):
    assert read_names([text]).patterns


def test_many_wildcards_are_matched_at_once():
    names = read_names([f"*a*b*c*d*e*f*{number}*.*.*x" for number in range(50)])
    assert not names.fit(UP, HERE)
