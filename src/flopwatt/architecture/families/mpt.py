"""MPT: attention over linear position biases, and one switch for the biases of everything."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.blocks.tensors import norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.gpt import positions
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import attention_layers, wide_scales
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family


@family("mpt", also=("MPTForCausalLM", "MptForCausalLM"))
def read_mpt(config: Config) -> Architecture:
    """Plain MLPs; learned positions only without linear biases; the head is tied."""
    dims = read_dims(config, grouped=False)
    inside = config.child("attn_config")
    dims = replace(dims, heads=replace(dims.heads, kv=_kv_heads(inside, dims.heads.query)))
    bias = not config.flag("no_bias", default=True, why=CLASS_DEFAULT)
    times = config.count("expansion_ratio", default=4, why=CLASS_DEFAULT)
    normed = inside is not None and inside.flag("qk_ln", default=False)
    layers = attention_layers(
        dims,
        plain_mlp(dims.hidden, times * dims.hidden, bias=bias),
        norm_names=("norm_1", "norm_2"),
        norm_bias=bias,
        bias=bias,
        qk_norm=wide_scales(dims) if normed else None,
    )
    outer = norm("norm_f", dims.hidden, bias=bias)
    linear = True if inside is None else inside.flag("alibi", default=True, why=CLASS_DEFAULT)
    if not linear and config.flag("learned_pos_emb", default=True, why=CLASS_DEFAULT):
        outer += positions(config, dims.hidden, "max_seq_len")
    tied = read_tied(config, default=True)
    return make_decoder(config, "mpt", dims, layers, tied=tied, outer=outer)


def _kv_heads(inside: Config | None, query: Count) -> Count:
    """Key-value heads by the kind of attention."""
    kind = "multihead_attention" if inside is None else inside.word("attn_type")
    if inside is None or kind in ("", "multihead_attention"):
        return query
    if kind == "multiquery_attention":
        return 1
    if kind == "grouped_query_attention":
        return inside.count("kv_n_heads")
    inside.refuse("attn_type", "is a kind of attention that is not read here")
    return query
