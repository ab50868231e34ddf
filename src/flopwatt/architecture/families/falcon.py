"""Falcon in both its architectures: attention and MLP side by side, tied embedding."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.blocks.tensors import norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import PRE_NORMS, attention_layers
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family

KV = ("num_kv_heads", "n_head_kv", "num_key_value_heads")


@family("falcon", "refinedweb", "refinedwebmodel", also=("FalconForCausalLM", "RWForCausalLM"))
def read_falcon(config: Config) -> Architecture:
    """Shifted norms, one or two of them, and one switch for the biases of all matrices."""
    new = config.raw("model_type") == "RefinedWeb"  # the first name of the newer architecture
    new = config.flag("new_decoder_architecture", default=new)
    dims = read_dims(config, grouped=False)
    dims = replace(dims, heads=replace(dims.heads, kv=_kv_heads(config, dims, new)))
    bias = config.flag("bias", default=False)
    inner = config.count("ffn_hidden_size", default=4 * dims.hidden, why="4 x hidden_size")
    layers = attention_layers(
        dims,
        plain_mlp(dims.hidden, inner, bias=bias),
        norm_names=_norm_names(config, new),
        norm_bias=True,
        bias=bias,
    )
    outer = norm("ln_f", dims.hidden, bias=True)
    tied = read_tied(config, default=True)
    return make_decoder(config, "falcon", dims, layers, tied=tied, outer=outer)


def _kv_heads(config: Config, dims: Dims, new: bool) -> Count:
    if new:
        return config.count(*KV, default=dims.heads.query, why=CLASS_DEFAULT)
    shared = config.flag("multi_query", default=True, why=CLASS_DEFAULT)
    return 1 if shared else dims.heads.query


def _norm_names(config: Config, new: bool) -> tuple[str, ...]:
    if not config.flag("parallel_attn", default=True, why=CLASS_DEFAULT):
        return PRE_NORMS
    count = config.count("num_ln_in_parallel_attn", default=2 if new else 1)
    return ("ln_attn", "ln_mlp") if count == 2 else ("input_layernorm",)
