"""Zamba and Zamba2: Mamba layers, and one or two transformer blocks that serve many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flopwatt.architecture.blocks.attention import Heads, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.recurrent import GroupedScan, mamba2
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import (
    CLASS_DEFAULT,
    Dims,
    make_decoder,
    read_kv_heads,
    read_tied,
)
from flopwatt.architecture.families.mamba import hybrid_mamba
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Tensor
from flopwatt.architecture.registry import family

NO_WEIGHTS = Block(())
ZAMBA2_HYBRID = (6, 12, 18, 24, 30, 36, 42, 47, 51)  # of 54 layers


@dataclass(frozen=True)
class Served:
    """What the hybrid layers of a model share, and what each has of its own."""

    scan: Block
    block: Block
    blocks: int = 1
    adapter: Block = NO_WEIGHTS


@family("zamba", also=("ZambaForCausalLM",))
def read_zamba(config: Config) -> Architecture:
    """One transformer block on the hidden state beside the embedding, used every few layers."""
    dims = _dims(config)
    hidden = dims.hidden
    # its heads divide the channels, and with them the step and B/C matrices: the same sizes
    mixer = hybrid_mamba(config, hidden)
    inner = config.count("intermediate_size", default=4 * hidden, why=CLASS_DEFAULT)
    served = Served(mixer, _transformer(dims, gated_mlp(hidden, inner, prefix="feed_forward")))
    return _assemble(config, dims, served, _places(config, dims.layers))


@family("zamba2", also=("Zamba2ForCausalLM",))
def read_zamba2(config: Config) -> Architecture:
    """Blocks that take turns, made different in each place by adapters of low rank."""
    dims = _dims(config)
    hidden, bias = dims.hidden, config.flag("add_bias_linear", default=False)
    heads = config.count("n_mamba_heads", default=8, why=CLASS_DEFAULT)
    scan = GroupedScan(
        config.count("mamba_expand", default=2, why=CLASS_DEFAULT) * hidden,
        heads,
        config.count("mamba_d_state", default=64, why=CLASS_DEFAULT),
        config.count("mamba_ngroups", default=1, why=CLASS_DEFAULT),
        config.count("mamba_d_conv", default=4, why=CLASS_DEFAULT),
    )
    mixer = mamba2(hidden, scan, bias=bias, prefix="mamba")
    inner = config.count("intermediate_size", default=4 * hidden, why=CLASS_DEFAULT)
    feed = gated_mlp(hidden, inner, bias=bias, prefix="feed_forward")
    blocks = config.count("num_mem_blocks", default=1, why=CLASS_DEFAULT, most=1000)
    block = _transformer(dims, feed)
    served = Served(mixer, block, range(blocks)[-1] + 1, _adapter(config, hidden, inner))
    return _assemble(config, dims, served, _places(config, dims.layers))


def _dims(config: Config) -> Dims:
    """Attention works on the hidden state beside the embedding: twice the width."""
    hidden = config.count("hidden_size")
    query = config.count("num_attention_heads")
    dim = config.count("attention_head_dim", default=2 * hidden // query)
    kv = read_kv_heads(config, query)
    return Dims(hidden, config.layers(), config.count("vocab_size"), Heads(query, kv, dim, dim))


def _transformer(dims: Dims, feed: Block) -> Block:
    """The block that is shared; its output matrix leads back to the width of the model."""
    hidden = dims.hidden
    attend = attention(2 * hidden, dims.heads)
    wide = dims.heads.query * dims.heads.value_dim
    out = linear("self_attn.o_proj", Part.ATTENTION, hidden, wide)
    tensors = attend.tensors[:3] + out + feed.tensors
    tensors += norm("input_layernorm", 2 * hidden) + norm("pre_ff_layernorm", hidden)
    return Block(tensors, attend.scores, attend.caches)


def _adapter(config: Config, hidden: Count, inner: Count) -> Block:
    """The two thin matrices of each adapter: of the MLP always, of attention where it says so."""
    rank = config.count("adapter_rank", default=128, why=CLASS_DEFAULT)
    sizes = {"feed_forward.gate_up_proj_adapter": (hidden, 2 * inner)}
    if config.flag("use_shared_attention_adapter", default=False, why=CLASS_DEFAULT):
        sizes |= {f"self_attn.linear_{n}_adapter": (2 * hidden, 2 * hidden) for n in "qkv"}
    tensors: tuple[Tensor, ...] = ()
    for name, (before, after) in sizes.items():
        part = Part.MLP if name.startswith("feed") else Part.ATTENTION
        tensors += linear(f"{name}.0", part, rank, before)
        tensors += linear(f"{name}.1", part, after, rank)
    return Block(tensors)


def _places(config: Config, count: int) -> Sequence[bool]:
    """Which layers pass a shared block first."""
    kinds = config.per_layer(count, "layers_block_type", "layer_types")
    if kinds is not None:
        return [kind == "hybrid" for kind in kinds[:count]]
    ids = config.items("hybrid_layer_ids")
    if ids is None and config.raw("model_type") == "zamba2":
        ids = ZAMBA2_HYBRID
        config.word("layers_block_type", default=str(ids), why=CLASS_DEFAULT)
    if ids is not None:
        return [i in ids for i in range(count)]
    period = config.count("attn_layer_period", default=6, why=CLASS_DEFAULT)
    offset = config.count("attn_layer_offset", default=4, why=CLASS_DEFAULT, least=0)
    # the third layer is always hybrid, and the period is counted from the fourth
    return [i == 2 or (i > 2 and (i - 3) % period == offset) for i in range(count)]


def _assemble(config: Config, dims: Dims, served: Served, hybrid: Sequence[bool]) -> Architecture:
    before = norms("input_layernorm", width=dims.hidden)
    plain = make_layer("Mamba", before, served.scan)
    layers: list[Layer] = []
    for place, shares in enumerate(hybrid):
        if not shares:
            layers.append(plain)
            continue
        used = sum(hybrid[:place])
        block = served.block if used < served.blocks else _again(served.block)
        own = Block(linear("linear", Part.MLP, dims.hidden, dims.hidden))
        label = "shared transformer + Mamba"
        layers.append(make_layer(label, block, served.adapter, own, before, served.scan))
    outer = norm("final_layernorm", dims.hidden)
    tied = read_tied(config, default=True)
    return make_decoder(config, "zamba", dims, layers, tied=tied, outer=outer)


def _again(block: Block) -> Block:
    """The same weights in a later layer, with a cache of its own."""
    return replace(block, tensors=tuple(replace(t, again=True) for t in block.tensors))
