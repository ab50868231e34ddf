"""PLaMo 2: layers of Mamba with grouped steps, and of attention, in turn."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, Heads, Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.recurrent import PART, convolution
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, State
from flopwatt.architecture.registry import family


@family("plamo2", also=("Plamo2ForCausalLM",))
def read_plamo2(config: Config) -> Architecture:
    """Attention in the middle of every ``mamba_step`` layers, within a window unless listed."""
    hidden = config.count("hidden_size")
    dim = config.count("hidden_size_per_head", default=128, why=CLASS_DEFAULT)
    query = config.count("num_attention_heads")
    kv = config.count("num_key_value_heads", default=4, why=CLASS_DEFAULT)
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), Heads(query, kv, dim, dim))
    window = config.count("attention_window_size", default=2048, why=CLASS_DEFAULT)
    full = config.items("full_attention_idx") or ()
    step = range(config.count("mamba_step", default=2, why=CLASS_DEFAULT))[-1] + 1
    mixes = config.flag("mamba_enabled", default=True)
    feed = gated_mlp(hidden, config.count("intermediate_size"))
    names = ("pre_mixer_norm", "post_mixer_norm", "pre_mlp_norm", "post_mlp_norm")
    around, scan = norms(*names, width=hidden), _scan(config, hidden, dim)
    scales = ((query, dim), (kv, dim))
    layers = []
    for place in range(dims.layers):
        last = dims.layers <= step // 2 and place == dims.layers - 1
        if mixes and not last and (dims.layers <= step // 2 or place % step != step // 2):
            layers.append(make_layer("Mamba + MLP", around, scan, feed))
            continue
        reach = None if place in full else Reach(window)
        attend = attention(hidden, dims.heads, Extras(qk_norm=scales), reach=reach)
        layers.append(make_layer("attention + MLP", around, attend, feed))
    outer, tied = norm("norm", hidden), read_tied(config, default=True)
    return make_decoder(config, "plamo2", dims, layers, tied=tied, outer=outer)


def _scan(config: Config, hidden: Count, dim: Count) -> Block:
    heads = config.count("mamba_num_heads", default=64, why=CLASS_DEFAULT)
    state = config.count("mamba_d_state", default=64, why=CLASS_DEFAULT)
    kernel = config.count("mamba_d_conv", default=4, why=CLASS_DEFAULT)
    inner = heads * dim
    rank = max(64, hidden // 16)
    tensors = linear("mixer.in_proj", PART, 2 * inner, hidden)
    tensors += convolution("mixer.conv1d", inner, kernel)
    tensors += linear("mixer.bcdt_proj", PART, rank + 2 * state, inner)
    tensors += linear("mixer.dt_proj", PART, heads, rank)
    for name in ("dt_bias", "A_log", "D"):
        tensors += vector(f"mixer.{name}", PART, heads)
    tensors += norm("mixer.dt_norm", rank) + norm("mixer.B_norm", state)
    tensors += norm("mixer.C_norm", state)
    tensors += linear("mixer.out_proj", PART, hidden, inner)
    values = inner * state
    # as Mamba-2: one decay per head
    return Block(tensors, state=State(values, inner * (kernel - 1), 5 * values))
