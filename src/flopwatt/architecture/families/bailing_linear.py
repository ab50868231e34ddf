"""Ling and Ring with linear attention, and softmax attention in the last layer of a group."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.latent import Latent, latent_attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.recurrent import (
    DeltaHeads,
    channel_delta_attention,
    lightning_attention,
)
from flopwatt.architecture.blocks.tensors import linear
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import (
    Named,
    feeds,
    make_mixture,
    mixture,
    read_experts,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Architecture, Block, Part
from flopwatt.architecture.registry import family


@family("bailing_moe_linear", also=("BailingMoeLinearForCausalLM", "BailingMoeLinearV2ForCausalLM"))
def read_bailing_linear(config: Config) -> Architecture:
    """Lightning attention, and grouped-query attention in the last layer of each group."""
    dims = read_dims(config)
    size = (dims.heads.key_dim,)
    full = attention(
        dims.hidden,
        dims.heads,
        Extras(
            output_bias=config.flag("use_bias", default=False),
            qk_norm=(size, size) if config.flag("use_qk_norm", default=False) else None,
        ),
        bias=config.flag("use_qkv_bias", default=False),
    )
    lightning = ("lightning attention", _lightning(config, dims))
    return _model(config, dims, ("attention", full), lightning, rest_full=True)


@family("bailing_hybrid", also=("BailingHybridForCausalLM", "BailingMoeV2_5ForCausalLM"))
def read_bailing_hybrid(config: Config) -> Architecture:
    """Latent attention in the last layer of each group; before it lightning or delta attention.

    A size for the groups of a norm marks lightning layers, a convolution marks delta layers.
    """
    dims = read_dims(config)
    hidden, bias = dims.hidden, config.flag("use_qkv_bias", default=False)
    latent = Latent(
        dims.heads.query,
        config.count("q_lora_rank") if config.has("q_lora_rank") else None,
        config.count("kv_lora_rank"),
        config.count("qk_nope_head_dim"),
        config.count("qk_rope_head_dim"),
        config.count("v_head_dim"),
    )
    full = latent_attention(hidden, latent, bias=bias)
    if config.has("group_norm_size"):
        linears: Named = ("lightning attention", _lightning(config, dims))
        return _model(config, dims, ("latent attention", full), linears, rest_full=True)
    gate = linear("self_attn.g_proj", Part.ATTENTION, latent.heads, hidden)
    full = Block(full.tensors + gate, full.scores, full.caches)
    kernel = config.count("short_conv_kernel_size", default=4, why=CLASS_DEFAULT)
    dim, query = config.count("head_dim", default=128, why=CLASS_DEFAULT), dims.heads.query
    heads = DeltaHeads(query, query, dim, dim, kernel)
    delta = channel_delta_attention(hidden, heads, low_rank=False)
    return _model(
        config, dims, ("latent attention", full), ("delta attention", delta), rest_full=False
    )


def _lightning(config: Config, dims: Dims) -> Block:
    return lightning_attention(
        dims.hidden,
        dims.heads.query,
        dims.heads.key_dim,
        bias=config.flag("use_qkv_bias", default=False),
        output_bias=config.flag("use_bias", default=False),
        head_norms=config.flag("use_qk_norm", default=_later(config)),
    )


def _model(
    config: Config, dims: Dims, full: Named, linears: Named, *, rest_full: bool
) -> Architecture:
    """``rest_full`` says that what is left behind the last whole group attends fully."""
    group = range(config.count("layer_group_size", most=10_000))[-1] + 1
    whole = dims.layers // group * group
    before = [
        full if (place + 1) % group == 0 or (rest_full and place >= whole) else linears
        for place in range(dims.layers)
    ]
    bias = config.flag("use_bias", default=False)
    inner = config.count("moe_intermediate_size")
    one: Count = config.count("moe_shared_expert_intermediate_size", default=inner)
    shared: Count = one * read_shared(config)
    correction = config.flag("moe_router_enable_expert_bias", default=_later(config))
    routed = mixture(
        dims.hidden, read_experts(config, inner), shared=shared, bias=bias, correction=correction
    )
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"), bias=bias)
    after = feeds(read_sparse(config, dims.layers), dense, routed)
    return make_mixture(config, "bailing_linear", dims, before, after)


def _later(config: Config) -> bool:
    """The later class has query and key norms and a routing bias where the config is silent."""
    return str(config.raw("model_type")) == "bailing_hybrid"
