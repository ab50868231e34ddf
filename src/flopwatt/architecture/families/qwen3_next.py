"""Qwen3-Next, Qwen3.5, OLMo hybrid: gated delta attention, full attention every few layers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp, shared_expert
from flopwatt.architecture.blocks.recurrent import DeltaHeads, delta_attention
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Stack
from flopwatt.architecture.registry import family

FULL, LINEAR = "full_attention", "linear_attention"


@dataclass(frozen=True)
class Defaults:
    """Class defaults in which these families differ: heads of keys and values, their sizes."""

    keys: Count
    values: Count
    key_dim: Count
    value_dim: Count


QWEN = Defaults(16, 32, 128, 128)


@family("qwen3_next", also=("Qwen3NextForCausalLM",))
def read_qwen3_next(config: Config) -> Architecture:
    """Experts in every layer, unless the config names dense ones."""
    dims = _dims(config)
    feeds = _sparse(config, dims)
    layers = _layers(config, dims, feeds, "joined")
    if not config.has("mtp_num_hidden_layers", "num_nextn_predict_layers"):
        config.leave_out(
            "the published weights also hold a layer that predicts further tokens; "
            "this config does not name it, and it is left out"
        )
    return _model(config, dims, layers, _predictor(config, dims, feeds[-1]))


@family(
    *("qwen3_5", "qwen3_5_text", "qwen3_5_moe", "qwen3_5_moe_text"),
    also=("Qwen3_5ForCausalLM", "Qwen3_5ForConditionalGeneration", "Qwen3_5MoeForCausalLM",
          "Qwen3_5MoeForConditionalGeneration"),
)  # fmt: skip
def read_qwen3_5(config: Config) -> Architecture:
    """Qwen3.5, dense or of experts."""
    dims = _dims(config)
    if config.has("num_experts", "moe_intermediate_size"):
        feeds: Sequence[Block] = [_moe(config, dims.hidden)] * dims.layers
    else:
        feeds = [_dense(config, dims.hidden)] * dims.layers
    layers = _layers(config, dims, feeds, "split")
    return _model(config, dims, layers, _predictor(config, dims, feeds[-1]))


@family("olmo_hybrid", also=("OlmoHybridForCausalLM",))
def read_olmo_hybrid(config: Config) -> Architecture:
    """Full attention behind norms of whole queries and keys, as in OLMo 2."""
    dims = read_dims(config)
    heads, query = dims.heads, dims.heads.query
    wide, narrow = heads.query * heads.key_dim, heads.kv * heads.key_dim
    key_dim = config.count("linear_key_head_dim", default=3 * dims.hidden // (4 * query))
    linears = _delta(config, dims, Defaults(query, query, key_dim, 2 * key_dim), "single")
    bias = config.flag("attention_bias", default=False)
    attend = attention(dims.hidden, heads, Extras(qk_norm=((wide,), (narrow,))), bias=bias)
    feed = _dense(config, dims.hidden)
    around = norms("input_layernorm", "post_attention_layernorm", width=dims.hidden)
    after = norms("post_attention_layernorm", "post_feedforward_layernorm", width=dims.hidden)
    made = {
        LINEAR: make_layer("linear attention + MLP", around, linears, feed),
        FULL: make_layer("attention + MLP", after, attend, feed),
    }
    layers = [made[kind] for kind in _kinds(config, dims.layers)]
    return _model(config, dims, layers, None)


def _dims(config: Config) -> Dims:
    """The head size is 256 where no other is given."""
    if not config.has("head_dim"):
        config.count("head_dim", default=256, why=CLASS_DEFAULT)
        config = Config({**config.data, "head_dim": 256}, config.reading, config.path)
    return read_dims(config)


def _kinds(config: Config, count: int) -> Sequence[str]:
    """What each layer's attention is: listed, or full in the last of every few layers."""
    listed = config.per_layer(count, "layer_types")
    if listed is None:
        every = config.count("full_attention_interval", default=4, why=CLASS_DEFAULT)
        return [LINEAR if (i + 1) % every else FULL for i in range(count)]
    unknown = [str(kind) for kind in listed if kind not in (FULL, LINEAR)]
    if unknown:
        allowed = f"{FULL}, {LINEAR}"
        config.refuse("layer_types", f"names an unknown kind of layer: {unknown[0]!r}", allowed)
    return [FULL if kind == FULL else LINEAR for kind in listed[:count]]


def _delta(config: Config, dims: Dims, usual: Defaults, style: str) -> Block:
    heads = DeltaHeads(
        config.count("linear_num_key_heads", default=usual.keys, why=CLASS_DEFAULT),
        config.count("linear_num_value_heads", default=usual.values, why=CLASS_DEFAULT),
        config.count("linear_key_head_dim", default=usual.key_dim, why=CLASS_DEFAULT),
        config.count("linear_value_head_dim", default=usual.value_dim, why=CLASS_DEFAULT),
        config.count("linear_conv_kernel_dim", default=4, why=CLASS_DEFAULT),
    )
    return delta_attention(dims.hidden, heads, style=style)


def _attention(config: Config, dims: Dims) -> Block:
    """Full attention with an output gate, which doubles the query projection."""
    if not config.flag("attn_output_gate", default=True):
        config.refuse("attn_output_gate", "is false, and no model of this family is known so")
    bias = config.flag("attention_bias", default=False)
    size = (dims.heads.key_dim,)
    return attention(dims.hidden, dims.heads, Extras(gate=True, qk_norm=(size, size)), bias=bias)


def _dense(config: Config, hidden: Count) -> Block:
    return gated_mlp(hidden, config.count("intermediate_size"))


def _moe(config: Config, hidden: Count) -> Block:
    routed = Experts(
        config.count("num_experts"),
        config.count("num_experts_per_tok"),
        config.count("moe_intermediate_size"),
    )
    beside = shared_expert(hidden, config.count("shared_expert_intermediate_size"), gate=True)
    return Block(experts(hidden, routed).tensors + beside.tensors)


def _sparse(config: Config, dims: Dims) -> Sequence[Block]:
    """Which layers have experts: each ``decoder_sparse_step``-th that is not named dense."""
    step = config.count("decoder_sparse_step", default=1, why=CLASS_DEFAULT)
    dense = config.items("mlp_only_layers") or ()
    plain = _dense(config, dims.hidden)
    if config.has("num_experts") and config.count("num_experts", least=0) == 0:
        return [plain] * dims.layers
    moe = _moe(config, dims.hidden)
    return [moe if i not in dense and (i + 1) % step == 0 else plain for i in range(dims.layers)]


def _layers(config: Config, dims: Dims, feeds: Sequence[Block], style: str) -> Sequence[Layer]:
    linears, attend = _delta(config, dims, QWEN, style), _attention(config, dims)
    kinds = _kinds(config, dims.layers)
    return [
        _layer(dims, attend if kind == FULL else linears, feed)
        for kind, feed in zip(kinds, feeds, strict=True)
    ]


def _layer(dims: Dims, mixer: Block, feed: Block) -> Layer:
    first = "linear attention" if mixer.state else "attention"
    second = "experts" if any(t.part is Part.EXPERT for t in feed.tensors) else "MLP"
    around = norms("input_layernorm", "post_attention_layernorm", width=dims.hidden)
    return make_layer(f"{first} + {second}", around, mixer, feed)


def _predictor(config: Config, dims: Dims, feed: Block) -> Stack | None:
    """Full attention layers that predict further tokens, behind a matrix that joins two inputs."""
    names = ("mtp_num_hidden_layers", "num_nextn_predict_layers")
    count = config.count(*names, default=0, least=0, most=100)
    if count == 0:
        return None
    hidden, layer = dims.hidden, _layer(dims, _attention(config, dims), feed)
    around = linear("fc", Part.MLP, hidden, 2 * hidden)
    around += norms("pre_fc_norm_hidden", "pre_fc_norm_embedding", "norm", width=hidden).tensors
    if config.flag("mtp_use_dedicated_embeddings", default=False):
        around += linear("embed_tokens", Part.EMBEDDING, dims.vocab, hidden)
    return Stack(tuple(layer for _ in range(count)), around)


def _model(
    config: Config, dims: Dims, layers: Sequence[Layer], predictor: Stack | None
) -> Architecture:
    tied, outer = read_tied(config, default=False), norm("norm", dims.hidden)
    return make_decoder(
        config, "qwen3_next", dims, layers, tied=tied, outer=outer, predictor=predictor
    )
