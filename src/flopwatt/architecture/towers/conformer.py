"""Audio towers of Gemma: layers with a convolution between attention and a second MLP."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Heads, attend
from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Block, Layer, Part, Stack, Tensor
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import CLASS, Sizes, pair, size, text_width

NORMS = (
    *("ffw_start.pre_norm", "ffw_start.post_norm", "ffw_end.pre_norm", "ffw_end.post_norm"),
    *("pre_attn_norm", "post_attn_norm", "conv.pre_norm", "conv.norm", "norm"),
)


@tower("gemma4_audio")
def read_gemma4_audio(config: Config, top: Config) -> Stack:
    """What the layers make is projected once with a bias and once without."""
    hidden = size(config, 1024, "hidden_size")
    heads = size(config, 8, "num_attention_heads")
    layers = config.layers("num_hidden_layers", default=12, why=CLASS)
    first, second = _channels(config, "subsampling_conv_channels")
    made = size(config, 1536, "output_proj_dims")
    outer = (
        *_convolutions(hidden, first, second, first // 4),
        *linear("output_proj", Part.MLP, made, hidden, bias=True),
        *linear("projector", Part.MLP, text_width(top), made),
    )
    kernel = size(config, 5, "conv_kernel_size")
    return Stack((_layer(Sizes(hidden, hidden * 4, heads, layers), kernel),) * layers, outer)


@tower("gemma3n_audio", "gemma3n_audio_encoder")
def read_gemma3n_audio(config: Config, top: Config) -> Stack:
    """A small vocabulary of its own stands beside the projector."""
    hidden = size(config, 1536, "hidden_size")
    heads = size(config, 8, "conf_num_attention_heads")
    layers = config.layers("conf_num_hidden_layers", default=12, why=CLASS)
    first, second = _channels(config, "sscp_conv_channel_size")
    bins = size(config, 128, "input_feat_size")
    for _ in range(2):
        bins = (bins + 1) // 2
    outer = (
        *_convolutions(hidden, first, second, bins),
        *vector("embedding.weight", Part.EMBEDDING, size(config, 128, "vocab_size"), hidden),
        *norm("hard_embedding_norm", hidden),
        *norm("soft_embedding_norm", hidden),
        *linear("projector", Part.MLP, text_width(top), hidden),
    )
    kernel = size(config, 5, "conf_conv_kernel_size")
    return Stack((_layer(Sizes(hidden, hidden * 4, heads, layers), kernel),) * layers, outer)


def _channels(config: Config, name: str) -> tuple[Count, Count]:
    return pair(config, 0, name) if config.has(name) else (128, 32)


def _convolutions(hidden: Count, first: Count, second: Count, bins: Count) -> tuple[Tensor, ...]:
    """Two convolutions of three by three that halve time and frequency, and a matrix after them."""
    return (
        *linear("conv_0", Part.EMBEDDING, first, 9),
        *norm("conv_0.norm", first),
        *linear("conv_1", Part.EMBEDDING, second, first * 9),
        *norm("conv_1.norm", second),
        *linear("input_proj_linear", Part.EMBEDDING, hidden, second * bins),
    )


def _layer(sizes: Sizes, kernel: Count) -> Layer:
    hidden, part = sizes.hidden, Part.ATTENTION
    names = ("q_proj", "k_proj", "v_proj", "o_proj", "relative_k_proj")
    tensors = tuple(t for name in names for t in linear(f"attn.{name}", part, hidden, hidden))
    dim = hidden // sizes.heads
    tensors += vector("attn.per_dim_scale", part, dim)
    convolution = (
        *linear("conv.linear_start", Part.MLP, hidden * 2, hidden),
        *vector("conv.depthwise", Part.MLP, hidden, kernel),
        *linear("conv.linear_end", Part.MLP, hidden, hidden),
    )
    return make_layer(
        "conformer",
        norms(*NORMS, width=hidden),
        plain_mlp(hidden, sizes.inner, prefix="ffw_start"),
        attend(tensors, Heads(sizes.heads, sizes.heads, dim, dim), kept=False),
        Block(convolution),
        plain_mlp(hidden, sizes.inner, prefix="ffw_end"),
    )
