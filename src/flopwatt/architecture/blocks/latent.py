"""Multi-head latent attention (MLA), and the indexer that lets it see only the best tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flopwatt.architecture.blocks.tensors import linear, norm
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Cache, Part, Scores, Tensor


@dataclass(frozen=True)
class Latent:
    """The sizes of latent attention; ``query_rank`` is None for one plain query matrix."""

    heads: Count
    query_rank: Count | None
    kv_rank: Count
    nope_dim: Count
    rope_dim: Count
    value_dim: Count


@dataclass(frozen=True)
class Index:
    """The sizes of an indexer: its heads, their size, and how many tokens it picks."""

    heads: Count
    dim: Count
    top: Count


def latent_attention(
    hidden: Count,
    latent: Latent,
    index: Index | None = None,
    *,
    bias: bool = False,
    picks: bool = True,
    gated: bool = False,
) -> Block:
    """Projections through the latents; what is kept is one latent and one rotary key a token.

    A layer that does not pick with an indexer of its own sees what one before it picked. An
    output that is ``gated`` has a matrix more, as wide as all heads.
    """
    part, prefix = Part.ATTENTION, "self_attn"
    key_dim = latent.nope_dim + latent.rope_dim
    tensors = _queries(hidden, latent, bias=bias)
    down = latent.kv_rank + latent.rope_dim
    tensors += linear(f"{prefix}.kv_a_proj_with_mqa", part, down, hidden, bias=bias)
    tensors += norm(f"{prefix}.kv_a_layernorm", latent.kv_rank)
    up = latent.heads * (latent.nope_dim + latent.value_dim)
    tensors += linear(f"{prefix}.kv_b_proj", part, up, latent.kv_rank)
    wide = latent.heads * latent.value_dim
    tensors += linear(f"{prefix}.o_proj", part, hidden, wide, bias=bias)
    tensors += linear(f"{prefix}.g_proj", part, wide, hidden) if gated else ()
    cache = Cache(1, latent.kv_rank, latent.rope_dim, split=False)
    # decoding takes query and result through the latent: scores with all of it, values without
    # its rotary key
    scores = Scores(latent.heads, key_dim, latent.value_dim, cached_dims=down + latent.kv_rank)
    if index is None:
        return Block(tensors, (scores,), (cache,))
    seen = replace(scores, reach=index.top, kind="sparse")
    if not picks:
        return Block(tensors, (seen,), (cache,))
    look = Scores(index.heads, index.dim, 0)
    kept = Cache(1, index.dim, 0, split=False, index=True)
    tensors += _indexer(hidden, latent, index)
    return Block(tensors, (seen, look), (cache, kept))


def _queries(hidden: Count, latent: Latent, *, bias: bool) -> tuple[Tensor, ...]:
    """Queries through a latent of their own, or from one plain matrix."""
    part, prefix = Part.ATTENTION, "self_attn"
    wide = latent.heads * (latent.nope_dim + latent.rope_dim)
    if latent.query_rank is None:
        return linear(f"{prefix}.q_proj", part, wide, hidden)
    return (
        *linear(f"{prefix}.q_a_proj", part, latent.query_rank, hidden, bias=bias),
        *norm(f"{prefix}.q_a_layernorm", latent.query_rank),
        *linear(f"{prefix}.q_b_proj", part, wide, latent.query_rank),
    )


def _indexer(hidden: Count, latent: Latent, index: Index) -> tuple[Tensor, ...]:
    part, prefix = Part.INDEXER, "self_attn.indexer"
    source = hidden if latent.query_rank is None else latent.query_rank
    return (
        *linear(f"{prefix}.wq_b", part, index.heads * index.dim, source),
        *linear(f"{prefix}.wk", part, index.dim, hidden),
        *norm(f"{prefix}.k_norm", index.dim, bias=True),
        *linear(f"{prefix}.weights_proj", part, index.heads, hidden),
    )
