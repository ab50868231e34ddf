"""Hyper-connections: several residual streams, mixed before and after each half of a layer."""

from __future__ import annotations

from flopwatt.architecture.blocks.tensors import vector
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Part, Tensor


def hyper_connection(hidden: Count, streams: Count, rows: Count, scales: int, name: str) -> Block:
    """A matrix over all streams that gives ``rows`` weights to mix them by, with their scales."""
    wide = streams * hidden
    return Block(
        (
            Tensor(f"{name}.fn", Part.MLP, (rows, wide), matmul=True),
            *vector(f"{name}.base", Part.MLP, rows),
            *vector(f"{name}.scale", Part.MLP, scales),
        )
    )
