"""Jamba: Mamba layers, every few of them attention, and experts in every other one."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.mamba import hybrid_mamba
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, Layer
from flopwatt.architecture.registry import family


@family("jamba", also=("JambaForCausalLM",))
def read_jamba(config: Config) -> Architecture:
    """One layer in ``attn_layer_period`` attends, one in ``expert_layer_period`` has experts."""
    dims = read_dims(config)
    mixer = hybrid_mamba(config, dims.hidden, inner_norms=True)
    attend = attention(dims.hidden, dims.heads)
    count = config.count("num_experts", default=16, why=CLASS_DEFAULT)
    inner = config.count("intermediate_size")
    dense = gated_mlp(dims.hidden, inner, prefix="feed_forward")
    chosen = config.count("num_experts_per_tok", default=2, why=CLASS_DEFAULT)
    routed = experts(dims.hidden, Experts(count, chosen, inner), prefix="feed_forward")
    attends = _places(config, dims, "attn_layer_period", "attn_layer_offset", (8, 4))
    routes = _places(config, dims, "expert_layer_period", "expert_layer_offset", (2, 1))
    several = routes if count > 1 else set()
    layers = [
        _layer(dims.hidden, attend if i in attends else mixer, routed if i in several else dense,
               " + ".join(("attention" if i in attends else "Mamba",
                           "experts" if i in several else "MLP")))
        for i in range(dims.layers)
    ]  # fmt: skip
    outer = norm("final_layernorm", dims.hidden)
    tied = read_tied(config, default=False)
    return make_decoder(config, "jamba", dims, layers, tied=tied, outer=outer)


def _places(
    config: Config, dims: Dims, period: str, offset: str, default: tuple[int, int]
) -> set[int]:
    """The layers at a place within each period."""
    every = config.count(period, default=default[0], why=CLASS_DEFAULT)
    first = config.count(offset, default=default[1], least=0, why=CLASS_DEFAULT)
    return {i for i in range(dims.layers) if i % every == first}


def _layer(hidden: Count, mixer: Block, feed: Block, label: str) -> Layer:
    return make_layer(
        label, norms("input_layernorm", "pre_ff_layernorm", width=hidden), mixer, feed
    )
