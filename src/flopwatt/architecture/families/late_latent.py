"""Latent attention with a gate on what it gives: Hunyuan 4 and dots 3."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.blocks.hyper import hyper_connection
from flopwatt.architecture.blocks.latent import Index, Latent, latent_attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_tied
from flopwatt.architecture.families.deepseek import Ranks, read_index, read_latent
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import (
    Named,
    feeds,
    make_layers,
    make_mixture,
    mixture,
    read_experts,
    read_shared,
    read_sparse,
    two_norms,
)
from flopwatt.architecture.records import Architecture, Block, Part, Tensor
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL, SLIDING, limit

INDEXED = "indexed_attention"


@family("hy_v4", also=("HYV4ForCausalLM",))
def read_hunyuan_v4(config: Config) -> Architecture:
    """Sparse latent attention with sinks, and several residual streams."""
    latent, dims = read_latent(config, Ranks(1536, 512, 192, 64, 256))
    hidden, index = dims.hidden, read_index(config, (16, 128, 2048))
    extra = (
        *linear("self_attn.gate_proj", Part.ATTENTION, latent.heads * latent.value_dim, hidden),
        *vector("self_attn.sinks", Part.ATTENTION, latent.heads),
    )
    listed = config.per_layer(dims.layers, "indexer_types")
    picks = [place == 0 or place % 4 == 1 for place in range(dims.layers)]
    if listed is not None:
        picks = [kind == "full" for kind in listed[: dims.layers]]
    before = [_attention(config, hidden, latent, index, extra, picks=own) for own in picks]
    streams = config.count("hc_mult", default=4, why=CLASS_DEFAULT)
    mixed = [hyper_connection(hidden, streams, streams * 2, 2, f"{half}_hc").tensors
             for half in ("attn", "ffn")]  # fmt: skip
    around = Block(two_norms(hidden).tensors + mixed[0] + mixed[1])
    inner = config.count("moe_intermediate_size")
    layers = make_layers(around, before, _after(config, dims, inner))
    last = norm("norm", hidden) + hyper_connection(hidden, streams, streams, 1, "hc_head").tensors
    tied = read_tied(config, default=False)
    return make_decoder(config, "late_latent", dims, layers, tied=tied, outer=last)


@family("dots3_note", "dots3_note_text", also=("Dots3NoteForCausalLM",))
def read_dots3(config: Config) -> Architecture:
    """Latent attention with a window of its own sizes in most layers, sparse in the others."""
    latent, dims = read_latent(config, Ranks(1024, 512, 128, 64, 128))
    index = read_index(config, (64, 128, 2048))
    window = config.count("sliding_window", "sliding_window_size", default=512, why=CLASS_DEFAULT)
    near = _near(config)
    made = {
        INDEXED: _dots(config, dims, latent, index, None),
        FULL: _dots(config, dims, latent, None, None),
        SLIDING: _dots(config, dims, near, None, limit(config, window)),
    }
    one = config.count(
        *("moe_shared_expert_intermediate_size", "shared_experts_intermediate_size"),
        default=1536,
        why=CLASS_DEFAULT,
    )
    before = [made[kind] for kind in _kinds(config, dims.layers)]
    return make_mixture(config, "late_latent", dims, before, _after(config, dims, one))


def _after(config: Config, dims: Dims, shared: Count) -> list[Named]:
    inner = config.count("moe_intermediate_size")
    number = read_shared(config, default=1)
    routed = read_experts(config, inner)
    block = mixture(dims.hidden, routed, shared=shared * number, correction=True)
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"))
    return feeds(read_sparse(config, dims.layers, first=1), dense, block)


def _attention(
    config: Config,
    hidden: Count,
    latent: Latent,
    index: Index | None,
    extra: tuple[Tensor, ...],
    *,
    picks: bool = True,
) -> Named:
    bias = config.flag("attention_bias", default=False)
    made = latent_attention(hidden, latent, index, bias=bias, picks=picks)
    name = "sparse latent attention" if index else "latent attention"
    return name, replace(made, tensors=(*made.tensors, *extra))


def _dots(
    config: Config, dims: Dims, latent: Latent, index: Index | None, reach: Reach | None
) -> Named:
    extra = (
        *norm("self_attn.k_rope_only_layernorm", latent.rope_dim),
        *linear("self_attn.g_proj", Part.ATTENTION, latent.heads, dims.hidden),
    )
    name, made = _attention(config, dims.hidden, latent, index, extra)
    if reach is None:
        return name, made
    scores = tuple(replace(one, reach=reach.tokens, kind="window") for one in made.scores)
    caches = tuple(replace(one, reach=reach.tokens) for one in made.caches)
    return f"window {name}", replace(made, scores=scores, caches=caches)


def _near(config: Config) -> Latent:
    """Sizes of the layers with a window, all with a name of their own."""

    def size(name: str, default: int) -> Count:
        return config.count(f"swa_{name}", default=default, why=CLASS_DEFAULT)

    nope = size("qk_nope_head_dim", 192)
    rope = config.count("swa_qk_rope_head_dim", default=size("head_dim", 256) - nope)
    heads, value = size("num_attention_heads", 64), size("v_head_dim", 128)
    ranks = size("q_lora_rank", 1024), size("kv_lora_rank", 1024)
    return Latent(heads, ranks[0], ranks[1], nope, rope, value)


def _kinds(config: Config, layers: int) -> list[str]:
    sparse = config.flag("use_dsa", default=True)
    full = INDEXED if sparse else FULL
    near = config.flag("use_sliding_window", default=True)
    default = [FULL if not near or i < 2 or i % 4 == 1 else SLIDING for i in range(layers)]
    named = config.per_layer(layers, "layer_types") or default
    odd = next((kind for kind in named if kind not in (FULL, SLIDING, INDEXED)), None)
    if odd is not None:
        config.refuse("layer_types", f"names a layer {odd!r}", f"{FULL}, {SLIDING}, {INDEXED}")
        named = default
    return [SLIDING if kind == SLIDING else full for kind in named[:layers]]
