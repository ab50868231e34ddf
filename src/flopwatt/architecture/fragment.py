"""A few sizes without a model type: what they decide by themselves, and nothing beyond it."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Heads, attend
from flopwatt.architecture.blocks.tensors import make_layer
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import Dims, make_decoder
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.records import Architecture, Block, Part, Tensor

LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
KV_HEADS = ("num_key_value_heads", "n_kv_heads", "num_kv_heads", "n_head_kv")
NEEDED = (LAYERS, KV_HEADS, ("head_dim",))
# with any of these not every layer keeps keys and values of every token
TELLING = (
    *("sliding_window", "layer_types", "kv_lora_rank", "attention_chunk_size", "window_size"),
    *("layers_block_type", "hybrid_override_pattern", "attn_layer_period", "mamba_d_state"),
    *("num_kv_shared_layers", "full_attention_interval", "is_encoder_decoder", "state_size"),
)


def is_fragment(config: Config) -> bool:
    """Whether sizes of attention are stated, and nothing that makes layers differ."""
    return all(config.has(*names) for names in NEEDED) and not config.has(*TELLING)


def read_fragment(config: Config) -> Architecture:
    """Attention alone, alike in every layer; what weights there are needs the model type."""
    unknown = Lacking("model_type")
    query = config.count("num_attention_heads", "n_heads", "num_heads")
    kv, size = config.count(*KV_HEADS), config.count("head_dim")
    heads = Heads(query, kv, size, size)
    weights = Block((Tensor("weights", Part.ATTENTION, (unknown,), matmul=True),))
    layer = make_layer("attention", weights, attend((), heads))
    config.note(
        "no model type: every layer is taken to keep keys and values of every token; "
        "weights are not counted"
    )
    layers = config.layers(*LAYERS)
    dims = Dims(unknown, layers, unknown, heads)
    return make_decoder(config, "fragment", dims, [layer] * layers, tied=False)
