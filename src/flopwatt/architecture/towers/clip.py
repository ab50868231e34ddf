"""Towers of the CLIP and SigLIP kind: one look at an image, a vector per patch."""

from __future__ import annotations

from flopwatt.architecture.blocks.tensors import norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Part, Stack
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    encoder_layer,
    patches,
    places,
    pooling_head,
    positions,
    read_sizes,
    size,
)
from flopwatt.architecture.towers.projectors import project


@tower("clip_vision_model", "llava", "llava_next", "llava_next_video", "vipllava")
def read_clip(config: Config, top: Config) -> Stack:
    """CLIP: a class token before the patches, a norm on either side of the layers."""
    sizes = read_sizes(config, 768, 3072, 12, 12)
    outer = (
        *vector("class_embedding", Part.POSITION, sizes.hidden),
        *patches(config, sizes.hidden, 32),
        *positions(places(config, 224, 32) + 1, sizes.hidden),
        *norm("pre_layrnorm", sizes.hidden, bias=True),
        *norm("post_layernorm", sizes.hidden, bias=True),
    )
    layers = (encoder_layer(sizes),) * sizes.layers
    return Stack(layers, outer + project(top, sizes.hidden))


@tower(
    *("siglip_vision_model", "gemma3", "paligemma", "llava_onevision"),
    *("aya_vision", "cohere2_vision", "deepseek_vl"),
)
def read_siglip(config: Config, top: Config) -> Stack:
    """SigLIP: no class token; a pooling head, unless the config leaves it out."""
    return _siglip(config, top, places(config, 224, 16))


@tower("siglip2_vision_model", "lfm2_vl")
def read_siglip2(config: Config, top: Config) -> Stack:
    """SigLIP 2 for images of any shape: a fixed number of patches."""
    return _siglip(config, top, size(config, 256, "num_patches"))


def _siglip(config: Config, top: Config, vectors: Count) -> Stack:
    """Layers between patches with a vector for each place and one norm."""
    sizes = read_sizes(config, 768, 3072, 12, 12)
    outer = (
        *patches(config, sizes.hidden, 16, bias=True),
        *positions(vectors, sizes.hidden),
        *norm("post_layernorm", sizes.hidden, bias=True),
    )
    if config.flag("vision_use_head", default=True):
        outer += pooling_head(sizes)
    layers = (encoder_layer(sizes),) * sizes.layers
    return Stack(layers, outer + project(top, sizes.hidden))


@tower("pixtral", "mistral3")
def read_pixtral(config: Config, top: Config) -> Stack:
    """Pixtral: rotary positions, a gated MLP, scales alone in its norms, no biases."""
    sizes = read_sizes(config, 1024, 4096, 16, 24)
    outer = patches(config, sizes.hidden, 16) + norm("ln_pre", sizes.hidden)
    layer = encoder_layer(sizes, bias="", norm_bias=False, gated=True, mlp_bias=False)
    return Stack((layer,) * sizes.layers, outer + project(top, sizes.hidden))
