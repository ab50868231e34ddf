"""Layers of two kinds, and what of them parallelism divides."""

from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.leaves import Supply
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.tabulated import tabulated
from flopwatt.architecture.training_leaves import (
    gradient_shapes,
    held_by,
    leading_layers,
    put_frozen,
    put_training,
)
from flopwatt.model.value import Origin

DENSE = {"layers": 2, "hidden": 64, "heads": 8, "kv_heads": 2, "ffn": 200, "vocab": 1000}
SPARSE = DENSE | {
    "layers": 4, "moe_experts": 16, "moe_topk": 3, "moe_shared_experts": 1, "moe_ffn": 32,
    "moe_dense_layers": 1,
}  # fmt: skip
ATTENTION = 64 * (64 + 16 + 16) + 64 * 64
MLP = 3 * 64 * 200


def _supplied(architecture: Architecture) -> Supply:
    supply = Supply("", Origin("counted"))
    put_training(supply, architecture)
    return supply


def _values(shape: dict[str, int]) -> dict[str, float]:
    supply = _supplied(tabulated(shape).architecture)
    return {leaf.quantity: leaf.value for leaf in supply.leaves}


def test_a_dense_model_has_no_leading_layers():
    found = _values(DENSE)
    assert (found["training_layers"], found["lead_layers"]) == (2, 0)
    assert found["rest_split_params"] == ATTENTION + MLP
    assert found["rest_whole_params"] == 2 * 64
    assert found["rest_expert_params"] == found["lead_split_params"] == 0


def test_experts_are_held_apart_from_the_rest():
    found = _values(SPARSE)
    assert (found["training_layers"], found["lead_layers"]) == (4, 1)
    assert found["lead_split_params"] == ATTENTION + MLP
    assert found["rest_split_params"] == ATTENTION + 3 * 64 * 32
    assert found["rest_whole_params"] == 2 * 64 + 16 * 64  # norms and router
    assert found["rest_expert_params"] == 16 * 3 * 64 * 32
    assert found["rest_routed_bytes"] == 2 * 3 * (64 + 96)


def test_paths_to_latents_are_whole():
    layers = tabulated(DENSE | {"heads": 32}, latent=True).architecture.layers
    held = held_by(layers[:1])
    # both paths down to the latents, two norms of the layer and two of the latents
    assert held.whole == 64 * 1536 + 64 * (512 + 64) + 2 * 64 + 1536 + 512


def test_what_is_held_adds_up():
    layers = tabulated(SPARSE).architecture.layers
    held = held_by(layers)
    every = sum(t.size for layer in layers for t in layer.tensors)
    assert held.split + held.whole + held.experts == every
    assert leading_layers(layers) == 1


def test_matrices_of_one_input_have_one_gradient():
    layers = tabulated(SPARSE).architecture.layers
    dense = {(96, 64), (64, 64), (400, 64), (64, 200)}
    assert gradient_shapes(layers[:1]) == dense
    assert gradient_shapes(layers) == dense | {(64, 64), (64, 32)}
    assert gradient_shapes(layers, experts=True) == {(64, 64), (64, 32)}
    # one of each is kept: shapes that a shared expert has are not counted again for experts
    assert _values(SPARSE)["expert_scratch_params"] == 0


def test_what_the_config_lacks_is_told():
    supply = _supplied(tabulated(DENSE | {"ffn": Lacking("intermediate_size")}).architecture)
    assert supply.lacking["rest_split_params"] == frozenset({"intermediate_size"})
    assert "rest_whole_params" in {leaf.quantity for leaf in supply.leaves}


def test_frozen_weights_by_where_they_stand():
    wide = {"hidden": 1024, "ffn": 4096}
    width = _values(DENSE | wide)
    assert width["frozen_nf4_ends"] == width["frozen_int8_ends"] == 2  # look-up and output matrix
    assert 0.5 < width["frozen_nf4_layers"] < 0.7  # scales, tables of values, and norms in 16 bits
    assert 1 < width["frozen_int8_layers"] < 1.2
    assert "frozen_nf4_experts" not in width
    assert 0.5 < _values(SPARSE | wide)["frozen_nf4_experts"] < 0.7


def test_only_the_last_norm_stands_outside_the_layers():
    supply = Supply("", Origin("counted"))
    put_frozen(supply, tabulated(DENSE).architecture)
    assert {leaf.quantity.partition("_")[0] for leaf in supply.leaves} == {"frozen"}
    assert _values(DENSE)["outer_params"] == DENSE["hidden"]
