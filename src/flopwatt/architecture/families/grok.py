"""Grok and Arctic: few large experts or many small ones, in some layers beside a plain MLP."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.mixture import (
    TWO_NORMS,
    feeds,
    make_layers,
    make_mixture,
    mixture,
    read_experts,
)
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family

GROK_NORMS = ("pre_attn_norm", "post_attn_norm", "pre_moe_norm", "post_moe_norm")


@family(
    *("grok", "grok-1", "grok_1", "grok-2"),
    also=("Grok1ForCausalLM", "Grok1ModelForCausalLM", "Grok1ForCausalLM"),
)
def read_grok(config: Config) -> Architecture:
    """Norms before and behind both halves; in Grok 2 a plain MLP beside the experts."""
    dims = read_dims(config)
    inner = config.count("intermediate_size")
    beside = config.flag("residual_moe", default=False)
    one = config.count("moe_intermediate_size", default=inner)
    after = mixture(dims.hidden, read_experts(config, one))
    if beside:
        after = Block(after.tensors + gated_mlp(dims.hidden, inner).tensors)
    return make_mixture(
        config,
        "grok",
        dims,
        [("attention", attention(dims.hidden, dims.heads))] * dims.layers,
        [("experts", after)] * dims.layers,
        around=norms(*GROK_NORMS, width=dims.hidden),
        tied=True,
    )


@family("arctic", also=("ArcticForCausalLM",))
def read_arctic(config: Config) -> Architecture:
    """Beside its experts a layer has an MLP as wide as the model, behind a norm of its own."""
    dims = read_dims(config)
    hidden, inner = dims.hidden, config.count("intermediate_size")
    every = config.count("moe_layer_frequency", default=2, why=CLASS_DEFAULT)
    routed = mixture(hidden, read_experts(config, inner)).tensors
    if config.flag("parallel_attn_mlp_res", default=False):
        routed += norms("residual_layernorm", width=hidden).tensors
        routed += gated_mlp(hidden, hidden, prefix="residual_mlp").tensors
    layers = make_layers(
        norms(*TWO_NORMS, width=hidden),
        [("attention", attention(hidden, dims.heads))] * dims.layers,
        feeds(
            [(place + 1) % every == 0 for place in range(dims.layers)],
            gated_mlp(hidden, inner),
            Block(routed),
        ),
    )
    return make_decoder(config, "grok", dims, layers, tied=read_tied(config, default=False))
