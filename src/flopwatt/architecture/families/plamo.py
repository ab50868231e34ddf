"""PLaMo: one norm feeds attention and MLP; a key-value head serves some fixed number of heads."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family


@family("plamo", also=("PlamoForCausalLM",))
def read_plamo(config: Config) -> Architecture:
    """Attention and a gated MLP side by side."""
    dims = read_dims(config, grouped=False)
    each = config.count("n_shared_head", default=8, why=CLASS_DEFAULT)
    dims = replace(dims, heads=replace(dims.heads, kv=-(-dims.heads.query // each)))
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        norm_names=("norm",),
    )
    return make_decoder(config, "plamo", dims, layers, tied=read_tied(config, default=False))
