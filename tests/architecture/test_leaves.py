"""Counts of an architecture as values of a model, each with what it was counted from."""

from fractions import Fraction

import pytest

from flopwatt.architecture.context import ContextLength
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.leaves import (
    Supply,
    fields_of,
    mean_reach,
    put_attention,
    put_context,
    put_counts,
)
from flopwatt.architecture.records import Architecture, Layer, Part, Scores, Stack, State, Tensor
from flopwatt.model.value import Origin

EXPERT = Tensor("mlp.experts.up_proj.weight", Part.EXPERT, (3, 4), 8, 2, matmul=True)
FULL = Scores(4, 16, 16)
NEAR, NEARER = Scores(4, 16, 16, 100, "window"), Scores(2, 16, 16, 10, "window")
CHUNK = Scores(4, 16, 16, 64, "chunk")


def supplied(put, found):
    supply = Supply("", Origin("counted", detail="made"))
    put(supply, found)
    return {leaf.quantity: leaf for leaf in supply.leaves}, supply.lacking


def values(put, found):
    return {name: leaf.value for name, leaf in supplied(put, found)[0].items()}


def model(*layers, **more):
    return Architecture("made", Stack(layers), 4, 10, False, **more)


def test_a_value_says_what_it_was_counted_from():
    leaves, _ = supplied(put_counts, model(Layer("a", (EXPERT,)), Layer("b", (EXPERT,))))
    assert leaves["expert_params"].value == 2 * 8 * 12
    assert leaves["expert_params"].origin.detail == "made; all routed experts of all layers"
    assert leaves["chosen_params"].origin.detail == "made; 2 of 8 experts"
    assert (leaves["experts"].value, leaves["expert_share"].value) == (8, 0.25)
    assert leaves["expert_layers"].value == 2


def test_layers_with_experts_are_counted_and_others_not():
    found = values(put_counts, model(Layer("a", ()), Layer("b", (EXPERT, EXPERT))))
    assert found["expert_layers"] == 1


def test_without_experts_a_token_passes_every_weight():
    found = values(put_counts, model(Layer("a", ())))
    assert (found["experts"], found["expert_share"], found["expert_layers"]) == (0, 1, 0)


def test_what_is_lacking_is_kept_with_its_fields():
    unknown = Tensor("w", Part.EXPERT, (3, 4), Lacking("num_experts"), Lacking("top"), matmul=True)
    leaves, lacking = supplied(put_counts, model(Layer("a", (unknown,))))
    assert "total_params" not in leaves
    assert lacking["total_params"] == {"num_experts"}
    assert lacking["expert_share"] == {"num_experts", "top"}
    assert fields_of(lacking) == ["num_experts", "top"]


def test_the_context_with_its_rule():
    leaves, _ = supplied(put_context, ContextLength(8192, "max_position_embeddings"))
    assert leaves["context_length"].value == 8192
    assert leaves["context_length"].origin.detail == "made; max_position_embeddings"


def test_arithmetic_by_what_a_token_sees():
    layers = [Layer("a", (), (one,)) for one in (FULL, FULL, NEAR, CHUNK)]
    found = values(put_attention, model(*layers))
    pair = 2 * 4 * 32
    assert found["pair_flops"] == 2 * pair
    assert found["limited_pair_flops"] == found["chunk_pair_flops"] == pair
    assert (found["attention_limit"], found["attention_chunk"]) == (100, 64)
    assert found["unmasked_pair_flops"] == found["state_flops"] == 0


def test_a_latent_is_multiplied_as_it_lies_in_the_cache():
    # 4 heads of 16 + 16 columns; from a latent of 64 with a rotary key of 8 they are 64 + 8 + 64
    latent = Scores(4, 16, 16, cached_dims=136)
    sparse = Scores(4, 16, 16, 100, "sparse", cached_dims=136)
    found = values(put_attention, model(Layer("a", (), (latent, FULL)), Layer("b", (), (sparse,))))
    assert found["pair_flops"] == 2 * 256
    assert found["cached_pair_flops"] == 2 * 4 * 136 + 256
    assert found["cached_limited_pair_flops"] == 2 * 4 * 136


def test_no_token_waits_in_an_encoder():
    encoder = Stack((Layer("e", (), (FULL,)),))
    cross = Layer("d", (), (FULL, Scores(4, 16, 16, cross=True)))
    found = values(put_attention, model(cross, encoder=encoder))
    assert found["unmasked_pair_flops"] == 2 * 256
    assert found["pair_flops"] == 256
    alone = values(put_attention, model(Layer("e", (), (FULL,)), causal=False))
    assert (alone["unmasked_pair_flops"], alone["pair_flops"]) == (256, 0)


def test_recurrences_without_a_window():
    layer = Layer("a", (), state=State(100, 4, 500))
    found = values(put_attention, model(layer, layer))
    assert found["state_flops"] == 1000
    assert found["limited_score_flops"] == found["chunk_score_flops"] == 0
    assert "attention_limit" not in found


def test_windows_of_several_lengths_are_weighed():
    layers = [Layer("a", (), (one,)) for one in (NEAR, NEARER)]
    found = values(put_attention, model(*layers))
    assert found["attention_limit"] == pytest.approx((100 * 256 + 10 * 128) / 384)


@pytest.mark.parametrize(
    ("weighted", "mean"),
    [
        ([(2, 100), (1, 100)], 100),
        ([(3, 100), (Fraction(1), 20)], 80),
        ([(0, 100), (0, 20)], 100),
    ],
)
def test_the_mean_reach(weighted, mean):
    assert mean_reach(weighted)[0] == mean


def test_the_mean_of_an_unknown_reach_is_lacking():
    found, _ = mean_reach([(1, 100), (1, Lacking("sliding_window"))])
    assert isinstance(found, Lacking)
