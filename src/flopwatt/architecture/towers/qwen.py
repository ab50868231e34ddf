"""Vision towers of Qwen: patches of two frames, and a merger of four patches to one token."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.blocks.tensors import linear, norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Part, Stack, Tensor
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    Sizes,
    encoder_layer,
    pair,
    patches,
    positions,
    read_sizes,
    size,
)


@tower("qwen2_vl", "qwen2_vl_vision")
def read_qwen2(config: Config, top: Config) -> Stack:
    """Plain layers with all biases; ``hidden_size`` here is the width that comes out."""
    hidden = size(config, 1280, "embed_dim")
    inner = hidden * size(config, 4, "mlp_ratio")
    layers = config.layers("depth", default=32)
    sizes = Sizes(hidden, inner, size(config, 16, "num_heads"), layers)
    outer = patches(config, hidden, 14, frames=_frames(config))
    outer += norm("merger.ln_q", hidden, bias=True)
    outer += _merger(hidden * _merged(config), size(config, 3584, "hidden_size"))
    return Stack((encoder_layer(sizes),) * layers, outer)


@tower(
    *("qwen2_5_vl", "qwen2_5_vl_vision"),
    *("qwen2_5_omni_vision_encoder", "qwen2_5_omni_thinker"),
)
def read_qwen25(config: Config, top: Config) -> Stack:
    """Gated layers, of which most see a window of the image."""
    sizes = read_sizes(config, 3584, 3420, 16, 32)
    outer = patches(config, sizes.hidden, 14, frames=_frames(config))
    outer += norm("merger.ln_q", sizes.hidden)
    outer += _merger(sizes.hidden * _merged(config), size(config, 3584, "out_hidden_size"))
    side = size(config, 112, "window_size") // pair(config, 14, "patch_size")[0]
    near = encoder_layer(sizes, norm_bias=False, gated=True, reach=Reach(side * side, "chunk"))
    far = encoder_layer(sizes, norm_bias=False, gated=True)
    full = config.items("fullatt_block_indexes") or (7, 15, 23, 31)
    return Stack(tuple(far if at in full else near for at in range(sizes.layers)), outer)


@tower(
    *("qwen3_vl", "qwen3_vl_vision", "qwen3_vl_moe", "qwen3_vl_moe_vision"),
    *("qwen3_omni_moe_vision_encoder", "qwen3_omni_moe_thinker"),
)
def read_qwen3(config: Config, top: Config) -> Stack:
    """Learned positions, and a merger for each layer whose vectors go to early text layers."""
    return _third(config, config.items("deepstack_visual_indexes"), (8, 16, 24))


@tower("qwen3_5", "qwen3_5_vision", "qwen3_5_moe", "qwen3_5_moe_vision")
def read_qwen35(config: Config, top: Config) -> Stack:
    """As the one before, with one merger."""
    if config.items("deepstack_visual_indexes"):
        config.note("deepstack_visual_indexes is not used by this tower's class")
    return _third(config, (), ())


def _third(config: Config, deep: object, default: tuple[int, ...]) -> Stack:
    sizes = read_sizes(config, 1152, 4304, 16, 27)
    made = size(config, 3584, "out_hidden_size")
    merged = sizes.hidden * _merged(config)
    outer = (
        *patches(config, sizes.hidden, 16, frames=_frames(config), bias=True),
        *positions(size(config, 2304, "num_position_embeddings"), sizes.hidden),
        *norm("merger.norm", sizes.hidden, bias=True),
        *_merger(merged, made),
    )
    count = len(deep) if isinstance(deep, list) else len(default)
    further = norm("merger.norm", merged, bias=True) + _merger(merged, made)
    if count:
        deeper = (replace(t, name=f"deepstack_{t.name}", copies=count) for t in further)
        outer += tuple(deeper)
    return Stack((encoder_layer(sizes),) * sizes.layers, outer)


def _merger(given: Count, made: Count) -> tuple[Tensor, ...]:
    first = linear("merger.linear_fc1", Part.MLP, given, given, bias=True)
    return first + linear("merger.linear_fc2", Part.MLP, made, given, bias=True)


def _merged(config: Config) -> Count:
    side = size(config, 2, "spatial_merge_size")
    return side * side


def _frames(config: Config) -> Count:
    return size(config, 2, "temporal_patch_size")
