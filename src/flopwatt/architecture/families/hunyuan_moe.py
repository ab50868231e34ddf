"""Hunyuan with experts; in the large one, layers in pairs share keys and values."""

from __future__ import annotations

from typing import Any

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.mlp import Experts, gated_mlp
from flopwatt.architecture.blocks.tensors import norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import CHOSEN, Named, make_mixture, mixture
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family


@family(
    *("hunyuan", "hunyuan_v1_moe", "hunyuan_moe"),
    also=("HunYuanMoEV1ForCausalLM", "HunYuanForCausalLM", "HunYuanMoEForCausalLM"),
)
def read_hunyuan_moe(config: Config) -> Architecture:
    """Grouped-query attention; a shared MLP beside the experts, sizes by layer where listed."""
    dims = read_dims(config)
    first = config.count("moe_layer_num_skipped", default=0, least=0)
    after = [_after(config, dims, place, first) for place in range(dims.layers)]
    return make_mixture(config, "hunyuan_moe", dims, _attentions(config, dims), after)


def _attentions(config: Config, dims: Dims) -> list[Named]:
    bias = config.flag("attention_bias", default=False)
    newer = config.data.get("model_type") == "hunyuan_v1_moe"
    normed = config.flag("use_qk_norm", default=newer, why=CLASS_DEFAULT if newer else "")
    each = (dims.heads.key_dim,)
    shapes = (each, each) if normed else None
    own = attention(dims.hidden, dims.heads, Extras(qk_norm=shapes), bias=bias)
    every = 1
    if config.flag("use_cla", default=False):
        every = config.layers("cla_share_factor")
    made = attention(dims.hidden, dims.heads, Extras(qk_norm=shapes), bias=bias, shared=True)
    # the shared keys pass this layer's own norm again
    again = norm("self_attn.k_norm", *each) if normed else ()
    shared = Block(made.tensors + again, made.scores, made.caches)
    pairs = (("attention", own), ("attention on shared keys", shared))
    return [pairs[bool(place % every)] for place in range(dims.layers)]


def _after(config: Config, dims: Dims, place: int, first: Count) -> Named:
    inner = config.count("intermediate_size")
    count = _at(config, place, "num_experts")
    if count == 1 or place < first:
        return "MLP", gated_mlp(dims.hidden, inner)
    one = _at(config, place, "moe_intermediate_size", default=inner)
    number: Count = 1
    if config.has("num_shared_expert"):
        number = _at(config, place, "num_shared_expert")
    if not config.flag("use_mixed_mlp_moe", default=True):
        number = 0
    routed = Experts(count, _at(config, place, *CHOSEN), one)
    return "experts", mixture(dims.hidden, routed, shared=inner * number)


def _at(config: Config, place: int, *names: str, default: Count | None = None) -> Count:
    """A number that holds for all layers, or that of one layer in a list."""
    value: Any = config.raw(*names)
    if isinstance(value, list):
        value = value[place] if place < len(value) else None
        return Config({names[0]: value}, config.reading, config.path).count(names[0])
    return config.count(*names) if default is None else config.count(*names, default=default)
