"""Vision towers of GLM: gated layers, four patches merged by a convolution, a gated merger."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, norm
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
)


@tower("glm4v", "glm4v_vision", "glm4v_moe", "glm4v_moe_vision", "glm46v")
def read_glm(config: Config, top: Config) -> Stack:
    """Layers are as wide inside as what comes out; ``intermediate_size`` is the merger's."""
    read = read_sizes(config, 1536, 13696, 12, 24)
    made = size(config, 4096, "out_hidden_size")
    sizes = replace(read, inner=made)
    side = size(config, 2, "spatial_merge_size")
    bias = config.flag("attention_bias", default=False)
    frames = size(config, 2, "temporal_patch_size")
    outer = (
        *patches(config, sizes.hidden, 14, frames=frames, bias=True),
        *positions(places(config, 336, 14), sizes.hidden),
        *norm("post_conv_layernorm", sizes.hidden),
        *norm("post_layernorm", sizes.hidden),
        *linear("downsample", Part.MLP, made, sizes.hidden * side * side, bias=True),
        *linear("merger.proj", Part.MLP, made, made),
        *norm("merger.post_projection_norm", made, bias=True),
        *gated_mlp(made, read.inner, prefix="merger").tensors,
    )
    layer = encoder_layer(
        sizes, bias="qkv" if bias else "", norm_bias=False, gated=True, mlp_bias=False
    )
    return Stack((layer,) * sizes.layers, outer)
