"""Gemma 3n: four streams side by side, inputs for each layer, and layers that share caches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flopwatt.architecture.blocks.attention import Extras, Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import SANDWICH_NORMS, head_scales, label
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Tensor
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches


def per_layer_input(hidden: Count, width: Count) -> Block:
    """What lets an embedding of the token's own enter each layer: a gate, a matrix, a norm."""
    part = Part.MLP
    tensors = linear("per_layer_input_gate", part, width, hidden)
    tensors += linear("per_layer_projection", part, hidden, width)
    return Block(tensors + norm("post_per_layer_input_norm", hidden))


def per_layer_outer(config: Config, dims: Dims, width: Count) -> tuple[Tensor, ...]:
    """The table of those embeddings for all layers, and the projection that is added to it."""
    name = "vocab_size_per_layer_input"
    vocab = config.count(name, default=262144, why=CLASS_DEFAULT)
    wide = dims.layers * width
    table = Tensor("embed_tokens_per_layer.weight", Part.EMBEDDING, (vocab, wide))
    into = linear("per_layer_model_projection", Part.MLP, wide, dims.hidden)
    return (table, *into, *norm("per_layer_projection_norm", width))


@family("gemma3n_text", "gemma3n", also=("Gemma3nForCausalLM", "Gemma3nForConditionalGeneration"))
def read_gemma3n(config: Config) -> Architecture:
    """Windows in four of five layers; the last layers read the caches of earlier ones."""
    dims = read_dims(config, kv=2, head=256)
    width = config.count("hidden_size_per_layer_input", default=256, why=CLASS_DEFAULT)
    streams = config.count("altup_num_inputs", default=4, why=CLASS_DEFAULT)
    rest = _rest(config, dims.hidden, streams, width)
    layers = [
        _layer(config, dims, inner, reach, shared, rest)
        for inner, reach, shared in zip(*_each(config, dims.layers), strict=True)
    ]
    outer = norm("norm", dims.hidden) + per_layer_outer(config, dims, width)
    for name in ("altup_projections", "altup_unembed_projections"):
        for place in range(streams - 1):
            outer += linear(f"{name}.{place}", Part.MLP, dims.hidden, dims.hidden)
    tied = read_tied(config, default=True)
    return make_decoder(config, "gemma", dims, layers, tied=tied, outer=outer)


def _each(config: Config, count: int) -> tuple[Sequence[Count], list[Reach | None], list[bool]]:
    """For each layer its inner width, what it sees, and whether it reads another's cache."""
    inner: Sequence[Count] = [0] * count
    if isinstance(config.raw("intermediate_size"), list):
        listed = (config.per_layer(count, "intermediate_size") or inner)[:count]
        if all(isinstance(size, int) and size > 0 for size in listed):
            inner = listed
        else:
            config.refuse("intermediate_size", "does not hold a whole number for each layer")
    else:
        inner = [config.count("intermediate_size")] * count
    kinds = read_kinds(config, count, pattern(count, 5), "the last of each 5 sees all")
    shared = config.count("num_kv_shared_layers", default=15, least=0, why=CLASS_DEFAULT)
    own = [count - place > shared for place in range(count)]
    return inner, read_reaches(config, kinds, 512), [not one for one in own]


def _layer(
    config: Config, dims: Dims, inner: Count, reach: Reach | None, shared: bool, rest: Block
) -> Layer:
    block = attention(
        dims.hidden,
        dims.heads,
        Extras(qk_norm=head_scales(dims)),
        bias=config.flag("attention_bias", default=False),
        reach=reach,
        shared=shared,
    )
    around = norms(*SANDWICH_NORMS, width=dims.hidden)
    return make_layer(label(reach), around, block, gated_mlp(dims.hidden, inner), rest)


def _rest(config: Config, hidden: Count, streams: Count, width: Count) -> Block:
    """The mixing of the streams, the low-rank detour, and the layer's own input."""
    part = Part.MLP
    mix = linear("altup.correction_coefs", part, streams, streams)
    mix += linear("altup.prediction_coefs", part, streams * streams, streams)
    router = linear("altup.modality_router", part, streams, hidden)
    mix += router + tuple(replace(t, again=True) for t in router)  # predicts, then corrects
    mix += norm("altup.router_norm", hidden) + vector("altup.correct_output_scale", part, hidden)
    rank = config.count("laurel_rank", default=64, why=CLASS_DEFAULT)
    detour = linear("laurel.linear_left", part, rank, hidden)
    detour += linear("laurel.linear_right", part, hidden, rank)
    detour += norm("laurel.post_laurel_norm", hidden)
    return Block(mix + detour + per_layer_input(hidden, width).tensors)
