"""gpt-oss: biases throughout, attention sinks, and every second layer with a short window."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, attention
from flopwatt.architecture.blocks.tensors import norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.mixture import (
    TWO_NORMS,
    attentions,
    make_layers,
    mixture,
    read_experts,
)
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches


@family("gpt_oss", also=("GptOssForCausalLM",))
def read_gpt_oss(config: Config) -> Architecture:
    """Attention with a sink per head, and experts with biases behind a router with one."""
    dims = read_dims(config, kv=8, head=64)
    bias = config.flag("attention_bias", default=True, why=CLASS_DEFAULT)
    why = "a window in every second layer"
    kinds = read_kinds(config, dims.layers, pattern(dims.layers, 2), why)
    before = attentions(
        read_reaches(config, kinds, 128),
        lambda reach: attention(
            dims.hidden, dims.heads, Extras(sinks=True), bias=bias, reach=reach
        ),
    )
    routed = read_experts(config, config.count("intermediate_size"))
    after = mixture(dims.hidden, routed, bias=True, router_bias=True)
    layers = make_layers(
        norms(*TWO_NORMS, width=dims.hidden), before, [("experts", after)] * dims.layers
    )
    return make_decoder(config, "gpt_oss", dims, layers, tied=read_tied(config, default=False))
