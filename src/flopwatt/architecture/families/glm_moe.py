"""GLM 4.5 and relatives: attention over heads, a few plain layers, then a mixture of experts."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.architecture.blocks.attention import Extras, Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.mixture import (
    Named,
    attentions,
    feeds,
    make_mixture,
    mixture,
    read_experts,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL, SLIDING, read_kinds, read_reaches


@dataclass(frozen=True)
class Kind:
    """What tells the model classes apart where a config is silent."""

    kv: int | None = 8
    head: int | None = None
    bias: bool = False
    output_bias: bool = False  # the output's bias follows that of query, key and value
    qk_norm: bool | None = None  # whether there are norms by head; None asks the config
    first: int = 1
    shared: int = 1
    correction: bool = True
    predicts: bool = False


GLM = Kind(predicts=True)
KINDS = {
    "glm4v_moe": Kind(bias=True, qk_norm=False),
    "glm4v_moe_text": Kind(bias=True, qk_norm=False),
    "solar_open": Kind(head=128, qk_norm=False, first=0),
    "dots1": Kind(None, output_bias=True, qk_norm=True, first=0, shared=0),
    "exaone_moe": Kind(None, qk_norm=True),
    "hy_v3": Kind(head=128, output_bias=True, qk_norm=True),
    "sarvam_moe": Kind(4, 64),
    "mellum": Kind(4, 128, output_bias=True, qk_norm=True, first=0, shared=0, correction=False),
}


@family(
    *("glm4_moe", "glm4v_moe", "glm4v_moe_text", "solar_open", "sarvam_moe"),
    *("dots1", "exaone_moe", "hy_v3", "mellum"),
    also=("Glm4MoeForCausalLM", "Dots1ForCausalLM", "SolarOpenForCausalLM"),
)
def read_glm_moe(config: Config) -> Architecture:
    """Experts that a routing bias balances in most of these models, beside a shared one."""
    name = config.word("model_type", "wrapper")
    kind = KINDS.get(name, GLM)
    dims = read_dims(config, kv=kind.kv, head=kind.head)
    inner = config.count("moe_intermediate_size")
    shared = inner * read_shared(config, default=kind.shared)
    mlp_bias = config.flag("mlp_bias", default=False)
    routed = read_experts(config, inner)
    after = mixture(
        dims.hidden, routed, shared=shared, shared_bias=mlp_bias, correction=kind.correction
    )
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"), bias=mlp_bias)
    return make_mixture(
        config,
        "glm_moe",
        dims,
        _attentions(config, dims, kind, name),
        feeds(_sparse(config, dims.layers, kind), dense, after),
        modules="with copies" if kind.predicts else "left out",
    )


def _sparse(config: Config, layers: int, kind: Kind) -> list[bool]:
    named = config.per_layer(layers, "is_moe_layer")
    return (
        [bool(one) for one in named[:layers]]
        if named
        else read_sparse(config, layers, first=kind.first)
    )


def _attentions(config: Config, dims: Dims, kind: Kind, name: str) -> list[Named]:
    bias = config.flag("attention_bias", default=kind.bias, why=CLASS_DEFAULT if kind.bias else "")
    normed = kind.qk_norm
    if normed is None:
        normed = config.flag("use_qk_norm", default=name == "sarvam_moe")
    each = (dims.heads.key_dim,)
    reaches: list[Reach | None] = [None] * dims.layers
    if config.has("sliding_window"):
        default = [_default(config, place, name) for place in range(dims.layers)]
        reaches = read_reaches(config, read_kinds(config, dims.layers, default))
    return attentions(
        reaches,
        lambda reach: attention(
            dims.hidden,
            dims.heads,
            Extras(output_bias=bias and kind.output_bias, qk_norm=(each, each) if normed else None),
            bias=bias,
            reach=reach,
        ),
    )


def _default(config: Config, place: int, name: str) -> str:
    """The kind of a layer where none is named: a pattern of letters or numbers, or all full."""
    if name == "dots1":
        deep = config.count("max_window_layers", default=62, least=0)
        return SLIDING if place >= deep else FULL
    pattern = config.raw("sliding_window_pattern")
    if isinstance(pattern, str) and pattern:
        return SLIDING if pattern[place % len(pattern)] == "L" else FULL
    if name != "exaone_moe":
        return FULL
    every = config.count("sliding_window_pattern", default=4, why=CLASS_DEFAULT)
    return SLIDING if (place + 1) % every else FULL
