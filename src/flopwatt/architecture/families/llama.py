"""Llama and the many models that share its layer: Mistral, Yi, InternLM, SmolLM, TinyLlama."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.xverse_moe import has_experts, read_xverse_moe
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches, read_window

NOTHING = Block(())


@dataclass(frozen=True)
class Kin:
    """What sets a relative of Llama apart: its biases, and its class's defaults.

    ``bias`` is that of query, key and value, ``output_bias`` that of the output (the same unless
    said). ``tied``, ``kv`` and ``head`` stand in for what the config does not hold.
    """

    bias: bool = False
    output_bias: bool | None = None
    mlp_bias: bool = False
    norm_bias: bool = False
    tied: bool = False
    kv: int | None = None
    head: int | None = None


LLAMA = Kin()


def switched(config: Config) -> Kin:
    """A relative whose biases the config switches on, and nothing else sets apart."""
    bias = config.flag("attention_bias", default=False)
    return Kin(bias=bias, mlp_bias=config.flag("mlp_bias", default=False))


def llama_like(
    config: Config,
    name: str,
    kin: Kin = LLAMA,
    *,
    reaches: list[Reach | None] | None = None,
    extra: Block = NOTHING,
) -> Architecture:
    """Attention and a gated MLP, each behind one norm; biases as the family has them.

    Without ``reaches`` each layer has the sliding window of the config, if any. ``extra`` is
    what the family adds to each layer.
    """
    dims = read_dims(config, kv=kin.kv, head=kin.head)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size"), bias=kin.mlp_bias),
        extra,
        reaches=reaches or [read_window(config)] * dims.layers,
        bias=kin.bias,
        output_bias=kin.output_bias,
        norm_bias=kin.norm_bias,
    )
    outer = norm("norm", dims.hidden, bias=kin.norm_bias)
    tied = read_tied(config, default=kin.tied)
    return make_decoder(config, name, dims, layers, tied=tied, outer=outer)


@family(
    *("llama", "yi", "aquila", "baichuan", "xverse", "code_llama", "skywork", "telechat3"),
    "granite",
    also=("LlamaForCausalLM", "YiForCausalLM", "BaichuanForCausalLM", "BaiChuanForCausalLM"),
)
def read_llama(config: Config) -> Architecture:
    """Grouped-query attention and a gated MLP, each behind one norm."""
    if has_experts(config):
        return read_xverse_moe(config)
    return llama_like(
        config,
        "llama",
        Kin(
            bias=config.flag("attention_bias", "bias", "qkv_bias", default=False),
            mlp_bias=config.flag("mlp_bias", default=False),
        ),
    )


@family("mistral", also=("MistralForCausalLM",))
def read_mistral(config: Config) -> Architecture:
    """Llama's layer with a window in the first models, and 8 key-value heads unless said."""
    window = read_window(config, default=4096)
    layers = config.layers()
    return llama_like(config, "llama", Kin(kv=8), reaches=[window] * layers)


@family("ministral", also=("MinistralForCausalLM",))
def read_ministral(config: Config) -> Architecture:
    """Mistral's layer with windows in the layers that the config lists."""
    layers = config.layers()
    windowed = config.has("sliding_window") or "sliding_window" not in config.data
    kinds = read_kinds(config, layers, pattern(layers, layers + 1 if windowed else 0))
    return llama_like(config, "llama", Kin(kv=8), reaches=read_reaches(config, kinds, 4096))


@family("ministral3", also=("Ministral3ForCausalLM",))
def read_ministral3(config: Config) -> Architecture:
    """Mistral's layer once more, with heads of 128 unless said."""
    return llama_like(config, "llama", Kin(kv=8, head=128))


@family("internlm", "internlm2", also=("InternLMForCausalLM", "InternLM2ForCausalLM"))
def read_internlm(config: Config) -> Architecture:
    """Llama's layer; all four projections of attention have biases unless the config says not."""
    return llama_like(
        config, "llama", Kin(bias=config.flag("bias", default=True, why=CLASS_DEFAULT))
    )


@family("internlm3", also=("InternLM3ForCausalLM",))
def read_internlm3(config: Config) -> Architecture:
    """Llama's layer with one switch for the biases of query, key and value, one for the rest."""
    rest = config.flag("bias", "attention_bias", default=False)
    bias = config.flag("qkv_bias", "attention_bias", default=False)
    mlp_bias = config.flag("bias", "mlp_bias", default=False)
    return llama_like(
        config, "llama", Kin(bias=bias, output_bias=rest, mlp_bias=mlp_bias, head=128)
    )


@family("iquestcoder", also=("IQuestCoderForCausalLM",))
def read_iquestcoder(config: Config) -> Architecture:
    """Llama's layer with heads of 128 unless said."""
    return llama_like(config, "llama", replace(switched(config), kv=8, head=128))


@family("hyperclovax", also=("HyperCLOVAXForCausalLM",))
def read_hyperclovax(config: Config) -> Architecture:
    """Llama's layer with two further norms behind attention and MLP, where they are switched on."""
    hidden = config.count("hidden_size")
    post = config.flag("use_post_norm", default=True, why=CLASS_DEFAULT)
    extra = norms("post_norm1", "post_norm2", width=hidden) if post else NOTHING
    return llama_like(config, "llama", switched(config), extra=extra)
