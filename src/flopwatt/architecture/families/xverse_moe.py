"""Llama's layer with experts under a type that other models use without: XVERSE, Skywork."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import Experts
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import read_dims
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import CHOSEN, ROUTED, make_mixture, mixture, read_shared
from flopwatt.architecture.records import Architecture


def has_experts(config: Config) -> bool:
    """Whether a config that is read as one MLP a layer names several experts."""
    number = config.raw(*ROUTED)
    return isinstance(number, list) or (isinstance(number, int) and number > 1)


def read_xverse_moe(config: Config) -> Architecture:
    """Experts in every layer, in XVERSE beside shared ones of the same width."""
    if config.word("model_type") not in ("xverse", "skywork"):
        named = next(name for name in ROUTED if config.has(name))
        config.refuse(named, "names experts, which no model of this type is known to have")
    dims = read_dims(config)
    inner = config.count("intermediate_size")
    routed = Experts(_number(config), config.count(*CHOSEN), inner)
    after = mixture(dims.hidden, routed, shared=inner * read_shared(config))
    before = attention(dims.hidden, dims.heads)
    return make_mixture(
        config,
        "llama",
        dims,
        [("attention", before)] * dims.layers,
        [("experts", after)] * dims.layers,
    )


def _number(config: Config) -> Count:
    """How many experts; one number in a list is that of all layers."""
    listed = config.raw(*ROUTED)
    if isinstance(listed, list) and len(listed) == 1:
        return Config({"num_experts": listed[0]}, config.reading, config.path).count("num_experts")
    return config.count(*ROUTED)
