"""An architecture from the shape that a table of published runs gives, in place of a config.

Tables leave out what few need: where they do, what nearly all models of that shape have stands
in, and ``Tabulated.assumed`` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flopwatt.architecture.blocks.attention import Heads, attention
from flopwatt.architecture.blocks.latent import Latent, latent_attention
from flopwatt.architecture.blocks.mlp import (
    Experts,
    experts,
    gated_mlp,
    plain_mlp,
    shared_expert,
)
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Stack, Tensor

NEEDED = ("layers", "hidden", "ffn", "vocab")
COLUMNS = (
    *("layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "gated_mlp", "vocab"),
    *("moe_experts", "moe_topk", "moe_shared_experts", "moe_ffn", "moe_dense_layers"),
)
USUAL_HEAD, SERVER = 128, 8
# the latents of DeepSeek-V2, V3 and Kimi K2, which tables do not give; the small models with
# few heads have no latent of queries
QUERY_RANK, KV_RANK, NOPE, ROPE, VALUE = 1536, 512, 128, 64, 128
FEW_HEADS = 16
Shape = Mapping[str, int]


@dataclass(frozen=True)
class Tabulated:
    """What was built from a row, and what stood in for what the row leaves out."""

    architecture: Architecture
    assumed: tuple[str, ...]


def missing_shape(shape: Shape) -> list[str]:
    """Columns without which nothing can be built."""
    return [column for column in NEEDED if not shape.get(column)]


def tabulated(shape: Shape, *, latent: bool = False, params: float | None = None) -> Tabulated:
    """The model of a row; ``params`` tells whether its output matrix is the embedding again."""
    assumed: list[str] = []
    hidden, count = shape["hidden"], shape["layers"]
    mix = _latent(shape, assumed) if latent else _attention(shape, assumed)
    around = norms("input_layernorm", "post_attention_layernorm", width=hidden)
    make = gated_mlp if shape.get("gated_mlp", 1) else plain_mlp
    dense = make_layer("MLP", around, mix, make(hidden, shape["ffn"]))
    layers = [dense] * count
    if shape.get("moe_experts"):
        lead = min(shape.get("moe_dense_layers", 0), count)
        routed = make_layer("experts", around, mix, *_experts(shape))
        layers = [dense] * lead + [routed] * (count - lead)
    return Tabulated(_ends(shape, layers, params, assumed), tuple(assumed))


def _attention(shape: Shape, assumed: list[str]) -> Block:
    hidden, heads = shape["hidden"], _heads(shape, assumed)
    size = shape.get("head_dim") or hidden // heads
    return attention(hidden, Heads(heads, shape.get("kv_heads") or heads, size, size))


def _heads(shape: Shape, assumed: list[str]) -> int:
    """The heads stated; else as many of about the usual size as GPUs of a server can divide."""
    if shape.get("heads"):
        return shape["heads"]
    hidden = shape["hidden"]
    most = max(hidden // USUAL_HEAD, 1)
    even = [n for n in range(SERVER, most + 1, SERVER) if hidden % n == 0]
    heads = even[-1] if even else 1
    assumed.append(f"{heads} heads")
    return heads


def _latent(shape: Shape, assumed: list[str]) -> Block:
    heads = _heads(shape, assumed)
    rank = None if heads <= FEW_HEADS else QUERY_RANK
    assumed.append(f"latents of {rank or 'no'} queries and {KV_RANK} keys")
    return latent_attention(shape["hidden"], Latent(heads, rank, KV_RANK, NOPE, ROPE, VALUE))


def _experts(shape: Shape) -> list[Block]:
    hidden, inner = shape["hidden"], shape.get("moe_ffn") or shape["ffn"]
    blocks = [experts(hidden, Experts(shape["moe_experts"], shape.get("moe_topk", 1), inner))]
    shared = shape.get("moe_shared_experts", 0)
    return [*blocks, shared_expert(hidden, shared * inner)] if shared else blocks


def _ends(
    shape: Shape, layers: list[Layer], params: float | None, assumed: list[str]
) -> Architecture:
    """The layers between embedding and head, tied where that comes nearer to the size stated."""
    hidden, vocab = shape["hidden"], shape["vocab"]
    embedding = Tensor("embed_tokens.weight", Part.EMBEDDING, (vocab, hidden))
    outer = (embedding, *norm("norm", hidden))
    tied = Architecture("tabulated", Stack(tuple(layers), outer), hidden, vocab, tied=True)
    head = linear("lm_head", Part.HEAD, vocab, hidden)
    apart = replace(tied, decoder=Stack(tuple(layers), (*outer, *head)), tied=False)
    if params is None:
        assumed.append("an output matrix of its own")
        return apart
    return min((apart, tied), key=lambda one: abs(_size(one) - params))


def _size(architecture: Architecture) -> int:
    sizes = (tensor.size for tensor in architecture.tensors())
    return sum(size for size in sizes if isinstance(size, int))
