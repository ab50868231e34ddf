"""OPT and its relatives from the same workshop: XGLM and BioGPT."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.gpt import positions
from flopwatt.architecture.families.llama import NOTHING
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture, Part, Tensor
from flopwatt.architecture.registry import family

NORMS = ("self_attn_layer_norm", "final_layer_norm")


@family("opt", also=("OPTForCausalLM",))
def read_opt(config: Config) -> Architecture:
    """Biases throughout, learned positions with two to spare, and a tied embedding."""
    dims = read_dims(config, grouped=False)
    bias = config.flag("enable_bias", default=True)
    affine = config.flag("layer_norm_elementwise_affine", default=True)
    layer = make_layer(
        "attention + MLP",
        norms(*NORMS, width=dims.hidden, bias=True) if affine else NOTHING,
        attention(dims.hidden, dims.heads, bias=bias),
        plain_mlp(dims.hidden, config.count("ffn_dim"), bias=bias),
    )
    width = config.count("word_embed_proj_dim", default=dims.hidden)
    outer = positions(config, dims.hidden, "max_position_embeddings", more=2)
    outer += _projections(config, dims, width)
    last = config.flag("do_layer_norm_before", default=True)
    if last and affine and not config.flag("_remove_final_layer_norm", default=False):
        outer += norm("final_layer_norm", dims.hidden, bias=True)
    tied = read_tied(config, default=True)
    dims = replace(dims, embedding=width)
    return make_decoder(config, "opt", dims, [layer] * dims.layers, tied=tied, outer=outer)


def _projections(config: Config, dims: Dims, width: Count) -> tuple[Tensor, ...]:
    """From the embedding's width to that of the layers and back, where they differ."""
    if not config.has("word_embed_proj_dim") or width == dims.hidden:
        return ()
    inward = linear("project_in", Part.MLP, dims.hidden, width)
    return inward + linear("project_out", Part.MLP, width, dims.hidden)


@family("xglm", also=("XGLMForCausalLM",))
def read_xglm(config: Config) -> Architecture:
    """Biases throughout, fixed positions, and a tied head."""
    if config.flag("add_cross_attention", default=False):
        config.refuse("add_cross_attention", "cross attention is not read here", "false")
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, config.count("ffn_dim"), bias=True)
    layers = attention_layers(dims, mlp, norm_names=NORMS, norm_bias=True, bias=True)
    outer = norm("layer_norm", dims.hidden, bias=True)
    tied = read_tied(config, default=True)
    return make_decoder(config, "opt", dims, layers, tied=tied, outer=outer)


@family("biogpt", also=("BioGptForCausalLM",))
def read_biogpt(config: Config) -> Architecture:
    """Biases throughout, learned positions with two to spare, and a tied head."""
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, config.count("intermediate_size"), bias=True)
    layers = attention_layers(dims, mlp, norm_names=NORMS, norm_bias=True, bias=True)
    outer = positions(config, dims.hidden, "max_position_embeddings", more=2)
    outer += norm("layer_norm", dims.hidden, bias=True)
    tied = config.flag("tie_word_embeddings", default=True, why=CLASS_DEFAULT)
    return make_decoder(config, "opt", dims, layers, tied=tied, outer=outer)
