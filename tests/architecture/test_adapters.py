"""Adapters: where they go, and ranks that no adapter has."""

import pytest

import flopwatt
from flopwatt.architecture.adapters import check_rank
from flopwatt.problems import PlanError

LLAMA = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 8,
    "vocab_size": 512,
}


def test_a_rank_above_the_width():
    with pytest.raises(PlanError) as caught:
        flopwatt.read_model(LLAMA, lora_rank=65)
    (problem,) = caught.value.problems
    assert (problem.field, problem.given) == ("lora.rank", "65")
    assert "64" in problem.allowed


@pytest.mark.parametrize("rank", [None, "", "sixteen", "1e9", "-3"])
def test_what_is_no_rank_is_told_elsewhere(rank):
    check_rank(None, rank)


def test_targets_that_are_named_and_those_that_are_not():
    some = flopwatt.read_model(LLAMA, lora_rank=64, lora_targets="q_proj")
    every = flopwatt.read_model(LLAMA, lora_rank=64)
    assert some["lora.trainable"] == 64 * 2 * (64 + 64) < every["lora.trainable"]
    with pytest.raises(PlanError):
        flopwatt.read_model(LLAMA, lora_rank=4, lora_targets="z_proj")
