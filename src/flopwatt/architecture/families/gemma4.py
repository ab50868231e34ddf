"""Gemma 4: wider heads where a layer sees everything, experts beside the MLP in one model."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flopwatt.architecture.blocks.attention import Extras, Heads, Reach, attention
from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.gemma3n import per_layer_input, per_layer_outer
from flopwatt.architecture.families.llama import NOTHING
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import SANDWICH_NORMS, label
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Tensor
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL, pattern, read_kinds, read_reaches

EXPERT_NORMS = (
    *("post_feedforward_layernorm_1", "post_feedforward_layernorm_2"),
    "pre_feedforward_layernorm_2",
)
PER_LAYER = "hidden_size_per_layer_input"


@dataclass(frozen=True)
class _Place:
    """What one layer has of its own."""

    heads: Heads
    reach: Reach | None
    alike: bool  # values are the keys before their norm
    shared: bool  # reads the cache of an earlier layer


@family("gemma4_text", "gemma4", also=("Gemma4ForCausalLM", "Gemma4ForConditionalGeneration"))
def read_gemma4(config: Config) -> Architecture:
    """Gemma 3's layer with what its size adds: experts, inputs for each layer, shared caches."""
    width = config.count(PER_LAYER, default=256, least=0, why=CLASS_DEFAULT)
    return _gemma4(config, width, beside=_experts(config), window=512)


@family("gemma4_unified_text", "gemma4_unified", also=("Gemma4UnifiedForCausalLM",))
def read_gemma4_unified(config: Config) -> Architecture:
    """Gemma 4 without experts and without inputs for each layer."""
    return _gemma4(config, 0, beside=NOTHING, window=1024)


def _gemma4(config: Config, width: Count, *, beside: Block, window: int) -> Architecture:
    dims = read_dims(config, kv=4, head=256)
    own = bool(width) if isinstance(width, int) else True
    rest = (beside, per_layer_input(dims.hidden, width) if own else NOTHING)
    both = config.raw("use_bidirectional_attention") == "all"
    layers = [
        _layer(config, dims, place, rest, not both) for place in _places(config, dims, window)
    ]
    outer = norm("norm", dims.hidden)
    outer += per_layer_outer(config, dims, width) if own else ()
    tied = read_tied(config, default=True)
    found = make_decoder(config, "gemma", dims, layers, tied=tied, outer=outer)
    return replace(found, causal=not both)


def _places(config: Config, dims: Dims, window: int) -> list[_Place]:
    count = dims.layers
    kinds = read_kinds(config, count, pattern(count, 6), "the last of each 6 sees all")
    kinds[-1] = FULL  # whatever is listed
    alike = config.flag("attention_k_eq_v", default=False)
    shared = config.count("num_kv_shared_layers", default=0, least=0)
    first = count - shared
    return [
        _Place(
            _heads(config, dims, place, alike) if kind == FULL else dims.heads,
            reach,
            alike and kind == FULL,
            place >= first,
        )
        for place, (kind, reach) in enumerate(
            zip(kinds, read_reaches(config, kinds, window), strict=True)
        )
    ]


def _heads(config: Config, dims: Dims, place: int, alike: bool) -> Heads:
    """Heads of a layer that sees everything: one size for all, or as listed layer by layer."""
    listed = config.child("per_layer_config")
    if listed is not None:
        name = next((n for n in listed.data if n.isdigit() and int(n) == place), FULL)
        given = listed.child(name)
        kv, size = dims.heads.kv, dims.heads.key_dim
        if given is not None:
            kv = given.count("num_key_value_heads", default=kv)
            size = given.count("head_dim", default=size)
        return Heads(dims.heads.query, kv, size, size)
    size = dims.heads.key_dim
    if "global_head_dim" not in config.data:
        size = config.count("global_head_dim", default=512, why=CLASS_DEFAULT)
    elif config.has("global_head_dim"):
        size = config.count("global_head_dim")
    kv = (
        config.count("num_global_key_value_heads", default=dims.heads.kv)
        if alike
        else dims.heads.kv
    )
    return Heads(dims.heads.query, kv, size, size)


def _layer(
    config: Config, dims: Dims, place: _Place, rest: tuple[Block, ...], causal: bool
) -> Layer:
    scales = ((place.heads.key_dim,), (place.heads.key_dim,))
    block = attention(
        dims.hidden,
        place.heads,
        Extras(qk_norm=scales),
        bias=config.flag("attention_bias", default=False),
        reach=place.reach,
        shared=place.shared,
        causal=causal,
    )
    if place.alike:
        kept = tuple(t for t in block.tensors if ".v_proj." not in t.name)
        block = replace(block, tensors=kept)
    double = place.shared and config.flag("use_double_wide_mlp", default=False)
    inner = config.count("intermediate_size") * (2 if double else 1)
    scalar = Tensor("layer_scalar", Part.NORM, (1,), trained=False)
    more = " + experts" if rest[0].tensors else ""
    return make_layer(
        label(place.reach) + more,
        norms(*SANDWICH_NORMS, width=dims.hidden),
        block,
        gated_mlp(dims.hidden, inner),
        *rest,
        Block((scalar,)),
    )


def _experts(config: Config) -> Block:
    """Experts beside the MLP, with the scales of their router and the norms around both."""
    if not config.flag("enable_moe_block", default=False):
        return NOTHING
    hidden, count = config.count("hidden_size"), config.count("num_experts")
    chosen = config.count("top_k_experts", "num_besideper_tok")
    routed = Experts(
        count, chosen, config.count("moe_intermediate_size", "expert_intermediate_size")
    )
    scales = vector("router.scale", Part.ROUTER, hidden)
    scales += vector("router.per_expert_scale", Part.ROUTER, count)
    around = norms(*EXPERT_NORMS, width=hidden)
    # in the files they stand beside the MLP and not in it, which lists of modules tell apart
    own = tuple(
        replace(t, name=t.name.replace("mlp.gate.", "router.proj.").removeprefix("mlp."))
        for t in experts(hidden, routed).tensors
    )
    return Block(own + scales + around.tensors)
