"""OpenELM: layers that grow with depth, and norms inside the heads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flopwatt.architecture.blocks.attention import Extras, Heads, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import make_layer, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder
from flopwatt.architecture.layers import head_scales
from flopwatt.architecture.records import Architecture, Layer
from flopwatt.architecture.registry import family

LISTS = ("num_query_heads", "num_kv_heads", "ffn_multipliers")


@family("openelm", also=("OpenELMForCausalLM",))
def read_openelm(config: Config) -> Architecture:
    """Heads and inner width of each layer as listed; a gated MLP and a tied head."""
    size = config.count("head_dim")
    count = config.layers("num_transformer_layers")
    dims = Dims(
        config.count("model_dim"), count, config.count("vocab_size"), Heads(1, 1, size, size)
    )
    if not config.flag("ffn_with_glu", default=True):
        config.refuse("ffn_with_glu", "only gated MLPs are read here", "true")
    listed = [config.per_layer(count, name) or [1] * count for name in LISTS]
    layers = [
        _layer(config, dims, *row) for row in zip(*(one[:count] for one in listed), strict=True)
    ]
    tied = config.flag("share_input_output_layers", default=True, why=CLASS_DEFAULT)
    return make_decoder(config, "openelm", dims, layers, tied=tied)


def _layer(config: Config, dims: Dims, query: Any, kv: Any, times: Any) -> Layer:
    numbers = all(isinstance(one, int | float) and 0 < one < 10**6 for one in (query, kv, times))
    if not numbers:
        config.refuse(LISTS[0], "does not hold a number for each layer", "numbers above 0")
        return Layer("attention + MLP", ())
    dims = replace(dims, heads=replace(dims.heads, query=int(query), kv=int(kv)))
    normed = config.flag("normalize_qk_projections", default=True, why=CLASS_DEFAULT)
    return make_layer(
        "attention + MLP",
        norms("attn_norm", "ffn_norm", width=dims.hidden),
        attention(dims.hidden, dims.heads, Extras(qk_norm=head_scales(dims) if normed else None)),
        gated_mlp(dims.hidden, _rounded(config, times * int(dims.hidden))),
    )


def _rounded(config: Config, width: float) -> int:
    """The nearest multiple of a step, and the next one where that is a tenth too small."""
    step = int(config.count("ffn_dim_divisor", default=256, why=CLASS_DEFAULT))
    nearest = max(step, int(width + step / 2) // step * step)
    return nearest + step if nearest < 0.9 * width else nearest
