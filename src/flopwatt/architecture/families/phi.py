"""Phi: shifted norms, biases and a plain MLP until Phi-2; Llama's layer from Phi-3 on."""

from __future__ import annotations

from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.llama import NOTHING, llama_like
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family


@family("phi", "phi-msft", also=("PhiForCausalLM",))
def read_phi(config: Config) -> Architecture:
    """One norm feeds attention and MLP, which both have biases, and so has the head."""
    dims = read_dims(config)
    names = ("intermediate_size", "n_inner")
    inner = config.count(*names, default=4 * dims.hidden, why="4 x hidden_size")
    scales = ("self_attn.q_layernorm", "self_attn.k_layernorm")
    within = norms(*scales, width=dims.heads.key_dim, bias=True)
    layers = attention_layers(
        dims,
        plain_mlp(dims.hidden, inner, bias=True),
        within if config.flag("qk_layernorm", default=False) else NOTHING,
        norm_names=("input_layernorm",),
        norm_bias=True,
        bias=True,
    )
    outer = norm("final_layernorm", dims.hidden, bias=True)
    tied = read_tied(config, default=False)
    return make_decoder(config, "phi", dims, layers, tied=tied, outer=outer, head_bias=True)


@family("phi3", "phi4mm", "phi4_multimodal", "phi3_v", also=("Phi3ForCausalLM",))
def read_phi3(config: Config) -> Architecture:
    """Llama's layer; that its matrices are fused changes no count."""
    if config.raw("model_type") in ("phi4mm", "phi4_multimodal"):
        config.leave_out("the low-rank adapters for speech and vision are left out")
    return llama_like(config, "phi")


@family("phi3small", also=("Phi3SmallForCausalLM",))
def read_phi3small(config: Config) -> Architecture:
    """Shifted norms and biases around a gated MLP, tied; most layers see blocks of tokens."""
    config.note("block-sparse attention of most layers is counted as if they saw all tokens")
    dims = read_dims(config)
    inner = config.count("ff_intermediate_size", "intermediate_size")
    mlp = gated_mlp(dims.hidden, inner, bias=True)
    layers = attention_layers(dims, mlp, norm_bias=True, bias=True)
    outer = norm("final_layernorm", dims.hidden, bias=True)
    tied = config.flag("tie_word_embeddings", default=True, why=CLASS_DEFAULT)
    return make_decoder(config, "phi", dims, layers, tied=tied, outer=outer)
