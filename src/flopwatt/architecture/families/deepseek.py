"""DeepSeek and the models that share its layer: latent attention, then an expert mixture."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.architecture.blocks.attention import Heads, attention
from flopwatt.architecture.blocks.latent import Index, Latent, latent_attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import (
    CLASS_DEFAULT,
    Dims,
    make_decoder,
    read_dims,
    read_tied,
)
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import (
    TWO_NORMS,
    Named,
    feeds,
    make_layers,
    mixture,
    read_experts,
    read_predictor,
    read_shared,
    read_sparse,
)
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family


@dataclass(frozen=True)
class Ranks:
    """A class's own sizes of latent attention; no query rank is one plain query matrix."""

    query: int | None = 1536
    kv: int = 512
    nope: int = 128
    rope: int = 64
    value: int | None = 128


@dataclass(frozen=True)
class Kind:
    """What tells the model classes apart where a config is silent."""

    ranks: Ranks = Ranks()
    first: int = 0  # layers with one MLP before those with experts
    shared: int = 1
    correction: bool = True
    extra_norm: bool = False  # one more after the mixture
    index: tuple[int, int, int] | None = None  # heads, their size, tokens picked
    copies: bool = True  # modules that predict further store embedding and head again


@family("deepseek", also=("DeepseekForCausalLM",))
def read_deepseek(config: Config) -> Architecture:
    """The first DeepSeek with experts: attention over heads."""
    dims = read_dims(config)
    kind = Kind(shared=0, correction=False)
    return _finish(config, "deepseek", dims, [_plain(config, dims)] * dims.layers, kind)


@family("deepseek_v2", "deepseek_vl_v2", "mistral4", also=("DeepseekV2ForCausalLM",))
def read_deepseek_v2(config: Config) -> Architecture:
    """Latent attention, and experts that are balanced by a loss."""
    if config.data.get("model_type") == "mistral4":
        return _latent(config, Kind(Ranks(1024, 256, 64, 64, 128), correction=False))
    kind = Kind(shared=2, correction=False)
    if not config.flag("use_mla", default=True):
        dims = read_dims(config)
        return _finish(config, "deepseek", dims, [_plain(config, dims)] * dims.layers, kind)
    return _latent(config, kind)


@family(
    *("deepseek_v3", "kimi_k2", "glm4_moe_lite", "sarvam_mla", "axk1"),
    also=("DeepseekV3ForCausalLM", "Glm4MoeLiteForCausalLM", "KimiK2ForCausalLM"),
)
def read_deepseek_v3(config: Config) -> Architecture:
    """Latent attention, and experts that are balanced by a routing bias."""
    kinds = {
        "glm4_moe_lite": Kind(Ranks(768, 512, 192, 64, 256), first=1),
        "sarvam_mla": Kind(Ranks(None), first=1),
        "axk1": Kind(first=1, extra_norm=True),
    }
    return _latent(config, kinds.get(config.word("model_type"), Kind(first=3)))


@family(
    *("deepseek_v32", "glm_moe_dsa"),
    also=("DeepseekV32ForCausalLM", "GlmMoeDsaForCausalLM"),
)
def read_deepseek_v32(config: Config) -> Architecture:
    """Latent attention that sees the tokens an indexer picks."""
    if config.data.get("model_type") == "glm_moe_dsa":
        ranks = Ranks(2048, 512, 192, 64, 256)
        return _latent(config, Kind(ranks, first=3, index=(32, 128, 2048), copies=False))
    return _latent(config, Kind(first=3, index=(64, 128, 2048)))


def read_latent(config: Config, own: Ranks) -> tuple[Latent, Dims]:
    """The sizes of latent attention. A query rank of null is one plain matrix; absent is not."""
    hidden, heads = config.count("hidden_size"), config.count("num_attention_heads")
    rank: Count | None = own.query
    if config.has("q_lora_rank"):
        rank = config.count("q_lora_rank")
    elif "q_lora_rank" in config.data:
        rank = None
    elif rank is not None:
        rank = config.count("q_lora_rank", default=own.query or 0, why=CLASS_DEFAULT)
    value = hidden // heads if own.value is None else own.value
    latent = Latent(
        heads,
        rank,
        config.count("kv_lora_rank", default=own.kv, why=CLASS_DEFAULT),
        config.count("qk_nope_head_dim", default=own.nope, why=CLASS_DEFAULT),
        config.count("qk_rope_head_dim", default=own.rope, why=CLASS_DEFAULT),
        config.count("v_head_dim", default=value, why=CLASS_DEFAULT),
    )
    each = Heads(heads, heads, latent.nope_dim + latent.rope_dim, latent.value_dim)
    layers = config.layers("num_hidden_layers", "num_layers")
    return latent, Dims(hidden, layers, config.count("vocab_size"), each)


def _plain(config: Config, dims: Dims) -> Named:
    bias = config.flag("attention_bias", default=False)
    return "attention", attention(dims.hidden, dims.heads, bias=bias)


def _latent(config: Config, kind: Kind) -> Architecture:
    latent, dims = read_latent(config, kind.ranks)
    bias = config.flag("attention_bias", default=False)
    index = read_index(config, kind.index) if kind.index else None
    name = "sparse latent attention" if index else "latent attention"
    own = latent_attention(dims.hidden, latent, index, bias=bias)
    other = latent_attention(dims.hidden, latent, index, bias=bias, picks=False)
    picks = _picks(config, dims.layers)
    blocks = [(name, own if one else other) for one in picks] if index else []
    return _finish(config, "deepseek", dims, blocks or [(name, own)] * dims.layers, kind)


def read_index(config: Config, own: tuple[int, int, int]) -> Index:
    """The sizes of an indexer; ``own`` are the class's."""
    heads, size, top = own
    return Index(
        config.count("index_n_heads", default=heads, why=CLASS_DEFAULT),
        config.count("index_head_dim", default=size, why=CLASS_DEFAULT),
        config.count("index_topk", default=top, why=CLASS_DEFAULT),
    )


def _picks(config: Config, layers: int) -> list[bool]:
    """Which layers have an indexer of their own; the others see what one before them picked."""
    named = config.per_layer(layers, "indexer_types")
    if named is not None:
        return [kind == "full" for kind in named[:layers]]
    pattern = config.raw("index_topk_pattern")
    if pattern is not None:
        return [kind in ("F", "full") for kind in pattern][:layers]
    every = config.count("index_topk_freq", default=1)
    skip = config.count("index_skip_topk_offset", default=2, least=0)
    return [max(place - skip + 1, 0) % every == 0 for place in range(layers)]


def _finish(config: Config, name: str, dims: Dims, before: list[Named], kind: Kind) -> Architecture:
    """Layers of some attention, each with experts or one MLP, as every DeepSeek has them."""
    hidden = dims.hidden
    dense = gated_mlp(
        hidden, config.count("intermediate_size"), bias=config.flag("mlp_bias", default=False)
    )
    layers = make_layers(norms(*TWO_NORMS, width=hidden), before, _after(config, dims, kind, dense))
    return make_decoder(
        config,
        name,
        dims,
        layers,
        tied=read_tied(config, default=False),
        predictor=read_predictor(config, dims, layers[-1], copies=kind.copies),
    )


def _after(config: Config, dims: Dims, kind: Kind, dense: Block) -> list[Named]:
    if "n_routed_experts" in config.data and not config.has("n_routed_experts"):
        return [("MLP", dense)] * dims.layers
    inner = config.count("moe_intermediate_size")
    method = config.word("topk_method")
    correction = method == "noaux_tc" if method else kind.correction
    block = mixture(
        dims.hidden,
        read_experts(config, inner),
        shared=inner * read_shared(config, default=kind.shared),
        shared_bias=config.flag("mlp_bias", default=False),
        correction=correction,
    )
    if kind.extra_norm:
        block = Block(block.tensors + norms("post_mlp_layernorm", width=dims.hidden).tensors)
    return feeds(read_sparse(config, dims.layers, first=kind.first), dense, block)
