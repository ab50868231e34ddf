"""Attention to what an encoder has read: queries of the decoder, keys and values of the source."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Heads, attention
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block


def cross_attention(
    hidden: Count, heads: Heads, *, bias: bool = False, prefix: str = "encoder_attn"
) -> Block:
    """Keys and values are made of each token of the source once, and kept.

    The decoder's own tokens pass the query and output matrices alone.
    """
    block = attention(hidden, heads, bias=bias, prefix=prefix)
    source = (f"{prefix}.k_proj.weight", f"{prefix}.v_proj.weight")
    tensors = tuple(replace(t, cross=True) if t.name in source else t for t in block.tensors)
    scores = tuple(replace(score, cross=True) for score in block.scores)
    caches = tuple(replace(cache, cross=True) for cache in block.caches)
    return Block(tensors, scores, caches)
