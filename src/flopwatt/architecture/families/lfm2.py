"""LFM2: short gated convolutions, a few layers of attention, dense or with experts."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp
from flopwatt.architecture.blocks.recurrent import gated_convolution
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims
from flopwatt.architecture.lacking import Count, LackingError
from flopwatt.architecture.records import Architecture, Block, Layer
from flopwatt.architecture.registry import family

FULL = "full_attention"


@family("lfm2", also=("Lfm2ForCausalLM",))
def read_lfm2(config: Config) -> Architecture:
    """The inner width of the config is cut to two thirds and rounded up, unless told not to."""
    dims = read_dims(config)
    config.raw("block_dim", "conv_dim", "conv_dim_out")  # the width again, which the class ignores
    feed = gated_mlp(dims.hidden, _inner(config), prefix="feed_forward")
    return _model(config, dims, [feed] * dims.layers)


@family("lfm2_moe", also=("Lfm2MoeForCausalLM",))
def read_lfm2_moe(config: Config) -> Architecture:
    """The first layers are dense."""
    dims = read_dims(config)
    dense = config.count("num_dense_layers", default=2, least=0, why=CLASS_DEFAULT)
    plain = gated_mlp(dims.hidden, config.count("intermediate_size"), prefix="feed_forward")
    routed = Experts(
        config.count("num_experts"),
        config.count("num_experts_per_tok"),
        config.count("moe_intermediate_size"),
    )
    correction = config.flag("use_expert_bias", default=True, why=CLASS_DEFAULT)
    moe = experts(dims.hidden, routed, correction=correction, prefix="feed_forward")
    return _model(config, dims, [plain if i < dense else moe for i in range(dims.layers)])


def _inner(config: Config) -> Count:
    inner = config.count("block_ff_dim", "intermediate_size")
    if not config.flag("block_auto_adjust_ff_dim", default=True, why=CLASS_DEFAULT):
        return inner
    inner = 2 * inner // 3
    scale = config.number("block_ffn_dim_multiplier", default=1.0)
    if scale != 1:
        inner = int(scale * int(inner))
    step = config.count("block_multiple_of", default=256, why=CLASS_DEFAULT)
    return -(-inner // step) * step


def _model(config: Config, dims: Dims, feeds: Sequence[Block]) -> Architecture:
    hidden, size = dims.hidden, (dims.heads.key_dim,)
    attend = attention(hidden, dims.heads, Extras(qk_norm=(size, size)))
    kernel = config.count("conv_L_cache", default=3, why=CLASS_DEFAULT)
    conv = gated_convolution(hidden, kernel, bias=config.flag("conv_bias", default=False))
    around = norms("operator_norm", "ffn_norm", width=hidden)

    def layer(attends: bool, feed: Block) -> Layer:
        mixer = attend if attends else conv
        feed_label = "MLP" if len(feed.tensors) == 3 else "experts"
        label = f"{'attention' if attends else 'convolution'} + {feed_label}"
        return make_layer(label, around, mixer, feed)

    layers = [layer(*pair) for pair in zip(_attends(config, dims.layers), feeds, strict=True)]
    tied = config.flag("tie_word_embeddings", "tie_embedding", default=True, why=CLASS_DEFAULT)
    outer = norm("embedding_norm", hidden)
    return make_decoder(config, "lfm2", dims, layers, tied=tied, outer=outer)


def _attends(config: Config, count: int) -> Sequence[bool]:
    """Which layers attend: listed by kind, or by place."""
    kinds = config.per_layer(count, "layer_types")
    if kinds is not None:
        unknown = [str(kind) for kind in kinds if kind not in (FULL, "conv")]
        if unknown:
            allowed = f"{FULL}, conv"
            config.refuse("layer_types", f"names an unknown layer: {unknown[0]!r}", allowed)
        return [kind == FULL for kind in kinds[:count]]
    places = config.items("full_attn_idxs")
    if places is None and str(config.raw("model_type")) == "lfm2_moe":
        raise LackingError(frozenset({f"{config.path}layer_types"}))
    if places is None:
        config.word("full_attn_idxs", default="every layer", why=CLASS_DEFAULT)
        return [True] * count
    return [i in places for i in range(count)]
