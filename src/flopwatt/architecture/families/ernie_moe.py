"""ERNIE 4.5 with experts: of text alone, or of text and of pictures side by side."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import (
    CHOSEN,
    feeds,
    make_layers,
    mixture,
    read_shared,
    read_sparse,
    two_norms,
)
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family


@family(
    *("ernie4_5_moe", "ernie4_5_moe_vl", "ernie4_5_vl_moe", "ernie4_5_vl_moe_text"),
    also=("Ernie4_5_MoeForCausalLM", "Ernie4_5_MoEForCausalLM"),
)
def read_ernie_moe(config: Config) -> Architecture:
    """Experts in the layers of a range, every so many, with a routing bias and shared experts."""
    dims = read_dims(config, kv=4)
    bias = config.flag("use_bias", default=False)
    before = attention(dims.hidden, dims.heads, bias=bias)
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"), bias=bias)
    layers = make_layers(
        two_norms(dims.hidden),
        [("attention", before)] * dims.layers,
        feeds(_sparse(config, dims.layers), dense, _experts(config, dims, bias)),
    )
    pictures = isinstance(config.raw("moe_intermediate_size"), list)
    tied = read_tied(config, default=True)
    return make_decoder(
        config, "ernie_moe", dims, layers, tied=tied, head_bias=bias and not pictures
    )


def _experts(config: Config, dims: Dims, bias: bool) -> Block:
    """Text passes the first group of experts alone; those of pictures stand by."""
    inner = _group(config, "moe_intermediate_size")
    count = _group(config, "moe_num_experts")
    count = (count * len(inner))[: len(inner)]
    number = read_shared(config, "moe_num_shared_experts", default=2)
    routed = Experts(count[0], config.count(*CHOSEN), inner[0])
    shared = inner[0] * number
    block = mixture(dims.hidden, routed, shared=shared, shared_bias=bias, correction=True)
    if len(inner) < 2:
        return block
    other = Experts(count[1], 0, inner[1])
    beside = experts(dims.hidden, other, correction=True, prefix="mlp.vision")
    return Block(block.tensors + beside.tensors)


def _group(config: Config, name: str) -> list[Count]:
    """One number, or one for text and one for pictures."""
    if not isinstance(config.raw(name), list):
        return [config.count(name)]
    listed = config.items(name) or ()
    return [Config({name: one}, config.reading, config.path).count(name) for one in listed]


def _sparse(config: Config, layers: int) -> list[bool]:
    if config.has("mlp_layer_types"):
        return read_sparse(config, layers)
    first = _edge(config, "moe_layer_start_index", 1)
    last = _edge(config, "moe_layer_end_index", -1)
    last = layers - 1 if last == -1 else last
    every = config.count("moe_layer_interval", default=1, why=CLASS_DEFAULT)
    return [first <= place <= last and (place + 1) % every == 0 for place in range(layers)]


def _edge(config: Config, name: str, default: int) -> int:
    """The first or last layer with experts, that of text where there are two."""
    value = config.raw(name)
    if isinstance(value, Sequence) and value:
        value = value[0]
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int):
        config.refuse(name, "is no whole number", "a whole number, or -1 for the last layer")
        return default
    return value
