"""Ling and Ring (Bailing): attention with joined projections, experts with shared ones."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import read_dims
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import (
    feeds,
    make_mixture,
    mixture,
    read_experts,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family


@family(
    *("bailing_moe", "bailing_moe_v2"),
    also=("BailingMoeForCausalLM", "BailingMoeV2ForCausalLM"),
)
def read_bailing(config: Config) -> Architecture:
    """Grouped-query attention with norms by head where asked for, and experts."""
    dims = read_dims(config)
    bias = config.flag("use_bias", default=False)
    each = (dims.heads.key_dim,)
    before = attention(
        dims.hidden,
        dims.heads,
        Extras(
            output_bias=bias,
            qk_norm=(each, each) if config.flag("use_qk_norm", default=False) else None,
        ),
        bias=config.flag("use_qkv_bias", default=False),
    )
    inner = config.count("moe_intermediate_size")
    one: Count = config.count("moe_shared_expert_intermediate_size", default=inner)
    shared: Count = one * read_shared(config)
    if not config.flag("moe_router_enable_shared_expert", default=True):
        shared = 0
    correction = config.flag("moe_router_enable_expert_bias", default=False)
    routed = read_experts(config, inner)
    after = mixture(dims.hidden, routed, shared=shared, bias=bias, correction=correction)
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"), bias=bias)
    return make_mixture(
        config,
        "bailing",
        dims,
        [("attention", before)] * dims.layers,
        feeds(read_sparse(config, dims.layers), dense, after),
        modules="without copies",
    )
