"""MiMo V2: windows with key-value heads and sinks of their own, experts after the first layer."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, Heads, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.mixture import (
    Named,
    feeds,
    make_mixture,
    mixture,
    read_experts,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL, SLIDING, limit, pattern, read_kinds


@family("mimo_v2_flash", also=("MiMoV2FlashForCausalLM",))
def read_mimo(config: Config) -> Architecture:
    """Attention whose values are narrower than its keys, and routed experts alone."""
    dims = read_dims(config, kv=4, head=192)
    inner = config.count("moe_intermediate_size")
    correction = config.word("topk_method", default="noaux_tc") == "noaux_tc"
    shared = inner * read_shared(config)
    after = mixture(dims.hidden, read_experts(config, inner), shared=shared, correction=correction)
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"))
    sparse = read_sparse(config, dims.layers, first=1)
    return make_mixture(
        config, "mimo", dims, _attentions(config, dims), feeds(sparse, dense, after)
    )


def _attentions(config: Config, dims: Dims) -> list[Named]:
    bias = config.flag("attention_bias", default=False)
    value = config.count("v_head_dim", default=128, why=CLASS_DEFAULT)
    heads = Heads(dims.heads.query, dims.heads.kv, dims.heads.key_dim, value)
    near = Heads(
        config.count("swa_num_attention_heads", default=heads.query),
        config.count("swa_num_key_value_heads", default=heads.kv * 2, why=CLASS_DEFAULT),
        config.count("swa_head_dim", default=heads.key_dim),
        config.count("swa_v_head_dim", default=value),
    )
    reach = limit(config, config.count("sliding_window", "sliding_window_size"))
    window = attention(
        dims.hidden,
        near,
        Extras(
            output_bias=False,
            sinks=config.flag("add_swa_attention_sink_bias", default=True, why=CLASS_DEFAULT),
        ),
        bias=bias,
        reach=reach,
    )
    sinks = config.flag("add_full_attention_sink_bias", default=False)
    full = attention(dims.hidden, heads, Extras(output_bias=False, sinks=sinks), bias=bias)
    made = {SLIDING: ("window attention", window), FULL: ("attention", full)}
    return [made[kind] for kind in _kinds(config, dims.layers)]


def _kinds(config: Config, layers: int) -> list[str]:
    listed = config.per_layer(layers, "hybrid_layer_pattern")
    if listed is not None:
        return [SLIDING if near else FULL for near in listed[:layers]]
    default = [FULL, *pattern(layers, 6)[1:]]
    return read_kinds(config, layers, default, "a window in five layers of six")
