"""MiniMax M3: attention that sees the best blocks of tokens, experts with a shared one."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.mixture import (
    Named,
    feeds,
    make_mixture,
    mixture,
    read_experts,
    read_sparse,
)
from flopwatt.architecture.records import Architecture, Block, Cache, Part, Scores
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL

BLOCKS = "minimax_m3_sparse"


@family("minimax_m3_vl", "minimax_m3_vl_text", "minimax_m3", also=("MiniMaxM3ForCausalLM",))
def read_minimax_m3(config: Config) -> Architecture:
    """Norms by head, a routing bias, and in some layers an indexer that picks blocks."""
    dims = read_dims(config, kv=4, head=128)
    wide = config.count("dense_intermediate_size", default=12288, why=CLASS_DEFAULT)
    shared = config.count("shared_intermediate_size", default=3072, why=CLASS_DEFAULT)
    routed = read_experts(config, config.count("intermediate_size", "moe_intermediate_size"))
    if config.has("num_mtp_modules"):
        config.leave_out("its modules that predict further tokens are left out")
    after = mixture(dims.hidden, routed, shared=shared, correction=True)
    sparse = read_sparse(config, dims.layers)
    dense = gated_mlp(dims.hidden, wide)
    before = _attentions(config, dims)
    return make_mixture(config, "minimax_m3", dims, before, feeds(sparse, dense, after))


def _attentions(config: Config, dims: Dims) -> list[Named]:
    each = (dims.heads.key_dim,)
    full = attention(dims.hidden, dims.heads, Extras(qk_norm=(each, each)))
    inside = config.child("sparse_attention_config")
    listed = inside.per_layer(dims.layers, "sparse_attention_freq") if inside else None
    kinds = [BLOCKS if one else FULL for one in listed or [0] * dims.layers]
    named = config.per_layer(dims.layers, "layer_types") or kinds
    odd = next((kind for kind in named if kind not in (FULL, BLOCKS)), None)
    if odd is not None:
        config.refuse("layer_types", f"names a layer {odd!r}", f"{FULL}, {BLOCKS}")
        named = kinds
    made = {FULL: ("attention", full), BLOCKS: ("sparse attention", full)}
    if BLOCKS in named:
        made[BLOCKS] = ("sparse attention", _picking(inside or config, dims, full))
    return [made[kind] for kind in named[: dims.layers]]


def _picking(config: Config, dims: Dims, full: Block) -> Block:
    """The same attention on the blocks that an indexer of a few heads picks."""
    heads = config.count("sparse_num_index_heads", "index_n_heads", default=4, why=CLASS_DEFAULT)
    size = config.count("sparse_index_dim", "index_head_dim", default=128, why=CLASS_DEFAULT)
    block = config.count("sparse_block_size", "index_block_size", default=128, why=CLASS_DEFAULT)
    top = config.count("sparse_topk_blocks", "index_topk_blocks", default=16, why=CLASS_DEFAULT)
    part, prefix, hidden = Part.INDEXER, "self_attn.indexer", dims.hidden
    tensors = (
        *linear(f"{prefix}.q_proj", part, heads * size, hidden),
        *linear(f"{prefix}.k_proj", part, size, hidden),
        *norm(f"{prefix}.q_norm", size),
        *norm(f"{prefix}.k_norm", size),
    )
    own = dims.heads
    seen = Scores(own.query, own.key_dim, own.value_dim, block * top, "sparse")
    look = Scores(heads, size, 0)
    kept = Cache(1, size, 0, split=False, index=True)
    return Block(full.tensors + tensors, (seen, look), (*full.caches, kept))
