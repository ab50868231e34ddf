"""JetMoE: experts in attention too, each with queries and outputs of its own."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Heads, attend
from flopwatt.architecture.blocks.mlp import Experts, experts, routed_copy
from flopwatt.architecture.blocks.tensors import linear, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims
from flopwatt.architecture.mixture import make_mixture, read_experts
from flopwatt.architecture.records import Architecture, Block, Part
from flopwatt.architecture.registry import family


@family("jetmoe", also=("JetMoEForCausalLM", "JetMoeForCausalLM"))
def read_jetmoe(config: Config) -> Architecture:
    """Keys and values are common to all experts; a token has the heads of those it chooses."""
    hidden = config.count("hidden_size")
    routed = read_experts(config, config.count("intermediate_size", "ffn_hidden_size"))
    size = config.count("kv_channels", "head_dim", default=128, why=CLASS_DEFAULT)
    kv = config.count("num_key_value_heads", default=16, why=CLASS_DEFAULT)
    heads = Heads(kv * routed.chosen, kv, size, size)
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), heads)
    feed = experts(hidden, routed)
    after = Block(feed.tensors + vector("mlp.bias", Part.MLP, hidden))
    return make_mixture(
        config,
        "jetmoe",
        dims,
        [("attention of experts", _attention(dims, routed))] * dims.layers,
        [("experts", after)] * dims.layers,
        tied=True,
    )


def _attention(dims: Dims, routed: Experts) -> Block:
    hidden, wide = dims.hidden, dims.heads.kv * dims.heads.key_dim
    each = linear("self_attn.experts.q_proj", Part.EXPERT, wide, hidden)
    each += linear("self_attn.experts.o_proj", Part.EXPERT, hidden, wide)
    tensors = (
        *linear("self_attn.router", Part.ROUTER, routed.count, hidden),
        *(routed_copy(tensor, routed) for tensor in each),
        *vector("self_attn.bias", Part.ATTENTION, hidden),
        *linear("self_attn.kv_proj", Part.ATTENTION, wide * 2, hidden),
    )
    return attend(tensors, dims.heads)
