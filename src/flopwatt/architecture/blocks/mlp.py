"""Feed-forward blocks: gated with three matrices, plain with two, and experts with a router."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.architecture.blocks.tensors import linear, vector
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Part, Tensor


def gated_mlp(
    hidden: Count, inner: Count, *, bias: bool = False, prefix: str = "mlp", part: Part = Part.MLP
) -> Block:
    """Gate, up and down (SwiGLU, GeGLU): three matrices."""
    up = (f"{prefix}.{name}" for name in ("gate_proj", "up_proj"))
    tensors = tuple(t for name in up for t in linear(name, part, inner, hidden, bias=bias))
    return Block(tensors + linear(f"{prefix}.down_proj", part, hidden, inner, bias=bias))


def plain_mlp(
    hidden: Count, inner: Count, *, bias: bool = False, prefix: str = "mlp", part: Part = Part.MLP
) -> Block:
    """Up and down around an activation: two matrices."""
    up = linear(f"{prefix}.up_proj", part, inner, hidden, bias=bias)
    return Block(up + linear(f"{prefix}.down_proj", part, hidden, inner, bias=bias))


@dataclass(frozen=True)
class Experts:
    """Routed experts: how many, how many a token passes, and the inner width of one."""

    count: Count
    chosen: Count
    inner: Count


def experts(
    hidden: Count,
    routed: Experts,
    *,
    gated: bool = True,
    bias: bool = False,
    router_bias: bool = False,
    correction: bool = False,
    prefix: str = "mlp",
) -> Block:
    """A router and its experts. ``correction`` is a routing bias that training balances by."""
    router = linear(f"{prefix}.gate", Part.ROUTER, routed.count, hidden, bias=router_bias)
    if correction:
        router += vector(f"{prefix}.gate.e_score_correction_bias", Part.ROUTER, routed.count)
    make = gated_mlp if gated else plain_mlp
    one = make(hidden, routed.inner, bias=bias, prefix=f"{prefix}.experts", part=Part.EXPERT)
    return Block(router + tuple(routed_copy(tensor, routed) for tensor in one.tensors))


def routed_copy(tensor: Tensor, routed: Experts) -> Tensor:
    """A tensor of one expert as that of all of them."""
    return Tensor(
        tensor.name, tensor.part, tensor.shape, routed.count, routed.chosen, tensor.matmul
    )


def shared_expert(
    hidden: Count,
    inner: Count,
    *,
    gate: bool = False,
    bias: bool = False,
    prefix: str = "mlp.shared_expert",
) -> Block:
    """An expert that every token passes, with a gate of one output where it has one."""
    part = Part.SHARED_EXPERT
    tensors = gated_mlp(hidden, inner, bias=bias, prefix=prefix, part=part).tensors
    return Block(tensors + linear(f"{prefix}_gate", part, 1, hidden) if gate else tensors)
