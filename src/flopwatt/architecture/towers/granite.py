"""The audio tower of Granite Speech: conformer layers, and learned queries that look at them."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Heads, attend
from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Layer, Part, Stack, Tensor
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import CLASS, size, text_width

PART = Part.ATTENTION


@tower("granite_speech_encoder", "granite_speech")
def read_granite(config: Config, top: Config) -> Stack:
    """A guess at letters half-way is fed back into the layers after it."""
    hidden = size(config, 1024, "hidden_dim")
    layers = config.layers("num_layers", default=10, why=CLASS)
    made = size(config, 42, "output_dim")
    seen = top.child("projector_config") or Config({}, top.reading, "projector_config.")
    width = size(seen, 768, "hidden_size")
    queries = size(top, 15, "window_size") // size(top, 5, "downsample_rate")
    outer = (
        *linear("input_linear", Part.EMBEDDING, hidden, size(config, 160, "input_dim"), bias=True),
        *linear("out", Part.MLP, made, hidden, bias=True),
        *linear("out_mid", Part.MLP, hidden, made, bias=True),
        *vector("projector.query", Part.POSITION, queries, width),
        *norm("projector.layernorm", width, bias=True),
        *linear("projector.linear", Part.MLP, text_width(top), width, bias=True),
    )
    if top.flag("has_lora_adapter", default=False):
        top.leave_out("the low-rank adapter for speech is left out")
    return Stack((_conformer(config, hidden),) * layers + _queries(seen, width), outer)


def _conformer(config: Config, hidden: Count) -> Layer:
    heads = size(config, 8, "num_heads")
    dim = config.count("dim_head", default=hidden // heads)
    inner = hidden * size(config, 2, "conv_expansion_factor")
    wide = hidden * size(config, 4, "feedforward_mult")
    rows = 2 * size(config, 512, "max_pos_emb") + 1
    attention = (
        *linear("attn.to_q", PART, heads * dim, hidden),
        *linear("attn.to_kv", PART, 2 * heads * dim, hidden),
        *linear("attn.to_out", PART, hidden, heads * dim, bias=True),
        *vector("attn.rel_pos_emb.weight", Part.POSITION, rows, dim),
    )
    convolution = (
        *linear("conv.up_conv", Part.MLP, inner * 2, hidden, bias=True),
        *vector("conv.depth_conv", Part.MLP, inner, size(config, 15, "conv_kernel_size")),
        *norm("conv.batch_norm", inner, bias=True),
        *linear("conv.down_conv", Part.MLP, hidden, inner, bias=True),
    )
    names = ("ff1.pre_norm", "attn.pre_norm", "conv.norm", "ff2.pre_norm", "post_norm")
    return make_layer(
        "conformer",
        norms(*names, width=hidden, bias=True),
        plain_mlp(hidden, wide, bias=True, prefix="ff1"),
        attend(attention, Heads(heads, heads, dim, dim), kept=False),
        Block(convolution),
        plain_mlp(hidden, wide, bias=True, prefix="ff2"),
    )


def _queries(config: Config, width: Count) -> tuple[Layer, ...]:
    """Layers of queries, of which every few look at what the tower made."""
    given = size(config, 1408, "encoder_hidden_size")
    heads = size(config, 12, "num_attention_heads")
    inner = size(config, 3072, "intermediate_size")
    every = config.layers("cross_attention_frequency", default=2, why=CLASS)
    blocks = (_look("attention", width, width, heads), _look("crossattention", width, given, heads))
    last = (
        norms("output_query.norm", width=width, bias=True),
        plain_mlp(width, inner, bias=True, prefix="query"),
    )
    looking = make_layer("query with cross-attention", *blocks, *last)
    plain = make_layer("query", blocks[0], *last)
    count = config.layers("num_hidden_layers", default=12, why=CLASS)
    return tuple(plain if at % every else looking for at in range(count))


def _look(name: str, width: Count, given: Count, heads: Count) -> Block:
    tensors: tuple[Tensor, ...] = (
        *linear(f"{name}.query", PART, width, width, bias=True),
        *linear(f"{name}.key", PART, width, given, bias=True),
        *linear(f"{name}.value", PART, width, given, bias=True),
        *linear(f"{name}.output", PART, width, width, bias=True),
        *norm(f"{name}.norm", width, bias=True),
    )
    dim = width // heads
    return attend(tensors, Heads(heads, heads, dim, dim), kept=False)
