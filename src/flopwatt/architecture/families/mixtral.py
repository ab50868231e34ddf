"""Mixtral and the models that share its layer: every layer has experts and no other MLP."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, Heads, Scales, attention
from flopwatt.architecture.blocks.tensors import norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import (
    CLASS_DEFAULT,
    Dims,
    divided,
    make_decoder,
    read_dims,
    read_tied,
)
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import wide_scales
from flopwatt.architecture.mixture import (
    TWO_NORMS,
    Named,
    attentions,
    make_layers,
    mixture,
    read_experts,
)
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches, read_window


@family("mixtral", also=("MixtralForCausalLM",))
def read_mixtral(config: Config) -> Architecture:
    """Grouped-query attention and experts, each behind one norm."""
    dims = read_dims(config, kv=8)
    block = attention(dims.hidden, dims.heads, reach=read_window(config))
    return _finish(config, "mixtral", dims, block)


@family("phimoe", also=("PhiMoEForCausalLM", "PhimoeForCausalLM"))
def read_phimoe(config: Config) -> Architecture:
    """Norms with a shift, and biases in attention and head."""
    dims = read_dims(config, kv=8)
    bias = config.flag("attention_bias", default=False, why=CLASS_DEFAULT)
    block = attention(dims.hidden, dims.heads, bias=bias, reach=read_window(config))
    head = config.flag("lm_head_bias", default=False, why=CLASS_DEFAULT)
    return _finish(config, "phimoe", dims, block, norm_bias=True, head_bias=head)


@family(
    *("granitemoe", "granitemoeshared", "granitemoe_swa"),
    also=("GraniteMoeForCausalLM", "GraniteMoeSharedForCausalLM"),
)
def read_granite_moe(config: Config) -> Architecture:
    """Many small experts, in some models with one that every token passes."""
    dims = read_dims(config)
    bias = config.flag("attention_bias", default=False)
    shared = config.count("shared_intermediate_size", default=0, least=0)
    if config.data.get("model_type") != "granitemoe_swa":
        block = attention(dims.hidden, dims.heads, bias=bias)
        return _finish(config, "granitemoe", dims, block, shared=shared)
    kinds = read_kinds(config, dims.layers, pattern(dims.layers, 4, full=0))
    blocks = attentions(
        read_reaches(config, kinds, 128),
        lambda reach: attention(
            dims.hidden, dims.heads, Extras(sinks=True), bias=bias, reach=reach
        ),
    )
    return _finish(config, "granitemoe", dims, blocks, shared=shared)


@family("olmoe", "flex_olmo", also=("OlmoeForCausalLM", "FlexOlmoForCausalLM"))
def read_olmoe(config: Config) -> Architecture:
    """Norms over all heads of queries and of keys together; FlexOlmo has its norms behind."""
    dims = read_dims(config)
    bias = config.flag("attention_bias", default=False)
    block = attention(dims.hidden, dims.heads, Extras(qk_norm=wide_scales(dims)), bias=bias)
    return _finish(config, "olmoe", dims, block)


@family("minimax_m2", also=("MiniMaxM2ForCausalLM",))
def read_minimax_m2(config: Config) -> Architecture:
    """Experts balanced by a routing bias; norms of queries and keys over all heads or each."""
    dims = read_dims(config, kv=8, head=128)
    shapes: Scales | None = None
    if config.flag("use_qk_norm", default=True):
        each = (dims.heads.key_dim,)
        wide = config.word("qk_norm_type", default="per_layer") == "per_layer"
        shapes = wide_scales(dims) if wide else (each, each)
    block = attention(dims.hidden, dims.heads, Extras(qk_norm=shapes))
    if config.flag("use_mtp", default=config.has("num_mtp_modules")):
        config.leave_out("its modules that predict further tokens are not published and left out")
    correction = config.flag("use_routing_bias", default=True)
    shared = config.count("shared_intermediate_size", default=0, least=0)
    return _finish(config, "minimax", dims, block, shared=shared, correction=correction)


@family("dbrx", also=("DbrxForCausalLM",))
def read_dbrx(config: Config) -> Architecture:
    """Sizes in two nested objects; grouped-query attention and experts."""
    inside = config.child("attn_config") or config
    feed = config.child("ffn_config") or config
    hidden, query = config.count("d_model", "hidden_size"), config.count("n_heads")
    kv = inside.count("kv_n_heads", default=1, why=CLASS_DEFAULT)
    size = divided(config, hidden, query)
    heads = Heads(query, kv, size, size)
    dims = Dims(hidden, config.layers("n_layers"), config.count("vocab_size"), heads)
    routed = read_experts(feed, feed.count("ffn_hidden_size"))
    layers = make_layers(
        norms("norm_1", "norm_2", width=hidden),
        [("attention", attention(hidden, heads))] * dims.layers,
        [("experts", mixture(hidden, routed))] * dims.layers,
    )
    return make_decoder(config, "dbrx", dims, layers, tied=read_tied(config, default=False))


def _finish(
    config: Config,
    name: str,
    dims: Dims,
    before: Block | list[Named],
    *,
    norm_bias: bool = False,
    head_bias: bool = False,
    shared: Count = 0,
    correction: bool = False,
) -> Architecture:
    routed = read_experts(config, config.count("intermediate_size"))
    after = mixture(dims.hidden, routed, shared=shared, correction=correction)
    layers = make_layers(
        norms(*TWO_NORMS, width=dims.hidden, bias=norm_bias),
        before if isinstance(before, list) else [("attention", before)] * dims.layers,
        [("experts", after)] * dims.layers,
    )
    tied = read_tied(config, default=False)
    last = norm("norm", dims.hidden, bias=norm_bias)
    return make_decoder(config, name, dims, layers, tied=tied, outer=last, head_bias=head_bias)
