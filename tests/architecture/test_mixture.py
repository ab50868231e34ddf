"""What decoders with experts share: which layers hold them, and what stands beside them."""

import pytest

from flopwatt.architecture.blocks.attention import Heads, Reach, attention
from flopwatt.architecture.blocks.mlp import Experts, gated_mlp
from flopwatt.architecture.config import open_config
from flopwatt.architecture.decoder import Dims
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.mixture import (
    attentions,
    feeds,
    make_mixture,
    mixture,
    read_experts,
    read_predictor,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Part

DIMS = Dims(8, 3, 10, Heads(2, 2, 4, 4))
ROUTED = Experts(6, 2, 4)
ATTENTION = attention(8, DIMS.heads)
MLP = gated_mlp(8, 16)


def size(block, part=None):
    return sum(t.size for t in block.tensors if part in (None, t.part))


def test_experts_with_what_stands_beside_them():
    plain = mixture(8, ROUTED)
    assert size(plain, Part.EXPERT) == 6 * 3 * 8 * 4
    assert size(plain, Part.ROUTER) == 6 * 8
    more = mixture(8, ROUTED, shared=5, shared_gate=True, correction=True, router_bias=True)
    assert size(more, Part.SHARED_EXPERT) == 3 * 8 * 5 + 8
    assert size(more, Part.ROUTER) == 6 * 8 + 6 + 6
    assert all(t.chosen == 2 for t in more.tensors if t.part is Part.EXPERT)


def test_numbers_of_experts_under_every_name():
    for count, chosen in (("num_experts", "moe_topk"), ("n_routed_experts", "num_experts_per_tok")):
        assert read_experts(open_config({count: 6, chosen: 2}), 4) == ROUTED
    assert isinstance(read_experts(open_config({}), 4).count, Lacking)


def test_shared_experts_absent_and_null():
    assert read_shared(open_config({}), default=2) == 2
    assert read_shared(open_config({"n_shared_experts": None}), default=2) == 0
    assert read_shared(open_config({"num_shared_experts": 3}), default=2) == 3


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({}, [True] * 4),
        ({"first_k_dense_replace": 2}, [False, False, True, True]),
        ({"moe_layer_freq": 2}, [True, False, True, False]),
        ({"moe_layer_freq": [0, 1, 1, 0, 1]}, [False, True, True, False]),
        ({"mlp_layer_types": ["dense", "sparse", "moe", "dense"]}, [False, True, True, False]),
    ],
)
def test_which_layers_hold_experts(config, expected):
    assert read_sparse(open_config(config), 4) == expected


@pytest.mark.parametrize(
    "config", [{"mlp_layer_types": ["dense", "odd", "moe"]}, {"moe_layer_freq": [1]}]
)
def test_lists_that_do_not_say_it_are_refused(config):
    opened = open_config(config)
    assert len(read_sparse(opened, 3)) == 3
    assert len(opened.reading.problems) == 1


def test_attention_is_made_once_per_kind():
    made = attentions([None, Reach(4), None], lambda reach: attention(8, DIMS.heads, reach=reach))
    assert [name for name, _ in made] == ["attention", "window attention", "attention"]
    assert made[0][1] is made[2][1]


def model(config, **more):
    before = [("attention", ATTENTION)] * 3
    after = feeds([False, True, True], MLP, mixture(8, ROUTED))
    return make_mixture(open_config(config), "made", DIMS, before, after, **more)


def test_a_model_of_such_layers():
    found = model({})
    assert [layer.label for layer in found.layers] == [
        "attention + MLP",
        *["attention + experts"] * 2,
    ]
    assert found.layers[1] is found.layers[2]
    layer = size(ATTENTION) + 2 * 8
    mixed = 6 * 8 + 6 * 3 * 8 * 4
    ends = 2 * 10 * 8 + 8
    assert sum(t.size for t in found.tensors()) == 3 * layer + 3 * 8 * 16 + 2 * mixed + ends


def test_modules_that_predict_further():
    layer = model({}).layers[-1]
    assert read_predictor(open_config({}), DIMS, layer) is None
    config = open_config({"num_nextn_predict_layers": 2})
    own = 3 * 8 + 16 * 8 + sum(t.size for t in layer.tensors)
    found = read_predictor(config, DIMS, layer, copies=False)
    assert sum(t.size for _, t in found.tensors()) == 2 * own
    found = read_predictor(config, DIMS, layer)
    assert sum(t.size for _, t in found.tensors()) == 2 * (own + 2 * 10 * 8)


def test_modules_that_are_left_out_are_told():
    announced = {"num_nextn_predict_layers": 1}
    assert "left out" in " ".join(model(announced).notes)
    assert model(announced, modules="with copies").predictor is not None
