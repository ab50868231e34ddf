"""Cohere's Command with experts, and Aria's text model: experts under other names."""

from __future__ import annotations

from operator import index

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, read_dims
from flopwatt.architecture.mixture import (
    attentions,
    feeds,
    make_mixture,
    mixture,
    read_experts,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches


@family("cohere2_moe", also=("Cohere2MoeForCausalLM",))
def read_cohere2_moe(config: Config) -> Architecture:
    """Attention and experts side by side behind one norm; three layers of four have a window."""
    dims = read_dims(config, head=128)
    first = config.count("first_k_dense_replace", default=0, least=0)
    near = config.count("prefix_dense_sliding_window_pattern", default=1)
    far = config.count("sliding_window_pattern", default=4, why=CLASS_DEFAULT)

    dense_first = min(index(first), dims.layers)
    default = pattern(dense_first, near) + pattern(dims.layers - dense_first, far)
    kinds = read_kinds(config, dims.layers, default)
    bias = config.flag("attention_bias", default=False)
    before = attentions(
        read_reaches(config, kinds, 4096),
        lambda reach: attention(dims.hidden, dims.heads, bias=bias, reach=reach),
    )
    inner = config.count("intermediate_size")
    shared = inner * read_shared(config, "num_shared_experts")
    after = mixture(dims.hidden, read_experts(config, inner), shared=shared)
    dense = gated_mlp(dims.hidden, config.count("prefix_dense_intermediate_size", default=inner))
    return make_mixture(
        config,
        "cohere_moe",
        dims,
        before,
        feeds(read_sparse(config, dims.layers), dense, after),
        around=norms("input_layernorm", width=dims.hidden),
        tied=True,
    )


@family("aria", "aria_text", "aria_moe_lm", also=("AriaTextForCausalLM",))
def read_aria(config: Config) -> Architecture:
    """Experts in every layer with shared ones beside them."""
    dims = read_dims(config)
    bias = config.flag("attention_bias", default=False)
    before = attention(dims.hidden, dims.heads, bias=bias)
    inner = config.count("moe_intermediate_size", "intermediate_size")
    shared = inner * read_shared(config, "moe_num_shared_experts", default=2)
    mlp_bias = config.flag("mlp_bias", default=False)
    routed = read_experts(config, inner)
    after = mixture(dims.hidden, routed, shared=shared, shared_bias=mlp_bias)
    return make_mixture(
        config,
        "cohere_moe",
        dims,
        [("attention", before)] * dims.layers,
        [("experts", after)] * dims.layers,
    )
