"""Qwen: biases on query, key and value at first, norms inside the heads since Qwen3."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.llama import Kin, llama_like
from flopwatt.architecture.layers import attention_layers, head_scales
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import FULL, SLIDING, read_kinds, read_reaches


def qwen_reaches(config: Config, count: int) -> list[Reach | None]:
    """Windows in the layers from ``max_window_layers`` on, only where they are switched on."""
    if not config.flag("use_sliding_window", default=False):
        return [None] * count
    first = config.count("max_window_layers", default=28, least=0, why=CLASS_DEFAULT)
    kinds = [SLIDING if i >= first else FULL for i in range(count)]
    return read_reaches(config, read_kinds(config, count, kinds), 4096)


@family("qwen", also=("QWenLMHeadModel",))
def read_qwen(config: Config) -> Architecture:
    """The first Qwen: its inner width is written for gate and up together."""
    dims = read_dims(config, grouped=False)
    bias = not config.flag("no_bias", default=True, why=CLASS_DEFAULT)
    both = config.count("intermediate_size", "ffn_hidden_size")
    mlp = gated_mlp(dims.hidden, both // 2, bias=bias)
    layers = attention_layers(dims, mlp, norm_names=("ln_1", "ln_2"), bias=True, output_bias=bias)
    return make_decoder(config, "qwen", dims, layers, tied=read_tied(config, default=False))


@family(
    *("qwen2", "qwen2_vl_text", "qwen2_5_vl_text", "qwen2_vl", "qwen2_5_vl", "qwen2_5_omni_text"),
    *("dots_ocr", "mimo"),
    also=("Qwen2ForCausalLM",),
)
def read_qwen2(config: Config) -> Architecture:
    """Llama's layer with biases on query, key and value."""
    reaches = qwen_reaches(config, config.layers())
    bias = config.flag("attention_bias", default=True)
    return llama_like(config, "qwen", Kin(bias=bias, output_bias=False), reaches=reaches)


@family("qwen3", "qwen3_vl_text", "qwen3_asr_text", also=("Qwen3ForCausalLM",))
def read_qwen3(config: Config) -> Architecture:
    """Llama's layer with a norm inside the heads of query and key."""
    dims = read_dims(config, head=128)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        reaches=qwen_reaches(config, dims.layers),
        bias=config.flag("attention_bias", default=False),
        qk_norm=head_scales(dims),
    )
    return make_decoder(config, "qwen", dims, layers, tied=read_tied(config, default=False))
