"""Matrices, biases and norms: the smallest blocks."""

from __future__ import annotations

from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Layer, Part, Tensor


def linear(
    name: str, part: Part, rows: Count, columns: Count, *, bias: bool = False
) -> tuple[Tensor, ...]:
    """A matrix that multiplies each token, (rows out, columns in), with its bias."""
    weight = Tensor(f"{name}.weight", part, (rows, columns), matmul=True)
    return (weight, Tensor(f"{name}.bias", part, (rows,))) if bias else (weight,)


def vector(name: str, part: Part, *shape: Count) -> tuple[Tensor, ...]:
    """A weight that scales, shifts or gates, and multiplies no matrix."""
    return (Tensor(name, part, shape),)


def norm(name: str, *shape: Count, bias: bool = False) -> tuple[Tensor, ...]:
    """The scale of a norm, and its shift where it has one."""
    weight = Tensor(f"{name}.weight", Part.NORM, shape)
    return (weight, Tensor(f"{name}.bias", Part.NORM, shape)) if bias else (weight,)


def norms(*names: str, width: Count, bias: bool = False) -> Block:
    """Several norms of one width."""
    return Block(tuple(t for name in names for t in norm(name, width, bias=bias)))


def make_layer(label: str, *blocks: Block) -> Layer:
    """A layer of blocks in order."""
    states = [block.state for block in blocks if block.state]
    return Layer(
        label,
        tuple(tensor for block in blocks for tensor in block.tensors),
        tuple(score for block in blocks for score in block.scores),
        tuple(cache for block in blocks for cache in block.caches),
        states[0] if states else None,
    )
