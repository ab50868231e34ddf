"""Vision towers of InternVL: a class token, scales after each half of a layer, shuffled patches."""

from __future__ import annotations

from flopwatt.architecture.blocks.tensors import norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Part, Stack, Tensor
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    Sizes,
    encoder_layer,
    patches,
    places,
    positions,
    read_sizes,
    text_width,
    two_steps,
)


@tower("internvl_vision", "internvl")
def read_internvl(config: Config, top: Config) -> Stack:
    """As it was published for the Transformers library."""
    sizes = read_sizes(config, 1024, 4096, 16, 24)
    bias = "qkvo" if config.flag("attention_bias", default=False) else "o"
    outer = vector("cls_token", Part.POSITION, sizes.hidden)
    if config.flag("use_absolute_position_embeddings", default=True):
        outer += positions(places(config, 448, 14) + 1, sizes.hidden)
    if config.flag("use_mask_token", default=False):
        outer += vector("mask_token", Part.POSITION, sizes.hidden)
    if not config.flag("use_mean_pooling", default=True):
        outer += norm("layernorm", sizes.hidden, bias=True)
    return _finish(config, top, sizes, bias, outer)


@tower("intern_vit_6b", "internvl_chat")
def read_internvit(config: Config, top: Config) -> Stack:
    """As it was first published, with its own code: no biases where ``qkv_bias`` is false."""
    sizes = read_sizes(config, 3200, 12800, 25, 48)
    bias = "qkvo" if config.flag("qkv_bias", default=False) else "o"
    outer = vector("class_embedding", Part.POSITION, sizes.hidden)
    outer += positions(places(config, 224, 14) + 1, sizes.hidden)
    return _finish(config, top, sizes, bias, outer)


def _finish(
    config: Config, top: Config, sizes: Sizes, bias: str, outer: tuple[Tensor, ...]
) -> Stack:
    plain = config.word("norm_type", default="layer_norm") == "layer_norm"
    normed = config.flag("use_qk_norm", "qk_normalization", default=False)
    extra = vector("layer_scales", Part.NORM, 2, sizes.hidden)
    if normed:
        extra += norm("q_norm", sizes.hidden) + norm("k_norm", sizes.hidden)
    layer = encoder_layer(sizes, bias=bias, norm_bias=plain, extra=extra)
    given = sizes.hidden * _shuffled(top)
    made = text_width(top)
    outer += patches(config, sizes.hidden, 14, bias=True)
    outer += norm("projector.norm", given, bias=True) + two_steps("projector", given, made, made)
    return Stack((layer,) * sizes.layers, outer)


def _shuffled(top: Config) -> Count:
    """How many patches are put side by side."""
    ratio = top.number("downsample_ratio", default=0.5)
    return round(1 / ratio) ** 2 if ratio >= 0.01 else 1
