"""nanochat and Doge: small models, one with norms that hold no weights, one with tiny experts."""

from __future__ import annotations

from math import isqrt
from operator import index

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.mixture import TWO_NORMS
from flopwatt.architecture.records import Architecture, Block, Part, Scores, Tensor
from flopwatt.architecture.registry import family


@family("nanochat", also=("NanoChatForCausalLM",))
def read_nanochat(config: Config) -> Architecture:
    """Attention and an MLP of two matrices; none of its norms has a weight."""
    dims = read_dims(config)
    bias = config.flag("attention_bias", default=False)
    layer = make_layer(
        "attention + MLP",
        attention(dims.hidden, dims.heads, bias=bias),
        plain_mlp(dims.hidden, config.count("intermediate_size")),
    )
    tied = read_tied(config, default=False)
    return make_decoder(config, "nanochat", dims, [layer] * dims.layers, tied=tied, outer=())


@family("doge", also=("DogeForCausalLM",))
def read_doge(config: Config) -> Architecture:
    """Attention that sees the tokens a learned mask keeps; experts of one row each."""
    dims = read_dims(config)
    bias = config.flag("mlp_bias", default=False)
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"), bias=bias)
    scales = ("input_residual", "post_attention_residual")
    parts = tuple(t for name in scales for t in vector(name, Part.NORM, dims.hidden))
    moe = config.flag("is_moe", default=False)
    layer = make_layer(
        "sparse attention + experts" if moe else "sparse attention + MLP",
        norms(*TWO_NORMS, width=dims.hidden),
        Block(parts),
        _masked(config, dims),
        dense,
        _tiny_experts(config, dims) if moe else Block(()),
    )
    tied = read_tied(config, default=False)
    return make_decoder(config, "doge", dims, [layer] * dims.layers, tied=tied)


def _masked(config: Config, dims: Dims) -> Block:
    heads, bias = dims.heads, config.flag("attention_bias", default=False)
    each = (heads.key_dim,)
    made = attention(dims.hidden, heads, Extras(qk_norm=(each, each)), bias=bias)
    part, kept = Part.ATTENTION, heads.kv * heads.value_dim
    mask = vector("self_attn.A", part, heads.kv)
    mask += linear("self_attn.dt_proj", part, heads.kv, kept, bias=bias)
    seen = config.count("keep_window_size", default=2048, why=CLASS_DEFAULT)
    scores = Scores(heads.query, heads.key_dim, heads.value_dim, seen, "sparse")
    return Block(made.tensors + mask, (scores,), made.caches)


def _tiny_experts(config: Config, dims: Dims) -> Block:
    """Each expert is one row in and one row out; a router finds it by two halves of its place."""
    count = config.count("num_experts", default=16384, why=CLASS_DEFAULT)
    chosen = config.count("num_experts_per_tok", default=64, why=CLASS_DEFAULT)
    keys = isqrt(index(count))
    rows = (
        Tensor(f"mlp.{name}.weight", Part.EXPERT, (dims.hidden,), count, chosen, matmul=True)
        for name in ("down_embed", "up_embed")
    )
    router = linear("mlp.router_gate", Part.ROUTER, keys * 2, dims.hidden)
    return Block(router + tuple(rows))
