"""Softmax attention with query, key and value heads: MHA, GQA, MQA, windows, chunks, gates."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Cache, Part, Scores, Tensor


@dataclass(frozen=True)
class Heads:
    """How attention is divided: query heads, key-value heads, and the size of each head."""

    query: Count
    kv: Count
    key_dim: Count
    value_dim: Count


@dataclass(frozen=True)
class Reach:
    """What a token sees: the tokens of a sliding window or of its chunk."""

    tokens: Count
    kind: str = "window"


def attention(
    hidden: Count,
    heads: Heads,
    *,
    bias: bool = False,
    output_bias: bool | None = None,
    reach: Reach | None = None,
    gate: bool = False,
    qk_norm: tuple[tuple[Count, ...], tuple[Count, ...]] | None = None,
    sinks: bool = False,
    shared: bool = False,
    causal: bool = True,
    prefix: str = "self_attn",
) -> Block:
    """Query, key, value and output projections with what goes around them.

    ``bias`` is that of query, key and value, ``output_bias`` that of the output (the same unless
    said). A ``gate`` doubles the query projection. ``qk_norm`` gives the shapes of the scales of
    query and key norms. ``sinks`` is one number per query head. A ``shared`` layer has no keys
    and values of its own: it reads those that a layer before it keeps. Where nothing is
    ``causal`` nothing is kept.
    """
    part = Part.ATTENTION
    wide = heads.query * heads.key_dim
    tensors = linear(f"{prefix}.q_proj", part, wide * 2 if gate else wide, hidden, bias=bias)
    if not shared:
        tensors += linear(f"{prefix}.k_proj", part, heads.kv * heads.key_dim, hidden, bias=bias)
        tensors += linear(f"{prefix}.v_proj", part, heads.kv * heads.value_dim, hidden, bias=bias)
    last = bias if output_bias is None else output_bias
    tensors += linear(f"{prefix}.o_proj", part, hidden, heads.query * heads.value_dim, bias=last)
    if qk_norm:
        tensors += norm(f"{prefix}.q_norm", *qk_norm[0])
        tensors += () if shared else norm(f"{prefix}.k_norm", *qk_norm[1])
    if sinks:
        tensors += vector(f"{prefix}.sinks", part, heads.query)
    return attend(tensors, heads, reach, kept=causal and not shared)


def attend(
    tensors: tuple[Tensor, ...], heads: Heads, reach: Reach | None = None, *, kept: bool = True
) -> Block:
    """Attention over heads with projections of its own kind."""
    tokens = reach.tokens if reach else None
    kind = reach.kind if reach else "full"
    scores = Scores(heads.query, heads.key_dim, heads.value_dim, tokens, kind)
    cache = Cache(heads.kv, heads.key_dim, heads.value_dim, tokens)
    return Block(tensors, (scores,), (cache,) if kept else ())
