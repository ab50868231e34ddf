"""MoonViT, the vision tower of Kimi: learned positions in a grid, a merger of four patches."""

from __future__ import annotations

from flopwatt.architecture.blocks.tensors import norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Part, Stack
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    CLASS,
    Sizes,
    encoder_layer,
    pair,
    patches,
    size,
    text_width,
    two_steps,
)


@tower("moonvit", "kimi_vl", "kimi_k25", "kimi_k25_vision")
def read_moonvit(config: Config, top: Config) -> Stack:
    """Positions in time are worked out, and only those in the grid are learned."""
    hidden = size(config, 1152, "hidden_size", "vt_hidden_size")
    sizes = Sizes(
        hidden,
        size(config, 4304, "intermediate_size", "vt_intermediate_size"),
        size(config, 16, "num_attention_heads", "vt_num_attention_heads"),
        config.layers("num_hidden_layers", "vt_num_hidden_layers", default=27, why=CLASS),
    )
    high = _grid(config, "height")
    down, across = pair(config, 2, "merge_kernel_size")
    given = hidden * down * across
    outer = (
        *patches(config, hidden, 14, bias=True),
        *vector("pos_emb.weight", Part.POSITION, high, _grid(config, "width"), hidden),
        *norm("final_layernorm", hidden, bias=True),
        *norm("projector.pre_norm", hidden, bias=True),
        *two_steps("projector", given, given, text_width(top)),
    )
    return Stack((encoder_layer(sizes),) * sizes.layers, outer)


def _grid(config: Config, side: str) -> Count:
    return size(config, 64, f"init_pos_emb_{side}", f"pos_emb_{side}")
