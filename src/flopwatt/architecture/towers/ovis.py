"""The vision tower of Ovis 2: each patch is a mixture of entries in a table of visual words."""

from __future__ import annotations

from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.records import Part, Stack
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    encoder_layer,
    patches,
    places,
    positions,
    read_sizes,
    size,
    text_width,
)


@tower("ovis2_vision", "ovis2")
def read_ovis(config: Config, top: Config) -> Stack:
    """Gated layers with scales alone in their norms, a head over visual words, and their table."""
    sizes = read_sizes(config, 1024, 2816, 8, 24)
    words = size(config, 16384, "vocab_size")
    marks = config.count("num_visual_indicator_tokens", default=5, least=0)
    stride = size(config, 1, "hidden_stride")
    bias = "qkvo" if config.flag("qkv_bias", default=False) else ""
    mlp_bias = config.flag("mlp_bias", default=False)
    outer = (
        *patches(config, sizes.hidden, 14, bias=True),
        *positions(places(config, 224, 14), sizes.hidden),
        *norm("embeddings.rms_norm", sizes.hidden),
        *norm("rms_norm", sizes.hidden),
        *linear("head_linear", Part.MLP, words - marks, sizes.hidden * stride * stride),
        *norm("head_norm", words - marks, bias=True),
        *vector("visual_embeddings_table.weight", Part.EMBEDDING, words, text_width(top)),
    )
    layer = encoder_layer(sizes, bias=bias, norm_bias=False, gated=True, mlp_bias=mlp_bias)
    return Stack((layer,) * sizes.layers, outer)
