"""Llama 4: experts in every layer or every second, attention in chunks where there is rotation."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.mixture import (
    TWO_NORMS,
    Named,
    attentions,
    feeds,
    make_layers,
    mixture,
    read_experts,
)
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import CHUNKED, FULL, limit, read_kinds


@family("llama4", "llama4_text", also=("Llama4ForCausalLM",))
def read_llama4(config: Config) -> Architecture:
    """One routed expert and one shared a token; norms of queries and keys hold no weights."""
    dims = read_dims(config, kv=8, head=128)
    inner = config.count("intermediate_size")
    wide = config.count("intermediate_size_mlp", default=16384, why=CLASS_DEFAULT)
    after = mixture(dims.hidden, read_experts(config, inner), shared=inner)
    dense = gated_mlp(dims.hidden, wide)
    layers = make_layers(
        norms(*TWO_NORMS, width=dims.hidden),
        _attentions(config, dims),
        feeds(_sparse(config, dims.layers), dense, after),
    )
    return make_decoder(config, "llama4", dims, layers, tied=read_tied(config, default=False))


def _sparse(config: Config, layers: int) -> list[bool]:
    named = config.items("moe_layers")
    if named is not None:
        return [place in named for place in range(layers)]
    step = config.count("interleave_moe_layer_step", default=1, why=CLASS_DEFAULT)
    return [(place + 1) % step == 0 for place in range(layers)]


def _attentions(config: Config, dims: Dims) -> list[Named]:
    bias = config.flag("attention_bias", default=False)
    every = config.count("no_rope_layer_interval", default=4)
    # despite its name the list holds 1 for the layers that do rotate
    empty = config.raw("no_rope_layers") == []
    listed = None if empty else config.per_layer(dims.layers, "no_rope_layers")
    rotated = listed or [(place + 1) % every != 0 for place in range(dims.layers)]
    chunk = config.count("attention_chunk_size", default=8192, why=CLASS_DEFAULT)
    none = "attention_chunk_size" in config.data and not config.has("attention_chunk_size")
    kinds = read_kinds(
        config, dims.layers, [CHUNKED if one and not none else FULL for one in rotated]
    )
    near = limit(config, chunk)
    reach = Reach(near.tokens, "chunk") if near else None
    return attentions(
        [reach if kind == CHUNKED else None for kind in kinds],
        lambda reach: attention(dims.hidden, dims.heads, bias=bias, reach=reach),
    )
