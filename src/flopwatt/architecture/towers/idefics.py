"""Idefics and SmolVLM: SigLIP without its head, behind a resampler or a shuffle of patches."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Heads, attend
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.nested import text_config
from flopwatt.architecture.records import Layer, Part, Stack, Tensor
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    Sizes,
    encoder_layer,
    patches,
    places,
    positions,
    read_sizes,
    size,
    text_width,
)


@tower("idefics2", "idefics2_vision")
def read_idefics2(config: Config, top: Config) -> Stack:
    """A gated MLP to the text model's width, and a few learned queries that look at patches."""
    sizes = read_sizes(config, 768, 3072, 12, 12)
    made = text_width(top)
    inner = text_config(top).count("intermediate_size")
    wide = ("gate_proj", "up_proj")
    way = tuple(
        t for name in wide for t in linear(f"projector.{name}", Part.MLP, inner, sizes.hidden)
    )
    way += linear("projector.down_proj", Part.MLP, made, inner)
    sampler = top.child("perceiver_config") or Config({}, top.reading, "perceiver_config.")
    width = size(sampler, 4096, "hidden_size")
    way += vector("latents", Part.POSITION, size(sampler, 64, "resampler_n_latents"), width)
    layers = (_resampler(sampler, width),) * sampler.layers("resampler_depth", default=3)
    stack = (encoder_layer(sizes),) * sizes.layers
    return Stack(stack + layers, _before(config, sizes) + way + norm("resampler.norm", width))


@tower("idefics3", "idefics3_vision", "smolvlm", "smolvlm_vision")
def read_idefics3(config: Config, top: Config) -> Stack:
    """One matrix over patches that are shuffled together."""
    sizes = read_sizes(config, 1152, 3072, 16, 12)
    side = size(top, 2, "scale_factor")
    way = linear("projector", Part.MLP, text_width(top), sizes.hidden * side * side)
    return Stack((encoder_layer(sizes),) * sizes.layers, _before(config, sizes) + way)


def _before(config: Config, sizes: Sizes) -> tuple[Tensor, ...]:
    return (
        *patches(config, sizes.hidden, 32, bias=True),
        *positions(places(config, 224, 32), sizes.hidden),
        *norm("post_layernorm", sizes.hidden, bias=True),
    )


def _resampler(config: Config, width: Count) -> Layer:
    dim = size(config, 96, "resampler_head_dim")
    query = size(config, 16, "resampler_n_heads")
    heads = Heads(query, size(config, 4, "num_key_value_heads"), dim, dim)
    part = Part.ATTENTION
    tensors = (
        *linear("self_attn.q_proj", part, heads.query * dim, width),
        *linear("self_attn.k_proj", part, heads.kv * dim, width),
        *linear("self_attn.v_proj", part, heads.kv * dim, width),
        *linear("self_attn.o_proj", part, width, heads.query * dim),
    )
    names = ("input_latents_norm", "input_context_norm", "post_attention_layernorm")
    return make_layer(
        "resampler",
        norms(*names, width=width),
        attend(tensors, heads, kept=False),
        gated_mlp(width, width * 4),
    )
