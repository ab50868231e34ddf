"""Text models that fill in a whole sequence step by step, each token seeing every other."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import attention_layers, uncached
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family

NOTE = "a diffusion model: each step passes the whole sequence, and how many steps is not told"


def _diffusion(
    config: Config, dims: Dims, inner: Count, *, qkv_bias: bool, bias: bool, tied: bool
) -> Architecture:
    """Llama's layer without the order of tokens, so that nothing is kept."""
    config.note(NOTE)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, inner, bias=bias),
        bias=qkv_bias,
        output_bias=bias,
    )
    found = make_decoder(config, "diffusion", dims, uncached(layers), tied=tied)
    return replace(found, causal=False)


@family("dream", also=("DreamModel",))
def read_dream(config: Config) -> Architecture:
    """Qwen2's layer."""
    inner = config.count("intermediate_size")
    tied = read_tied(config, default=False)
    return _diffusion(config, read_dims(config), inner, qkv_bias=True, bias=False, tied=tied)


@family("llada", also=("LLaDAModelLM",))
def read_llada(config: Config) -> Architecture:
    """Llama's layer under other names."""
    dims = read_dims(config)
    dims = replace(dims, vocab=config.count("embedding_size", default=dims.vocab))
    if config.word("block_type", default="llama") != "llama":
        config.refuse("block_type", "is a kind of layer that is not read here", "llama")
    bias = config.flag("include_bias", default=False)
    return _diffusion(
        config,
        dims,
        config.count("mlp_hidden_size", "intermediate_size"),
        qkv_bias=bias or config.flag("include_qkv_bias", default=False),
        bias=bias,
        tied=config.flag("weight_tying", default=False, why=CLASS_DEFAULT),
    )
