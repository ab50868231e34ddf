"""Audio towers of the Whisper kind: two convolutions, positions, layers, a projector."""

from __future__ import annotations

from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Part, Stack, Tensor
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import (
    CLASS,
    Sizes,
    encoder_layer,
    positions,
    size,
    text_width,
    two_steps,
)

KEYLESS = "qvo"  # the key projection alone has no bias


@tower("qwen2_audio_encoder", "qwen2_audio_audio")
def read_qwen2_audio(config: Config, top: Config) -> Stack:
    """One matrix leads to the text model."""
    sizes = _sizes(config)
    outer = _before(config, sizes) + _learned(config, sizes)
    outer += linear("projector.linear", Part.MLP, text_width(top), sizes.hidden, bias=True)
    return Stack((encoder_layer(sizes, bias=KEYLESS),) * sizes.layers, outer)


@tower("qwen2_5_omni_audio_encoder", "qwen2_5_omni_thinker_audio")
def read_qwen25_omni(config: Config, top: Config) -> Stack:
    """Positions are worked out; a begin and an end are learned."""
    sizes = _sizes(config)
    made = size(config, 3584, "output_dim")
    outer = _before(config, sizes)
    outer += vector("audio_bos_eos_token.weight", Part.POSITION, 2, made)
    outer += linear("projector", Part.MLP, made, sizes.hidden, bias=True)
    return Stack((encoder_layer(sizes, bias=KEYLESS),) * sizes.layers, outer)


@tower(
    *("qwen3_omni_moe_audio_encoder", "qwen3_omni_moe_thinker_audio"),
    *("qwen3_asr_audio_encoder", "qwen3_asr_encoder"),
)
def read_qwen3_omni(config: Config, top: Config) -> Stack:
    """Three convolutions halve time and frequency; positions are worked out."""
    sizes = _sizes(config)
    hidden, inner = sizes.hidden, size(config, 480, "downsample_hidden_size")
    bins = size(config, 128, "num_mel_bins")
    for _ in range(3):
        bins = (bins + 1) // 2
    outer = (
        *linear("conv2d1", Part.EMBEDDING, inner, 9, bias=True),
        *linear("conv2d2", Part.EMBEDDING, inner, inner * 9, bias=True),
        *linear("conv2d3", Part.EMBEDDING, inner, inner * 9, bias=True),
        *linear("conv_out", Part.EMBEDDING, hidden, inner * bins),
        *norm("ln_post", hidden, bias=True),
        *two_steps("projector", hidden, hidden, size(config, 3584, "output_dim")),
    )
    return Stack((encoder_layer(sizes),) * sizes.layers, outer)


@tower("voxtral_encoder", "voxtral_audio")
def read_voxtral(config: Config, top: Config) -> Stack:
    """Vectors of the projector's input are side by side as wide as the tower's inner width."""
    sizes = _sizes(config)
    made = text_width(top)
    outer = _before(config, sizes) + _learned(config, sizes)
    outer += two_steps("projector", sizes.inner, made, made, bias=False)
    return Stack((encoder_layer(sizes, bias=KEYLESS),) * sizes.layers, outer)


@tower("audioflamingo3_encoder", "audioflamingo3_audio")
def read_flamingo(config: Config, top: Config) -> Stack:
    """Two matrices lead to the text model."""
    sizes = _sizes(config)
    made = text_width(top)
    bias = top.flag("projector_bias", default=True)
    outer = _before(config, sizes) + _learned(config, sizes)
    outer += two_steps("projector", sizes.hidden, made, made, bias=bias)
    return Stack((encoder_layer(sizes, bias=KEYLESS),) * sizes.layers, outer)


def _sizes(config: Config) -> Sizes:
    return Sizes(
        size(config, 1280, "d_model", "hidden_size"),
        size(config, 5120, "encoder_ffn_dim", "intermediate_size"),
        size(config, 20, "encoder_attention_heads", "num_attention_heads"),
        config.layers("encoder_layers", "num_hidden_layers", default=32, why=CLASS),
    )


def _before(config: Config, sizes: Sizes) -> tuple[Tensor, ...]:
    """Two convolutions over three steps of time, and the norm after the layers."""
    bins: Count = size(config, 128, "num_mel_bins")
    return (
        *linear("conv1", Part.EMBEDDING, sizes.hidden, bins * 3, bias=True),
        *linear("conv2", Part.EMBEDDING, sizes.hidden, sizes.hidden * 3, bias=True),
        *norm("layer_norm", sizes.hidden, bias=True),
    )


def _learned(config: Config, sizes: Sizes) -> tuple[Tensor, ...]:
    return positions(size(config, 1500, "max_source_positions"), sizes.hidden)
