"""ChatGLM and the dense GLM models."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.layers import PRE_NORMS, attention_layers
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family

AFTER = ("post_self_attn_layernorm", "post_mlp_layernorm")


def _glm(
    config: Config, norm_names: tuple[str, ...], *, head: int | None = 128, bias: bool = True
) -> Architecture:
    """Grouped-query attention with biases on query, key and value, and a gated MLP."""
    dims = read_dims(config, kv=2, head=head)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        norm_names=norm_names,
        bias=bias and config.flag("attention_bias", default=True, why=CLASS_DEFAULT),
        output_bias=False,
    )
    return make_decoder(config, "glm", dims, layers, tied=read_tied(config, default=False))


@family("glm", also=("GlmForCausalLM",))
def read_glm(config: Config) -> Architecture:
    """Llama's layer with biases on query, key and value."""
    return _glm(config, PRE_NORMS)


@family("glm4", also=("Glm4ForCausalLM",))
def read_glm4(config: Config) -> Architecture:
    """GLM with further norms behind attention and MLP."""
    return _glm(config, (*PRE_NORMS, *AFTER))


@family("glm4v_text", "glm4v")
def read_glm4v(config: Config) -> Architecture:
    """GLM-4 below a vision tower, whose heads divide the width."""
    return _glm(config, (*PRE_NORMS, *AFTER), head=None)


@family("glm_ocr_text")
def read_glm_ocr(config: Config) -> Architecture:
    """GLM-4 without biases below a tower that reads pages."""
    return _glm(config, (*PRE_NORMS, *AFTER), head=None, bias=False)


@family("chatglm", also=("ChatGLMModel", "ChatGLMForConditionalGeneration"))
def read_chatglm(config: Config) -> Architecture:
    """ChatGLM 2 and later; the first, with shifted norms and plain MLPs, is told by its sizes."""
    if config.has("inner_hidden_size"):
        return _first(config)
    dims = read_dims(config, grouped=False)
    grouped = config.flag("multi_query_attention", default=False)
    if grouped:
        kv = config.count("multi_query_group_num", default=1, why=CLASS_DEFAULT)
        dims = replace(dims, heads=replace(dims.heads, kv=kv))
    bias = config.flag("add_bias_linear", default=False)
    if not config.flag("rmsnorm", default=True):
        config.refuse("rmsnorm", "only norms without a shift are read here", "true")
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("ffn_hidden_size"), bias=bias),
        bias=bias or config.flag("add_qkv_bias", default=False),
        output_bias=bias,
    )
    last = config.flag("post_layer_norm", default=True)
    outer = norm("final_layernorm", dims.hidden) if last else ()
    tied = read_tied(config, default=False)
    return make_decoder(config, "glm", dims, layers, tied=tied, outer=outer)


def _first(config: Config) -> Architecture:
    """ChatGLM-6B: biases throughout and a tied head."""
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, config.count("inner_hidden_size"), bias=True)
    layers = attention_layers(dims, mlp, norm_bias=True, bias=True)
    outer = norm("final_layernorm", dims.hidden, bias=True)
    tied = read_tied(config, default=True)
    return make_decoder(config, "glm", dims, layers, tied=tied, outer=outer)
