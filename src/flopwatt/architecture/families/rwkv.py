"""RWKV-4 and RWKV-7: recurrent models without attention."""

from __future__ import annotations

from flopwatt.architecture.blocks.recurrent import PART
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_tied
from flopwatt.architecture.families.mamba import NO_HEADS
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, Part, State
from flopwatt.architecture.registry import family


@family("rwkv", also=("RwkvForCausalLM",))
def read_rwkv(config: Config) -> Architecture:
    """Time mixing by a decayed average, channel mixing behind a gate."""
    hidden = config.count("hidden_size")
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), NO_HEADS)
    wide = config.count("attention_hidden_size", default=hidden, why="as wide as hidden_size")
    inner = config.count("intermediate_size", default=4 * hidden, why=CLASS_DEFAULT)
    around = norms("ln1", "ln2", width=hidden, bias=True)
    layer = make_layer("time mix + channel mix", around, _time(hidden, wide), _mix(hidden, inner))
    before = make_layer(layer.label, norms("pre_ln", width=hidden, bias=True), Block(layer.tensors))
    first = make_layer(layer.label, Block(before.tensors, state=layer.state))
    outer, tied = norm("ln_out", hidden, bias=True), read_tied(config, default=False)
    layers = [layer if i else first for i in range(dims.layers)]
    return make_decoder(config, "rwkv", dims, layers, tied=tied, outer=outer)


def _time(hidden: Count, wide: Count) -> Block:
    tensors = vector("attention.time_decay", PART, wide)
    tensors += vector("attention.time_first", PART, wide)
    for name in ("key", "value", "receptance"):
        tensors += vector(f"attention.time_mix_{name}", PART, 1, 1, hidden)
        tensors += linear(f"attention.{name}", PART, wide, hidden)
    tensors += linear("attention.output", PART, hidden, wide)
    # a weighted sum, the sum of weights and their greatest exponent, and for both mixes the last
    # input; 5 to decay and add to both sums, 4 to add the newest to each and divide
    return Block(tensors, state=State(3 * wide, 2 * hidden, 9 * wide))


def _mix(hidden: Count, inner: Count) -> Block:
    part, prefix = Part.MLP, "feed_forward"
    tensors = vector(f"{prefix}.time_mix_key", part, 1, 1, hidden)
    tensors += vector(f"{prefix}.time_mix_receptance", part, 1, 1, hidden)
    tensors += linear(f"{prefix}.key", part, inner, hidden)
    tensors += linear(f"{prefix}.receptance", part, hidden, hidden)
    return Block(tensors + linear(f"{prefix}.value", part, hidden, inner))


@family("rwkv7", also=("RWKV7ForCausalLM",))
def read_rwkv7(config: Config) -> Architecture:
    """RWKV-7: a matrix per head as state, changed by a generalised delta rule."""
    hidden = config.count("hidden_size")
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), NO_HEADS)
    dim = config.count("head_dim", default=64, why=CLASS_DEFAULT)
    inner = config.count("intermediate_size", default=4 * hidden, why=CLASS_DEFAULT)
    feed = vector("ffn.x_k", Part.MLP, hidden)
    feed += linear("ffn.key", Part.MLP, inner, hidden)
    feed += linear("ffn.value", Part.MLP, hidden, inner)
    around = norms("attn_norm", "ffn_norm", width=hidden, bias=True)
    # a value for each layer is mixed with that of the first, which has none to mix
    rest = _matrix_state(config, hidden, dim, mixes_value=True)
    first = _matrix_state(config, hidden, dim, mixes_value=False)
    before = norms("pre_norm", width=hidden, bias=True)
    label = "time mix + channel mix"
    layer = make_layer(label, around, rest, Block(feed))
    opening = make_layer(label, before, around, first, Block(feed))
    layers = [layer if i else opening for i in range(dims.layers)]
    outer, tied = norm("norm", hidden, bias=True), read_tied(config, default=False)
    return make_decoder(config, "rwkv", dims, layers, tied=tied, outer=outer)


def _matrix_state(config: Config, hidden: Count, dim: Count, *, mixes_value: bool) -> Block:
    tensors = vector("attn.mixes", PART, 6, hidden)
    for name in ("k_k", "k_a", "r_k"):
        tensors += vector(f"attn.{name}", PART, hidden)
    for name in ("r_proj", "k_proj", "v_proj", "o_proj"):
        tensors += linear(f"attn.{name}", PART, hidden, hidden)
    tensors += norm("attn.g_norm", hidden, bias=True)
    ranks = {"w_lora": "decay_low_rank_dim", "a_lora": "a_low_rank_dim"}
    ranks |= {"v_lora": "v_low_rank_dim"} if mixes_value else {}
    ranks |= {"g_lora": "gate_low_rank_dim"}
    for name, key in ranks.items():
        rank = config.count(key)
        tensors += linear(f"attn.{name}.0", PART, rank, hidden)
        tensors += linear(f"attn.{name}.2", PART, hidden, rank, bias=name != "g_lora")
    values = hidden * dim
    # decay, 2 to read by the key, 2 to put that back changed, 2 to add the value, 2 to read out
    return Block(tensors, state=State(values, 2 * hidden, 9 * values))
