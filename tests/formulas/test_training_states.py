"""States of training, each formula called as a plain function, against sums done by hand."""

import numpy as np
import pytest

from flopwatt.formulas import training_states as states

MIXED, FP32_GRADIENTS, PURE, FP32, EIGHT_BIT, PLAIN = range(6)
BYTE, HALF, FULL = 1, 2, 4


@pytest.mark.parametrize(
    ("recipe", "total"),
    [(MIXED, 16), (FP32_GRADIENTS, 18), (PURE, 8), (FP32, 16), (EIGHT_BIT, 6), (PLAIN, 4)],
)
def test_bytes_of_each_recipe(recipe, total):
    weights = states.weight_width(recipe, HALF, FULL)
    gradients = states.gradient_width(recipe, HALF, FULL)
    assert weights + gradients + states.optimizer_width(recipe, BYTE, HALF, FULL) == total


@pytest.mark.parametrize(
    ("stage", "gigabytes"), [(0, 120), (1, 31.4), (2, 16.6), (3, 1.88)], ids=str
)
def test_the_example_of_the_zero_paper(stage, gigabytes):
    """7.5B parameters on 64 GPUs: 16P; 4P + 12P/64; 2P + 14P/64; 16P/64."""
    weights = states.weight_density(stage, 2, 64)
    gradients = states.gradient_density(stage, 2, 1, 64)
    optimizer = states.optimizer_density(stage, 12, 1, 64)
    density = states.state_density(weights, gradients, optimizer)
    assert 7.5e9 * density / 1e9 == pytest.approx(gigabytes, rel=3e-3)


def test_112_gb_for_7b_parameters():
    density = states.state_density(
        states.weight_density(0, 2, 1),
        states.gradient_density(0, 2, 1, 1),
        states.optimizer_density(0, 12, 1, 1),
    )
    assert 7e9 * density == 112e9


def test_adapters_train_a_small_share_of_what_is_frozen():
    share = states.lora_share(4_194_304, 6_738_415_616)
    assert share == pytest.approx(6.2e-4, rel=5e-3)


def test_experts_are_divided_over_other_gpus_than_the_rest():
    # 64 GPUs, tp 2, pp 4: 8 hold the same layers; ep 8 leaves 2 with the same experts
    assert states.shard_group(64, 2, 4) == 8
    ways = states.expert_ways(8, 1)
    assert states.expert_group(64, 4, ways) == 2
    assert states.expert_group(8, 4, ways) == 1
    parts = (
        2,
        states.expert_gradient_density(1, 4, 1, 2),
        states.expert_optimizer_density(1, 12, 1, 2),
    )
    assert states.expert_density(*parts) == 2 + 4 + 6


def test_a_layer_on_one_gpu():
    assert states.lead_held(80, 3, 8) == 13
    assert states.rest_held(160, 3, 8) == 23
    assert states.rest_experts_held(256, 8) == 32


def test_layers_by_stage():
    # 61 layers, 3 of them leading, on 4 stages
    layers = states.stage_layers(61, 4)
    assert layers == 15.25
    assert states.first_lead(3, layers) == 3
    assert states.last_rest(61, 3, layers) == 15.25
    assert states.last_rest(61, 3, 61) == 58


def test_what_stands_outside_the_layers_has_weights_of_its_own():
    assert states.end_density(2, 4, 12) == 18


def test_arrays_pass_whole():
    assert np.allclose(states.shard_group(np.array([8.0, 64.0]), 8, 1), [1, 8])
