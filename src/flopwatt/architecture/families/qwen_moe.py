"""Qwen models with experts, alone and inside wrappers of several modalities."""

from __future__ import annotations

from collections.abc import Callable

from flopwatt.architecture.blocks.attention import Extras, Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.mixture import (
    TWO_NORMS,
    Named,
    attentions,
    feeds,
    make_layers,
    mixture,
    read_experts,
)
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL, SLIDING, read_kinds, read_reaches


@family("qwen2_moe", also=("Qwen2MoeForCausalLM",))
def read_qwen2_moe(config: Config) -> Architecture:
    """Biases on query, key and value; a shared expert behind a gate beside the routed ones."""
    dims = read_dims(config)
    bias = config.flag("qkv_bias", default=True, why=CLASS_DEFAULT)
    deep = config.count("max_window_layers", default=28)
    before = _attentions(
        config,
        dims,
        [SLIDING if i % 2 == 0 and i < deep else FULL for i in range(dims.layers)],
        lambda reach: attention(
            dims.hidden, dims.heads, Extras(output_bias=False), bias=bias, reach=reach
        ),
    )
    inner = config.count("moe_intermediate_size")
    shared = config.count("shared_expert_intermediate_size")
    routed = read_experts(config, inner)
    after = mixture(dims.hidden, routed, shared=shared, shared_gate=True)
    return _finish(config, dims, before, after)


@family(
    *("qwen3_moe", "qwen3_vl_moe", "qwen3_vl_moe_text"),
    *("qwen3_omni_moe", "qwen3_omni_moe_thinker", "qwen3_omni_moe_text"),
    also=("Qwen3MoeForCausalLM",),
)
def read_qwen3_moe(config: Config) -> Architecture:
    """A norm of the queries and one of the keys in each head, and routed experts alone."""
    dims = read_dims(config, kv=16 if "vl" in config.word("model_type") else 4)
    bias = config.flag("attention_bias", default=False)
    each = (dims.heads.key_dim,)
    before = _attentions(
        config,
        dims,
        [SLIDING] * dims.layers,
        lambda reach: attention(
            dims.hidden, dims.heads, Extras(qk_norm=(each, each)), bias=bias, reach=reach
        ),
    )
    routed = read_experts(config, config.count("moe_intermediate_size"))
    return _finish(config, dims, before, mixture(dims.hidden, routed))


def _attentions(
    config: Config,
    dims: Dims,
    default: list[str],
    make: Callable[[Reach | None], Block],
) -> list[Named]:
    """Windows hold only where they are asked for: the config names a size in any case."""
    if not config.flag("use_sliding_window", default=False):
        return [("attention", make(None))] * dims.layers
    kinds = read_kinds(config, dims.layers, default)
    return attentions(read_reaches(config, kinds, 4096), make)


def _finish(config: Config, dims: Dims, before: list[Named], after: Block) -> Architecture:
    every = config.count("decoder_sparse_step", default=1)
    alone = config.items("mlp_only_layers") or ()
    sparse = [(place + 1) % every == 0 and place not in alone for place in range(dims.layers)]
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"))
    layers = make_layers(norms(*TWO_NORMS, width=dims.hidden), before, feeds(sparse, dense, after))
    return make_decoder(config, "qwen_moe", dims, layers, tied=read_tied(config, default=False))
