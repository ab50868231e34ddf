"""Softmax attention with query, key and value heads: MHA, GQA, MQA, windows, chunks, gates."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Cache, Part, Scores, Tensor

Scales = tuple[tuple[Count, ...], tuple[Count, ...]]  # shapes of the scales of two norms


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


@dataclass(frozen=True)
class Extras:
    """What some models put around the projections of attention, and most do not.

    ``output_bias`` is that of the output projection, where it is not as that of the others. A
    ``gate`` doubles the query projection. ``qk_norm`` gives the shapes of the scales of query
    and key norms. ``sinks`` is one number per query head.
    """

    output_bias: bool | None = None
    gate: bool = False
    qk_norm: Scales | None = None
    sinks: bool = False


NOTHING = Extras()


def attention(
    hidden: Count,
    heads: Heads,
    extras: Extras = NOTHING,
    *,
    bias: bool = False,
    reach: Reach | None = None,
    shared: bool = False,
    causal: bool = True,
    prefix: str = "self_attn",
) -> Block:
    """Query, key, value and output projections with what goes around them.

    A ``shared`` layer has no keys and values of its own: it reads those that a layer before it
    keeps. Where nothing is ``causal`` nothing is kept.
    """
    part, qk_norm = Part.ATTENTION, extras.qk_norm
    wide = heads.query * heads.key_dim
    rows = wide * 2 if extras.gate else wide
    tensors = linear(f"{prefix}.q_proj", part, rows, hidden, bias=bias)
    if not shared:
        tensors += linear(f"{prefix}.k_proj", part, heads.kv * heads.key_dim, hidden, bias=bias)
        tensors += linear(f"{prefix}.v_proj", part, heads.kv * heads.value_dim, hidden, bias=bias)
    last = bias if extras.output_bias is None else extras.output_bias
    tensors += linear(f"{prefix}.o_proj", part, hidden, heads.query * heads.value_dim, bias=last)
    if qk_norm:
        tensors += norm(f"{prefix}.q_norm", *qk_norm[0])
        tensors += () if shared else norm(f"{prefix}.k_norm", *qk_norm[1])
    if extras.sinks:
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
