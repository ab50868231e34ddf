"""OLMo: norms that learn nothing at first, then norms behind each half and over all heads."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import make_decoder, read_dims, read_tied
from flopwatt.architecture.layers import attention_layers, wide_scales
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches


@family("olmo", also=("OlmoForCausalLM",))
def read_olmo(config: Config) -> Architecture:
    """Llama's layer with norms that have no weights."""
    dims = read_dims(config)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        norm_names=(),
        bias=config.flag("attention_bias", default=False),
    )
    tied = read_tied(config, default=False)
    return make_decoder(config, "olmo", dims, layers, tied=tied, outer=())


def _normed(config: Config, reaches: list[Reach | None]) -> Architecture:
    """Norms behind attention and MLP, and over all heads of query and of key together."""
    dims = read_dims(config)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        reaches=reaches,
        norm_names=("post_attention_layernorm", "post_feedforward_layernorm"),
        bias=config.flag("attention_bias", default=False),
        qk_norm=wide_scales(dims),
    )
    return make_decoder(config, "olmo", dims, layers, tied=read_tied(config, default=False))


@family("olmo2", also=("Olmo2ForCausalLM",))
def read_olmo2(config: Config) -> Architecture:
    """All layers see everything."""
    return _normed(config, [None] * config.layers())


@family("olmo3", also=("Olmo3ForCausalLM",))
def read_olmo3(config: Config) -> Architecture:
    """Windows in all layers but the last of each four."""
    layers = config.layers()
    kinds = read_kinds(config, layers, pattern(layers, 4), "the last of each 4 sees all")
    return _normed(config, read_reaches(config, kinds, 4096))


@family("hf_olmo", also=("OLMoModelForCausalLM",))
def read_first_olmo(config: Config) -> Architecture:
    """OLMo under its first names, where the inner width counts gate and up together."""
    dims = read_dims(config)
    dims = replace(dims, vocab=config.count("embedding_size", default=dims.vocab))
    affine = config.flag("layer_norm_with_affine", default=True)
    if affine or config.flag("include_bias", default=False):
        config.refuse("layer_norm_with_affine", "only norms without weights are read here", "false")
    times = config.count("mlp_ratio", default=4) * dims.hidden
    inner = config.count("mlp_hidden_size", default=times) // 2
    layers = attention_layers(dims, gated_mlp(dims.hidden, inner), norm_names=())
    tied = config.flag("weight_tying", default=True)
    return make_decoder(config, "olmo", dims, layers, tied=tied, outer=())
