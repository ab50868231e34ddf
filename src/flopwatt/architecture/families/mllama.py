"""Llama 3.2 Vision: a text model of which some layers look at an image and at nothing else."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Tensor
from flopwatt.architecture.registry import family

CROSS = (3, 8, 13, 18, 23, 28, 33, 38)
SPECIAL = 8  # further rows of the embedding, for the image's own token; the head has none


@family("mllama_text_model", "mllama", also=("MllamaForConditionalGeneration",))
def read_mllama(config: Config) -> Architecture:
    """Layers of Llama, and between them layers of cross-attention with gates."""
    dims = read_dims(config)
    inner = config.count("intermediate_size")
    cross = config.items("cross_attention_layers")
    if cross is None:
        cross = CROSS
        config.note(f"cross_attention_layers: {CROSS}, {CLASS_DEFAULT}")
    own = make_layer(
        "attention + MLP",
        norms("input_layernorm", "post_attention_layernorm", width=dims.hidden),
        attention(dims.hidden, dims.heads),
        gated_mlp(dims.hidden, inner),
    )
    looking = _cross(dims, inner)
    layers = [looking if at in cross else own for at in range(dims.layers)]
    if looking in layers:
        config.note(
            "layers of cross-attention count for a text with an image; a text alone skips them"
        )
    special = Tensor("embed_tokens.special", Part.EMBEDDING, (SPECIAL, dims.hidden))
    tied = read_tied(config, default=False)
    outer = (special, *norm("norm", dims.hidden))
    return make_decoder(config, "mllama", dims, layers, tied=tied, outer=outer)


def _cross(dims: Dims, inner: Count) -> Layer:
    """Keys and values are made once for an image, so their matrices multiply no token of text."""
    heads, part, prefix = dims.heads, Part.ATTENTION, "cross_attn"
    wide, narrow = heads.query * heads.key_dim, heads.kv * heads.key_dim
    tensors = (
        *linear(f"{prefix}.q_proj", part, wide, dims.hidden),
        *vector(f"{prefix}.k_proj.weight", part, narrow, dims.hidden),
        *vector(f"{prefix}.v_proj.weight", part, narrow, dims.hidden),
        *linear(f"{prefix}.o_proj", part, dims.hidden, wide),
        *norm(f"{prefix}.q_norm", heads.key_dim),
        *norm(f"{prefix}.k_norm", heads.key_dim),
        *vector("cross_attn_gates", part, 2),
    )
    return make_layer(
        "cross-attention + MLP",
        norms("input_layernorm", "post_attention_layernorm", width=dims.hidden),
        Block(tensors),
        gated_mlp(dims.hidden, inner),
    )
