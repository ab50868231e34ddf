"""Nemotron models found by search (DeciLM): each layer has its own attention and MLP, or none."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from flopwatt.architecture.blocks.attention import Heads, Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import Dims, divided, make_decoder, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import Named
from flopwatt.architecture.records import Architecture, Block, Part
from flopwatt.architecture.registry import family

ROUND_TO = 256  # inner widths are rounded up to a multiple of it
NOTHING: Named = ("nothing", Block(()))


@family("nemotron-nas", "deci", also=("DeciLMForCausalLM",))
def read_nemotron_nas(config: Config) -> Architecture:
    """Blocks as ``block_configs`` lists them; one that does nothing has no norm either."""
    hidden, query = config.count("hidden_size"), config.count("num_attention_heads")
    size = config.count("head_dim") if config.has("head_dim") else divided(config, hidden, query)
    heads = Heads(query, query, size, size)
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), heads)
    blocks = config.per_layer(dims.layers, "block_configs") or []
    if not blocks:
        config.refuse("block_configs", "is missing, and each layer has its own", "a list")
    layers, known = [], dict[Named, Named]()  # layers that are alike share their halves
    for block in blocks[: dims.layers]:
        halves = _attention(config, dims, block), _feed(config, dims, block)
        first, second = (known.setdefault(half, half) for half in halves)
        layers.append(make_layer(f"{first[0]} + {second[0]}", first[1], second[1]))
    return make_decoder(config, "nemotron_nas", dims, layers, tied=read_tied(config, default=False))


def _part(config: Config, block: Any, name: str) -> Config:
    inside = block.get(name) if isinstance(block, Mapping) else None
    if not isinstance(inside, Mapping):
        config.refuse("block_configs", f"has a layer without {name}", "attention and ffn in each")
    data = inside if isinstance(inside, Mapping) else {"no_op": True}
    return Config(data, config.reading, f"{config.path}block_configs.{name}.")


def _attention(config: Config, dims: Dims, block: Any) -> Named:
    part = _part(config, block, "attention")
    bias = config.flag("attention_bias", default=False)
    if part.flag("no_op", default=False):
        return NOTHING
    before = norms("input_layernorm", width=dims.hidden).tensors
    if part.flag("replace_with_linear", default=False):
        return "linear", Block(before + _linear(dims.hidden, "self_attn", Part.ATTENTION, bias))
    if part.has("num_sink_tokens") or part.has("sparsify"):
        config.note("some layers keep a few first tokens or drop weights; they are counted whole")
    kv: Count = part.count("num_key_value_heads", default=0, least=0)
    if not part.has("num_key_value_heads"):
        kv = dims.heads.query // part.count("n_heads_in_group")
    heads = Heads(dims.heads.query, kv, dims.heads.key_dim, dims.heads.value_dim)
    window = part.count("window_length", default=0, least=0)
    made = attention(dims.hidden, heads, bias=bias, reach=Reach(window) if window else None)
    name = "window attention" if window else "attention"
    return name, Block(before + made.tensors, made.scores, made.caches)


def _feed(config: Config, dims: Dims, block: Any) -> Named:
    part = _part(config, block, "ffn")
    bias = config.flag("mlp_bias", default=False)
    if part.flag("no_op", default=False):
        return NOTHING
    before = norms("post_attention_layernorm", width=dims.hidden).tensors
    if part.flag("replace_with_linear", default=False):
        return "linear", Block(before + _linear(dims.hidden, "mlp", Part.MLP, bias))
    if part.has("moe"):
        config.refuse("block_configs", "has a layer with experts, which is not read here")
    inner = part.count("intermediate_size") if part.has("intermediate_size") else _inner(part, dims)
    return "MLP", Block(before + gated_mlp(dims.hidden, inner, bias=bias).tensors)


def _inner(part: Config, dims: Dims) -> Count:
    """Two thirds of the width times a factor, as Llama's MLP, rounded up."""
    if not part.has("ffn_mult"):
        return part.count("ffn_mult")
    factor = round(part.number("ffn_mult", default=1.0), 6)
    return -(-int(2 * factor * index(dims.hidden) / 3) // ROUND_TO) * ROUND_TO


def _linear(hidden: Count, name: str, part: Part, bias: bool) -> tuple[Any, ...]:
    return linear(f"{name}.linear", part, hidden, hidden, bias=bias)
