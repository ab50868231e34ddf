"""Gemma 1 to 3 and VaultGemma: a tied embedding, wide heads, and windows from Gemma 2 on."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Scales
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.layers import (
    PRE_NORMS,
    SANDWICH_NORMS,
    attention_layers,
    head_scales,
    uncached,
)
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches


def _gemma(
    config: Config,
    dims: Dims,
    norm_names: tuple[str, ...],
    kinds: list[str],
    qk_norm: Scales | None = None,
) -> Architecture:
    """Gated MLPs and one switch for all biases; an embedding model lets all tokens see all."""
    both = config.raw("use_bidirectional_attention") in (True, "all")
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        reaches=read_reaches(config, kinds, 4096),
        norm_names=norm_names,
        bias=config.flag("attention_bias", default=False),
        qk_norm=qk_norm,
    )
    layers = uncached(layers) if both else layers
    found = make_decoder(config, "gemma", dims, layers, tied=read_tied(config, default=True))
    return replace(found, causal=not both)


@family("gemma", also=("GemmaForCausalLM",))
def read_gemma(config: Config) -> Architecture:
    """Llama's layer with heads of 256."""
    dims = read_dims(config, kv=16, head=256)
    return _gemma(config, dims, PRE_NORMS, pattern(dims.layers, 0))


@family("gemma2", also=("Gemma2ForCausalLM",))
def read_gemma2(config: Config) -> Architecture:
    """Norms before and behind attention and MLP; a window in every second layer."""
    dims = read_dims(config, kv=4, head=256)
    kinds = read_kinds(config, dims.layers, pattern(dims.layers, 2), "every second sees all")
    return _gemma(config, dims, SANDWICH_NORMS, kinds)


@family("vaultgemma", also=("VaultGemmaForCausalLM",))
def read_vaultgemma(config: Config) -> Architecture:
    """Gemma 2 without the norms behind attention and MLP."""
    dims = read_dims(config, kv=4, head=256)
    kinds = read_kinds(config, dims.layers, pattern(dims.layers, 2), "every second sees all")
    return _gemma(config, dims, ("input_layernorm", "pre_feedforward_layernorm"), kinds)


@family("gemma3_text", "gemma3", also=("Gemma3ForCausalLM", "Gemma3ForConditionalGeneration"))
def read_gemma3(config: Config) -> Architecture:
    """Gemma 2 with norms inside the heads, and windows in five of six layers."""
    dims = read_dims(config, kv=4, head=256)
    every = config.count("sliding_window_pattern", "_sliding_window_pattern", default=6)
    usual = pattern(dims.layers, every)
    kinds = read_kinds(config, dims.layers, usual, f"one of each {every} sees all")
    return _gemma(config, dims, SANDWICH_NORMS, kinds, head_scales(dims))
