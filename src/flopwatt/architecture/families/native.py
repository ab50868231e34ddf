"""Meta's and Mistral's own params.json, which names sizes and no model type."""

from __future__ import annotations

from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import make_decoder, read_dims
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import NATIVE, family
from flopwatt.architecture.windows import read_window

OTHER = (
    *("q_lora_rank", "kv_lora_rank", "moe_args", "use_biases"),
    # what others write into such files for layers that are not Llama's (ExecuTorch, DistilBERT)
    *("attention_qkv_bias", "use_qk_norm", "use_q_gate", "output_bias", "norm_type"),
    *("post_attention_norm", "post_ffn_norm", "layer_types", "sinusoidal_pos_embds"),
    *("vision_num_cross_attention_layers", "fusion_interval"),  # Llama 3.2 Vision
)


@family(NATIVE)
def read_native(config: Config) -> Architecture:
    """Llama's layer; Meta gives its inner width by a rule, Mistral by number."""
    for name in OTHER:
        if config.raw(name):
            config.refuse(name, "is not read from params.json; give the model's config.json")
    dims = read_dims(config)
    layers = attention_layers(
        dims,
        _feed(config, dims.hidden, _inner(config, dims.hidden)),
        reaches=[read_window(config)] * dims.layers,
    )
    why = "params.json does not say whether the head is the embedding again"
    tied = config.flag("tied_embeddings", default=False, why=why)
    return make_decoder(config, "llama", dims, layers, tied=tied)


def _feed(config: Config, hidden: Count, inner: Count) -> Block:
    """One MLP, or as many as ``moe`` says."""
    routed = config.child("moe")
    if routed is None:
        return gated_mlp(hidden, inner)
    width = routed.count("expert_hidden_dim", default=inner)
    if routed.raw("num_shared_experts") or routed.raw("first_k_dense_replace"):
        config.refuse("moe", "is not read from params.json; give the model's config.json")
    chosen = routed.count("num_experts_per_tok")
    return experts(hidden, Experts(routed.count("num_experts"), chosen, width))


def _inner(config: Config, hidden: Count) -> Count:
    """Two thirds of four times the width, times a factor, up to the next round number."""
    if config.has("hidden_dim"):
        return config.count("hidden_dim")
    step = config.count("multiple_of")
    times = config.number("ffn_dim_multiplier", default=1.0)
    if not isinstance(hidden, int) or not isinstance(step, int):
        return hidden * step  # lacks what either lacks
    inner = int(times * (8 * hidden // 3))
    return step * -(-inner // step)
