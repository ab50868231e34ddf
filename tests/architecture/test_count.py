"""Counts by class and convention, and where adapters go, of an architecture put together here."""

import pytest

from flopwatt.architecture.count import count, lora_sides, target_names
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.records import Architecture, Layer, Part, Stack, Tensor


def matrix(name, part, rows, columns, **more):
    return Tensor(f"{name}.weight", part, (rows, columns), matmul=True, **more)


QUERY = matrix("self_attn.q_proj", Part.ATTENTION, 8, 4)
ROUTER = matrix("mlp.gate", Part.ROUTER, 6, 4)
EXPERT = matrix("mlp.experts.up_proj", Part.EXPERT, 3, 4, copies=6, chosen=2)
NORM = Tensor("norm.weight", Part.NORM, (4,))
BUFFER = Tensor("mask", Part.ATTENTION, (100,), trained=False)
EMBEDDING = Tensor("embed_tokens.weight", Part.EMBEDDING, (10, 4))
POSITION = Tensor("positions.weight", Part.POSITION, (7, 4))
HEAD = matrix("lm_head", Part.HEAD, 10, 4)
LAYER = Layer("one", (QUERY, ROUTER, EXPERT, NORM, BUFFER))


def made(*outer, tied=False, layers=(LAYER, LAYER), **more):
    return Architecture("made", Stack(layers, outer), 4, 10, tied, **more)


def test_every_count():
    found = count(made(EMBEDDING, POSITION, NORM, HEAD))
    assert found.total == 2 * (32 + 24 + 72 + 4) + 40 + 28 + 4 + 40
    assert (found.embedding, found.position, found.head, found.tied) == (40, 28, 40, 0)
    assert (found.experts, found.chosen) == (2 * 72, 2 * 24)
    assert found.matmul == 2 * (32 + 24 + 24)
    assert (found.output, found.buffers) == (40, 200)
    assert found.by_part == {
        Part.EMBEDDING: 40,
        Part.POSITION: 28,
        Part.ATTENTION: 64,
        Part.EXPERT: 144,
        Part.ROUTER: 48,
        Part.NORM: 12,
        Part.HEAD: 40,
    }


def test_a_tied_matrix_is_counted_once_and_multiplies():
    found = count(made(EMBEDDING, NORM, tied=True))
    assert (found.head, found.tied, found.output) == (0, 40, 40)


def test_a_weight_of_an_earlier_layer_multiplies_again():
    again = Layer("again", (matrix("self_attn.q_proj", Part.ATTENTION, 8, 4, again=True),))
    found = count(made(layers=(Layer("own", (QUERY,)), again)))
    assert (found.total, found.matmul) == (32, 64)


def test_towers_and_predictors_stand_apart():
    tower = Stack((Layer("t", (QUERY,)),) * 3, (NORM,))
    found = count(made(towers={"vision": tower, "audio": tower}, predictor=tower))
    assert (found.towers, found.predictor) == (2 * 100, 100)
    assert found.total == 2 * (32 + 24 + 72 + 4)


def test_what_is_missing_leaves_what_does_not_need_it():
    unknown = matrix("mlp.up_proj", Part.MLP, Lacking("intermediate_size"), 4)
    found = count(made(EMBEDDING, layers=(Layer("one", (QUERY, unknown)),)))
    assert isinstance(found.total, Lacking)
    assert isinstance(found.by_part[Part.MLP], Lacking)
    assert found.by_part[Part.ATTENTION] == 32


@pytest.mark.parametrize(
    ("targets", "sides", "unmet"),
    [
        (["q_proj"], 2 * 12, []),
        (["q_proj", "v_proj"], 2 * 12, ["v_proj"]),
        (["up_proj"], 2 * 6 * 7, []),  # adapters of each expert
        (["gate"], 2 * 10, []),
        (["all-linear"], 2 * (12 + 6 * 7), []),  # without router and head
        (["norm"], 0, ["norm"]),
    ],
)
def test_sides_of_matrices_with_adapters(targets, sides, unmet):
    assert lora_sides(made(HEAD), targets) == (sides, unmet)


def test_names_that_adapters_can_be_put_beside():
    assert target_names(made(HEAD)) == ["lm_head", "q_proj", "gate", "up_proj"]
