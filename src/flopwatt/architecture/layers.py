"""Layers of one attention and one MLP, which most decoders repeat with little variation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flopwatt.architecture.blocks.attention import Extras, Reach, Scales, attention
from flopwatt.architecture.blocks.tensors import make_layer, norms
from flopwatt.architecture.decoder import Dims
from flopwatt.architecture.records import Block, Layer

PRE_NORMS = ("input_layernorm", "post_attention_layernorm")
SANDWICH_NORMS = (*PRE_NORMS, "pre_feedforward_layernorm", "post_feedforward_layernorm")


def label(reach: Reach | None) -> str:
    """What a layer is called by what its attention sees."""
    return "attention + MLP" if reach is None else f"{reach.kind} attention + MLP"


def head_scales(dims: Dims) -> Scales:
    """Norms of query and key with one scale for each place of a head."""
    return (dims.heads.key_dim,), (dims.heads.key_dim,)


def wide_scales(dims: Dims) -> Scales:
    """Norms of query and key over all heads together."""
    heads = dims.heads
    return (heads.query * heads.key_dim,), (heads.kv * heads.key_dim,)


def attention_layers(
    dims: Dims,
    mlp: Block,
    *extra: Block,
    reaches: Sequence[Reach | None] | None = None,
    norm_names: tuple[str, ...] = PRE_NORMS,
    norm_bias: bool = False,
    bias: bool = False,
    output_bias: bool | None = None,
    qk_norm: Scales | None = None,
) -> list[Layer]:
    """Layers that differ only in how far they see; ``extra`` holds what a family adds to each."""
    around = norms(*norm_names, width=dims.hidden, bias=norm_bias)
    extras = Extras(output_bias=output_bias, qk_norm=qk_norm)
    seen = reaches or [None] * dims.layers
    made = {
        reach: make_layer(
            label(reach),
            around,
            attention(dims.hidden, dims.heads, extras, bias=bias, reach=reach),
            mlp,
            *extra,
        )
        for reach in dict.fromkeys(seen)
    }
    return [made[reach] for reach in seen]


def uncached(layers: Sequence[Layer]) -> list[Layer]:
    """Layers of a model in which no token waits for another, so that nothing is kept."""
    return [replace(layer, caches=()) for layer in layers]
