"""MiniMax-Text-01 and M1: lightning attention, softmax attention every few layers, experts."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import Experts, experts, shared_expert
from flopwatt.architecture.blocks.recurrent import lightning_attention
from flopwatt.architecture.blocks.tensors import make_layer, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import LackingError
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family


@family(
    *("minimax_text_01", "minimax_m1", "minimax"),
    also=("MiniMaxText01ForCausalLM", "MiniMaxM1ForCausalLM", "MiniMaxForCausalLM"),
)
def read_minimax_text(config: Config) -> Architecture:
    """Either attention by ``attn_type_list`` (1 is softmax), experts behind it."""
    dims = read_dims(config)
    hidden, heads = dims.hidden, dims.heads
    routed = Experts(
        config.count("num_local_experts"),
        config.count("num_experts_per_tok"),
        config.count("intermediate_size"),
    )
    feed = experts(hidden, routed, prefix="block_sparse_moe")
    shared = config.count("shared_intermediate_size", default=0, least=0)
    if shared != 0:
        beside = shared_expert(hidden, shared, gate=True, prefix="shared_mlp")
        feed = Block(feed.tensors + beside.tensors)
    around = norms("input_layernorm", "post_attention_layernorm", width=hidden)
    made = (
        make_layer(
            "lightning attention + experts",
            around,
            lightning_attention(hidden, heads.query, heads.key_dim),
            feed,
        ),
        make_layer("attention + experts", around, attention(hidden, heads), feed),
    )
    layers = [made[softmax] for softmax in _softmax(config, dims.layers)]
    tied = read_tied(config, default=False)
    return make_decoder(config, "minimax_text", dims, layers, tied=tied)


def _softmax(config: Config, count: int) -> Sequence[bool]:
    """Which layers have softmax attention."""
    kinds = config.per_layer(count, "attn_type_list", "layer_types")
    if kinds is None and str(config.raw("model_type")) != "minimax":
        raise LackingError(frozenset({f"{config.path}attn_type_list"}))
    if kinds is None:
        config.word("layer_types", default="softmax in every other layer", why=CLASS_DEFAULT)
        return [i % 2 == 0 for i in range(count)]
    unknown = [k for k in kinds if k not in (0, 1, "linear_attention", "full_attention")]
    if unknown:
        config.refuse("attn_type_list", f"names an unknown kind of layer: {unknown[0]!r}")
    return [kind in (1, "full_attention") for kind in kinds[:count]]
