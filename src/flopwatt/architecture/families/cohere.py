"""Command R and Aya: one norm feeds attention and MLP, and the head is tied."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Reach, Scales
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches


def _cohere(
    config: Config, dims: Dims, reaches: list[Reach | None], scales: Scales | None = None
) -> Architecture:
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        reaches=reaches,
        norm_names=("input_layernorm",),
        bias=config.flag("attention_bias", default=False),
        qk_norm=scales,
    )
    return make_decoder(config, "cohere", dims, layers, tied=read_tied(config, default=True))


@family("cohere", also=("CohereForCausalLM",))
def read_cohere(config: Config) -> Architecture:
    """All layers see everything; the largest has scales for each place of each head."""
    dims = read_dims(config)
    heads = dims.heads
    scales = (heads.query, heads.key_dim), (heads.kv, heads.key_dim)
    normed = config.flag("use_qk_norm", default=False)
    return _cohere(config, dims, [None] * dims.layers, scales if normed else None)


@family("cohere2", also=("Cohere2ForCausalLM",))
def read_cohere2(config: Config) -> Architecture:
    """Windows in all layers but the last of each four."""
    dims = read_dims(config)
    every = config.count("sliding_window_pattern", default=4, why=CLASS_DEFAULT)
    kinds = read_kinds(config, dims.layers, pattern(dims.layers, every))
    return _cohere(config, dims, read_reaches(config, kinds, 4096))
