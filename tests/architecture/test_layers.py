"""Layers of one attention and one MLP."""

from flopwatt.architecture.blocks.attention import Heads, Reach
from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.decoder import Dims
from flopwatt.architecture.layers import attention_layers, head_scales, uncached, wide_scales

DIMS = Dims(8, 2, 10, Heads(4, 2, 2, 2))


def test_layers_differ_in_what_they_see():
    far, near = attention_layers(DIMS, plain_mlp(8, 16), reaches=[None, Reach(4)])
    assert (far.label, near.label) == ("attention + MLP", "window attention + MLP")
    assert far.tensors == near.tensors
    assert [layer.scores[0].reach for layer in (far, near)] == [None, 4]
    assert sum(tensor.size for tensor in far.tensors) == 2 * 8 * (8 + 4) + 2 * 8 * 16 + 2 * 8


def test_norms_of_query_and_key():
    assert head_scales(DIMS) == ((2,), (2,))
    assert wide_scales(DIMS) == ((8,), (4,))


def test_nothing_is_kept_where_no_token_waits():
    layers = attention_layers(DIMS, plain_mlp(8, 16))
    assert all(layer.caches for layer in layers)
    assert not any(layer.caches for layer in uncached(layers))


def test_layers_that_see_alike_are_one():
    one, two, three = attention_layers(DIMS, plain_mlp(8, 16), reaches=[None, Reach(4), None])
    assert one is three
    assert one is not two
