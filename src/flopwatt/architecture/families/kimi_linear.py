"""Kimi Linear and K3: delta attention with a decay per channel, latent attention at times."""

from __future__ import annotations

from collections.abc import Collection

from flopwatt.architecture.blocks.attention import Heads
from flopwatt.architecture.blocks.latent import Latent, latent_attention
from flopwatt.architecture.blocks.mlp import (
    Experts,
    experts,
    gated_mlp,
    routed_copy,
    shared_expert,
)
from flopwatt.architecture.blocks.recurrent import DeltaHeads, channel_delta_attention
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, Part, Tensor
from flopwatt.architecture.registry import family


@family(
    *("kimi_linear", "kimi_k3"),
    also=("KimiLinearForCausalLM", "KimiK3ForConditionalGeneration"),
)
def read_kimi_linear(config: Config) -> Architecture:
    """Experts behind a few dense layers; layers are listed by place, counted from 1."""
    hidden = config.count("hidden_size")
    latent = _latent(config)
    heads = Heads(latent.heads, latent.heads, latent.nope_dim, latent.value_dim)
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), heads)
    dense = gated_mlp(hidden, config.count("intermediate_size"))
    moe = _moe(config, hidden)
    first = config.count("first_k_dense_replace", default=1, least=0, why=CLASS_DEFAULT)
    every = config.count("moe_layer_freq", default=1)
    around = norms("input_layernorm", "post_attention_layernorm", width=hidden)
    inner = config.child("linear_attn_config") or config
    thin = not inner.flag("use_full_rank_gate", default=False)
    delta = channel_delta_attention(hidden, _delta(config), gate_low_rank=thin)
    bias = config.flag("attention_bias", default=False)
    gated = config.flag("mla_use_output_gate", default=False)
    attend = latent_attention(hidden, latent, bias=bias, gated=gated)
    residual = config.has("attn_res_block_size")
    if residual:  # what a layer reads is a mixture of what earlier blocks of layers gave
        around = Block(around.tensors + _mixing("self_attention", hidden) + _mixing("mlp", hidden))
    full = _full(config, dims.layers)
    layers = []
    for place in range(dims.layers):
        sparse = place >= first and place % every == 0
        label = "latent attention" if place in full else "delta attention"
        label += " + experts" if sparse else " + MLP"
        mixer = attend if place in full else delta
        layers.append(make_layer(label, around, mixer, moe if sparse else dense))
    tied = read_tied(config, default=False)
    outer = norm("norm", hidden)
    outer += _mixing("output_attn", hidden) if residual else ()
    return make_decoder(config, "kimi_linear", dims, layers, tied=tied, outer=outer)


def _mixing(name: str, hidden: Count) -> tuple[Tensor, ...]:
    """The weights by which earlier blocks of layers are scored before they are mixed."""
    return (
        *linear(f"{name}_res_proj", Part.MIXER, 1, hidden),
        *norm(f"{name}_res_norm", hidden),
    )


def _latent(config: Config) -> Latent:
    return Latent(
        config.count("num_attention_heads"),
        config.count("q_lora_rank") if config.has("q_lora_rank") else None,
        config.count("kv_lora_rank", default=512, why=CLASS_DEFAULT),
        config.count("qk_nope_head_dim", default=128, why=CLASS_DEFAULT),
        config.count("qk_rope_head_dim", default=64, why=CLASS_DEFAULT),
        config.count("v_head_dim", default=128, why=CLASS_DEFAULT),
    )


def _delta(config: Config) -> DeltaHeads:
    inner = config.child("linear_attn_config") or config
    heads = inner.count("num_heads", "linear_num_heads", default=32, why=CLASS_DEFAULT)
    dim = (
        inner.count("linear_head_dim", default=128) if inner is config else inner.count("head_dim")
    )
    kernel = ("short_conv_kernel_size", "linear_conv_kernel_dim")
    width = inner.count(*kernel, default=4, why=CLASS_DEFAULT)
    return DeltaHeads(heads, heads, dim, dim, width)


def _full(config: Config, count: int) -> Collection[int]:
    """The places of latent attention, counted from 0."""
    inner = config.child("linear_attn_config")
    listed = inner.items("full_attn_layers") if inner else None
    if listed is not None:
        return {place - 1 for place in listed if isinstance(place, int)}
    kinds = config.per_layer(count, "layer_types")
    if kinds is not None:
        return {place for place, kind in enumerate(kinds) if kind == "full_attention"}
    config.word("layer_types", default="latent in every fourth", why=CLASS_DEFAULT)
    return {place for place in range(count) if place and place % 4 == 0}


def _moe(config: Config, hidden: Count) -> Block:
    inner = config.count("moe_intermediate_size")
    routed = Experts(
        config.count("num_experts", "num_local_experts"),
        config.count("num_experts_per_token", "num_experts_per_tok"),
        inner,
    )
    names = ("num_shared_experts", "n_shared_experts")
    shared = config.count(*names, default=1, least=0, why=CLASS_DEFAULT)
    tensors = _routed(config, hidden, routed, "block_sparse_moe")
    if shared != 0:
        prefix = "block_sparse_moe.shared_experts"
        tensors += shared_expert(hidden, shared * inner, prefix=prefix).tensors
    return Block(tensors)


def _routed(config: Config, hidden: Count, routed: Experts, prefix: str) -> tuple[Tensor, ...]:
    """Experts on the width of the model, or on a latent of it between two matrices (K3)."""
    if not config.has("routed_expert_hidden_size"):
        return experts(hidden, routed, correction=True, prefix=prefix).tensors
    latent = config.count("routed_expert_hidden_size")
    one = gated_mlp(latent, routed.inner, prefix=f"{prefix}.experts", part=Part.EXPERT)
    tensors = linear(f"{prefix}.gate", Part.ROUTER, routed.count, hidden)
    tensors += vector(f"{prefix}.gate.e_score_correction_bias", Part.ROUTER, routed.count)
    tensors += tuple(routed_copy(tensor, routed) for tensor in one.tensors)
    tensors += linear(f"{prefix}.routed_expert_down_proj", Part.MLP, latent, hidden)
    tensors += linear(f"{prefix}.routed_expert_up_proj", Part.MLP, hidden, latent)
    if config.flag("latent_moe_use_norm", default=False):
        tensors += norm(f"{prefix}.routed_expert_norm", latent)
    return tensors
