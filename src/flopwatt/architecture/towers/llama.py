"""Vision towers of Llama 3.2 and Llama 4."""

from __future__ import annotations

from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Part, Stack
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    CLASS,
    encoder_layer,
    patches,
    places,
    positions,
    read_sizes,
    size,
    text_width,
)

MAX_TILES = 1000  # published towers have 4


@tower("llama4_vision_model", "llama4")
def read_llama4(config: Config, top: Config) -> Stack:
    """A class token, rotary positions beside learned ones, shuffled patches through an adapter."""
    sizes = read_sizes(config, 768, 5632, 16, 34)
    given = size(config, 4096, "projector_input_dim")
    made = size(config, 4096, "projector_output_dim")
    outer = (
        *vector("class_embedding", Part.POSITION, sizes.hidden),
        *patches(config, sizes.hidden, 14),
        *positions(places(config, 448, 14) + 1, sizes.hidden),
        *norm("layernorm_pre", sizes.hidden, bias=True),
        *norm("layernorm_post", sizes.hidden, bias=True),
        *linear("vision_adapter.mlp.fc1", Part.MLP, given, sizes.inner),
        *linear("vision_adapter.mlp.fc2", Part.MLP, made, made),
        *linear("projector", Part.MLP, text_width(top), size(config, 7680, "vision_output_dim")),
    )
    return Stack((encoder_layer(sizes),) * sizes.layers, outer)


@tower("mllama_vision_model", "mllama")
def read_mllama(config: Config, top: Config) -> Stack:
    """Tiles of an image: positions of patch, tile and shape; layers with gates after the others."""
    sizes = read_sizes(config, 1280, 5120, 16, 32)
    hidden, tiles = sizes.hidden, size(config, 4, "max_num_tiles")
    shapes = _shapes(config, tiles) + 1
    seen = places(config, 448, 14) + 1
    given = size(config, 7680, "vision_output_dim")
    outer = (
        *vector("class_embedding", Part.POSITION, hidden),
        *patches(config, hidden, 14),
        *positions(seen, hidden),
        *vector("tile_embedding", Part.POSITION, shapes, tiles * seen * hidden),
        *vector("pre_tile_embedding", Part.POSITION, shapes, tiles * hidden),
        *vector("post_tile_embedding", Part.POSITION, shapes, tiles * hidden),
        *vector("position_gates", Part.POSITION, 3),
        *norm("layernorm_pre", hidden, bias=True),
        *norm("layernorm_post", hidden, bias=True),
        *linear("projector", Part.MLP, text_width(top), given, bias=True),
    )
    local = encoder_layer(sizes, bias="")
    gates = vector("gates", Part.NORM, 2)
    last = encoder_layer(sizes, bias="", extra=gates)
    count = config.layers("num_global_layers", default=8, why=CLASS)
    return Stack((local,) * sizes.layers + (last,) * count, outer)


def _shapes(config: Config, tiles: Count) -> Count:
    """How many shapes the tiles of an image can be laid in; every one that fits, unless listed."""
    listed = config.items("supported_aspect_ratios")
    if listed is not None:
        return len(listed)
    most = range(1, tiles + 1 if isinstance(tiles, int) and tiles <= MAX_TILES else 1)
    return sum(high * wide <= max(most, default=0) for high in most for wide in most)
