"""xLSTM: layers of matrix memory (mLSTM) with exponential gates, and a gated MLP."""

from __future__ import annotations

from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.recurrent import PART
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_tied
from flopwatt.architecture.families.mamba import NO_HEADS
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, State
from flopwatt.architecture.registry import family


@family("xlstm", also=("xLSTMForCausalLM",))
def read_xlstm(config: Config) -> Architecture:
    """Keys and queries are narrower than values; the inner width is rounded up."""
    hidden = config.count("hidden_size", "embedding_dim")
    count = config.layers("num_hidden_layers", "num_blocks")
    dims = Dims(hidden, count, config.count("vocab_size"), NO_HEADS)
    bias = config.flag("use_bias", default=False)
    inner = _portion(config, hidden, "ffn_proj_factor", 2.667)
    step = config.count("ffn_round_up_to_multiple_of", default=64, why=CLASS_DEFAULT)
    feed = gated_mlp(hidden, -(-inner // step) * step, bias=bias, prefix="ffn")
    around = norms("norm_mlstm", "norm_ffn", width=hidden, bias=bias)
    layer = make_layer("mLSTM + MLP", around, _memory(config, hidden, bias=bias), feed)
    outer = norm("out_norm", hidden)  # without a shift, whatever the other norms have
    tied = read_tied(config, default=False)
    return make_decoder(config, "xlstm", dims, [layer] * count, tied=tied, outer=outer)


def _portion(config: Config, hidden: Count, name: str, usual: float) -> Count:
    """A share of the width, cut to a whole number."""
    return int(int(hidden) * config.number(name, default=usual, why=CLASS_DEFAULT))


def _memory(config: Config, hidden: Count, *, bias: bool) -> Block:
    heads = config.count("num_heads", default=8, why=CLASS_DEFAULT)
    keys = _portion(config, hidden, "qk_dim_factor", 0.5)
    wide = _portion(config, hidden, "v_dim_factor", 1.0)
    prefix = "mlstm_layer"
    tensors = linear(f"{prefix}.q", PART, keys, hidden, bias=bias)
    tensors += linear(f"{prefix}.k", PART, keys, hidden, bias=bias)
    tensors += linear(f"{prefix}.v", PART, wide, hidden, bias=bias)
    tensors += linear(f"{prefix}.ogate_preact", PART, wide, hidden, bias=bias)
    tensors += linear(f"{prefix}.igate_preact", PART, heads, hidden, bias=True)
    tensors += linear(f"{prefix}.fgate_preact", PART, heads, hidden, bias=True)
    tensors += norm(f"{prefix}.multihead_norm", wide, bias=bias)
    tensors += linear(f"{prefix}.out_proj", PART, hidden, wide, bias=bias)
    # per head a matrix and a vector of the keys' size, both decayed, added to and read (5), and
    # the greatest exponent
    matrix = keys // heads * wide
    values = matrix + keys
    return Block(tensors, state=State(values + heads, 0, 5 * values))
