"""Models with experts and a gate on what attention gives: AFMoE (Trinity), Laguna, Step 3.5."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.blocks.attention import Extras, Heads, Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import (
    Named,
    feeds,
    make_mixture,
    mixture,
    reach_name,
    read_experts,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Architecture, Block, Part
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL, SLIDING, pattern, read_kinds, read_reaches

FOUR_NORMS = (
    *("input_layernorm", "post_attention_layernorm"),
    *("pre_mlp_layernorm", "post_mlp_layernorm"),
)


@family("afmoe", also=("AfmoeForCausalLM",))
def read_afmoe(config: Config) -> Architecture:
    """Norms before and behind both halves; most layers with a window."""
    dims = read_dims(config, head=128)
    inner = config.count("moe_intermediate_size")
    shared = inner * read_shared(config, "num_shared_experts", default=2)
    after = mixture(dims.hidden, read_experts(config, inner), shared=shared, correction=True)
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"))
    first = config.count("num_dense_layers", default=1, why=CLASS_DEFAULT, least=0)
    every = config.count("global_attn_every_n_layers", default=4, why=CLASS_DEFAULT)
    kinds = read_kinds(config, dims.layers, pattern(dims.layers, every))
    wide = dims.heads.query * dims.heads.key_dim
    reaches = read_reaches(config, kinds, 1024)
    before = [_gated(config, dims, dims.heads, reach, wide) for reach in reaches]
    sparse = [place >= first for place in range(dims.layers)]
    return make_mixture(
        config,
        "gated_moe",
        dims,
        before,
        feeds(sparse, dense, after),
        around=norms(*FOUR_NORMS, width=dims.hidden),
    )


@family("laguna", also=("LagunaForCausalLM",))
def read_laguna(config: Config) -> Architecture:
    """A number of query heads for each layer; a gate per head or per value."""
    dims = read_dims(config, kv=8, head=128)
    inner = config.count("moe_intermediate_size")
    shared = config.count("shared_expert_intermediate_size", default=512, why=CLASS_DEFAULT)
    after = mixture(dims.hidden, read_experts(config, inner), shared=shared, correction=True)
    dense = gated_mlp(dims.hidden, config.count("intermediate_size"))
    kinds = read_kinds(config, dims.layers, [FULL] * dims.layers)
    listed = config.per_layer(dims.layers, "num_attention_heads_per_layer")
    queries: Sequence[Count] = listed or [dims.heads.query] * dims.layers
    by_head = config.raw("gating") in (None, True, "per-head")
    before = []
    for reach, query in zip(read_reaches(config, kinds, 512), queries, strict=False):
        heads = Heads(query, dims.heads.kv, dims.heads.key_dim, dims.heads.value_dim)
        wide = query if by_head else query * heads.key_dim
        before.append(_gated(config, dims, heads, reach, wide))
    sparse = read_sparse(config, dims.layers, first=1)
    return make_mixture(config, "gated_moe", dims, before, feeds(sparse, dense, after))


@family("step3p5", "step3p7", also=("Step3p5ForCausalLM",))
def read_step3p5(config: Config) -> Architecture:
    """Layers with a window have heads of their own, and each head a gate."""
    hidden = config.count("hidden_size")
    heads = _step_heads(config, config)
    other = config.child("attention_other_setting")
    near = _step_heads(other, config) if other else heads
    if config.has("num_sliding_attention_heads"):
        query = config.count("num_sliding_attention_heads")
        near = Heads(query, heads.kv, heads.key_dim, heads.value_dim)
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), heads)
    kinds = read_kinds(config, dims.layers, [FULL] * dims.layers)
    gate = config.flag("use_head_wise_attn_gate", default=True)
    before = []
    for kind, reach in zip(kinds, read_reaches(config, kinds), strict=True):
        one = near if kind == SLIDING else heads
        before.append(_gated(config, dims, one, reach, one.query if gate else 0))
    inner = config.count("moe_intermediate_size")
    shared = config.count("share_expert_dim", default=1280, why=CLASS_DEFAULT)
    routed = read_experts(config, inner)
    correction = config.flag("use_moe_router_bias", default=True)
    after = mixture(hidden, routed, shared=shared, correction=correction)
    dense = gated_mlp(hidden, config.count("intermediate_size"))
    sparse = step_sparse(config, dims.layers)
    return make_mixture(config, "gated_moe", dims, before, feeds(sparse, dense, after))


def step_sparse(config: Config, layers: int) -> list[bool]:
    """Layers with experts as Step lists them: places in one text, or all but the first three."""
    listed = config.raw("moe_layers_enum")
    if listed is None:
        if config.has("mlp_layer_types"):
            return read_sparse(config, layers)
        return [place >= 3 for place in range(layers)]
    items = listed.split(",") if isinstance(listed, str) else listed
    try:
        places = {int(item) for item in items if str(item).strip()}
    except (TypeError, ValueError):
        config.refuse("moe_layers_enum", "lists no layers", "places with commas between")
        places = set()
    return [place in places for place in range(layers)]


def _step_heads(config: Config, top: Config) -> Heads:
    size = top.count("head_dim", default=128, why=CLASS_DEFAULT)
    kv = config.count("num_attention_groups", "num_key_value_heads")
    return Heads(config.count("num_attention_heads"), kv, size, size)


def _gated(config: Config, dims: Dims, heads: Heads, reach: Reach | None, gate: Count) -> Named:
    """Attention with norms by head, and the projection of its gate where that has a width."""
    each = (heads.key_dim,)
    made = attention(
        dims.hidden,
        heads,
        Extras(qk_norm=(each, each)),
        bias=config.flag("attention_bias", default=False),
        reach=reach,
    )
    own = linear("self_attn.gate_proj", Part.ATTENTION, gate, dims.hidden)
    extra = () if isinstance(gate, int) and gate == 0 else own
    return reach_name(reach), Block(made.tensors + extra, made.scores, made.caches)
