"""RecurrentGemma (Griffin): linear recurrences, and local attention in every third layer."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.recurrent import gated_recurrence
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import (
    CLASS_DEFAULT,
    Dims,
    make_decoder,
    read_dims,
    read_tied,
)
from flopwatt.architecture.records import Architecture, Layer
from flopwatt.architecture.registry import family

USUAL = ("recurrent", "recurrent", "attention")


@family("recurrent_gemma", also=("RecurrentGemmaForCausalLM",))
def read_recurrent_gemma(config: Config) -> Architecture:
    """The kinds of layers repeat; ``intermediate_size`` counts gate and up together."""
    dims = read_dims(config)
    kinds = config.items("block_types", "_block_types")
    if kinds is None:
        config.word("block_types", default=", ".join(USUAL), why=CLASS_DEFAULT)
        kinds = USUAL
    unknown = [str(kind) for kind in kinds if kind not in USUAL]
    if unknown or not kinds:
        config.refuse("block_types", "names no known kind of layer", ", ".join(USUAL[1:]))
        kinds = USUAL
    made = _layers(config, dims)
    layers = [made[kinds[i % len(kinds)]] for i in range(dims.layers)]
    outer, tied = norm("final_norm", dims.hidden), read_tied(config, default=True)
    return make_decoder(config, "recurrent_gemma", dims, layers, tied=tied, outer=outer)


def _layers(config: Config, dims: Dims) -> dict[str, Layer]:
    hidden = dims.hidden
    around = norms("temporal_pre_norm", "channel_pre_norm", width=hidden)
    feed = gated_mlp(hidden, config.count("intermediate_size") // 2, bias=True, prefix="mlp_block")
    window = config.count("attention_window_size", default=2048, why=CLASS_DEFAULT)
    bias = config.flag("attention_bias", default=False)
    attend = attention(
        hidden,
        dims.heads,
        Extras(output_bias=True),
        bias=bias,
        reach=Reach(window),
        prefix="temporal_block",
    )
    width = config.count("lru_width", default=hidden, why="as wide as hidden_size")
    kernel = config.count("conv1d_width", default=4, why=CLASS_DEFAULT)
    recurrence = gated_recurrence(hidden, width, dims.heads.query, kernel)
    return {
        "recurrent": make_layer("recurrence + MLP", around, recurrence, feed),
        "attention": make_layer("local attention + MLP", around, attend, feed),
    }
