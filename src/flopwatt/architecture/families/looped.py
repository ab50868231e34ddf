"""Decoders that send each token through the same layers more than once."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.config import Config
from flopwatt.architecture.families.llama import Kin, llama_like
from flopwatt.architecture.records import Architecture, Layer
from flopwatt.architecture.registry import family


def _again(layer: Layer) -> Layer:
    """A layer once more: its weights are stored already, its caches are further ones."""
    tensors = tuple(replace(tensor, again=True) for tensor in layer.tensors)
    return replace(layer, tensors=tensors)


@family("nanbeige", also=("NanbeigeForCausalLM",))
def read_nanbeige(config: Config) -> Architecture:
    """Llama's layers, passed as often as the config says."""
    for name in ("enable_double_loop_split", "loop_share_kv", "enable_depth_attention"):
        if config.flag(name, default=False):
            config.refuse(name, "is not read here", "false")
    found = llama_like(
        config,
        "looped",
        Kin(
            bias=config.flag("attention_bias", default=False),
            mlp_bias=config.flag("mlp_bias", default=False),
        ),
    )
    weights = config.items("loop_loss_weights")
    loops = len(weights) + 1 if weights else config.count("num_loops", default=1, most=100)
    once = found.decoder.layers
    more = [_again(layer) for layer in once] * (range(loops)[-1])
    return replace(found, decoder=replace(found.decoder, layers=(*once, *more)))
