"""Projectors from a tower that several wrappers use to their text models, by wrapper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flopwatt.architecture.blocks.tensors import linear, norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Part, Tensor
from flopwatt.architecture.towers.parts import CLASS, size, text_width, two_steps

Project = Callable[[Config, Count], tuple[Tensor, ...]]
NAME = "projector"


def project(top: Config, width: Count) -> tuple[Tensor, ...]:
    """The projector of a wrapper, from vectors of a width to those of its text model."""
    kind = top.word("model_type")
    make = PROJECTORS.get(kind)
    if make is None:
        top.leave_out(f"the projector of a {kind} is not read here; its weights are left out")
        return ()
    return make(top, width)


def _llava(top: Config, width: Count) -> tuple[Tensor, ...]:
    """Two matrices over the chosen layers of the tower side by side."""
    chosen = top.raw("vision_feature_layer")
    taken = len(chosen) if isinstance(chosen, list) else 1
    bias = top.flag("multimodal_projector_bias", default=True)
    made = text_width(top)
    return two_steps(NAME, width * taken, made, made, bias=bias)


def _newline(top: Config, width: Count) -> tuple[Tensor, ...]:
    """That of LLaVA, and a vector that ends each row of an image in tiles."""
    return _llava(top, width) + vector("image_newline", Part.POSITION, text_width(top))


def _vip(top: Config, width: Count) -> tuple[Tensor, ...]:
    """A norm and two matrices over five layers of the tower side by side."""
    chosen = top.raw("vision_feature_layers")
    taken = width * (len(chosen) if isinstance(chosen, list) else 5)
    made = text_width(top)
    return norm(f"{NAME}.layernorm", taken, bias=True) + two_steps(NAME, taken, made, made)


def _gemma3(top: Config, width: Count) -> tuple[Tensor, ...]:
    """One matrix behind a norm."""
    return norm(f"{NAME}.norm", width) + linear(f"{NAME}.proj", Part.MLP, text_width(top), width)


def _paligemma(top: Config, width: Count) -> tuple[Tensor, ...]:
    """One matrix with a bias, whose width the tower's object names."""
    seen = top.child("vision_config")
    made = seen.count("projection_dim", default=2048, why=CLASS) if seen else text_width(top)
    return linear(f"{NAME}.linear", Part.MLP, made, width, bias=True)


def _mistral3(top: Config, width: Count) -> tuple[Tensor, ...]:
    """A norm, a merger of neighbouring patches, two matrices."""
    merged = _shuffled(top, width, "spatial_merge_size")
    made = text_width(top)
    bias = top.flag("multimodal_projector_bias", default=False)
    return (
        *norm(f"{NAME}.norm", width),
        *linear(f"{NAME}.patch_merger", Part.MLP, width, merged),
        *two_steps(NAME, width, made, made, bias=bias),
    )


def _aya(top: Config, width: Count) -> tuple[Tensor, ...]:
    """A norm over shuffled patches and a gated pair of matrices."""
    made = text_width(top)
    inner = top.count("alignment_intermediate_size", default=made, why="the text model's width")
    given = _shuffled(top, width, "downsample_factor")
    return norm(f"{NAME}.layernorm", given, bias=True) + _halved(given, inner, made)


def _cohere2(top: Config, width: Count) -> tuple[Tensor, ...]:
    """A gated pair of matrices over shuffled patches."""
    inner = size(top, 36864, "alignment_intermediate_size")
    return _halved(_shuffled(top, width, "downsample_factor"), inner, text_width(top))


def _shuffled(top: Config, width: Count, name: str) -> Count:
    """The width of neighbouring patches side by side, from how many there are in a row."""
    side = size(top, 2, name)
    return width * side * side


def _halved(given: Count, inner: Count, made: Count) -> tuple[Tensor, ...]:
    first = linear(f"{NAME}.linear_1", Part.MLP, inner, given, bias=True)
    return first + linear(f"{NAME}.linear_2", Part.MLP, made, inner // 2, bias=True)


def _lfm2(top: Config, width: Count) -> tuple[Tensor, ...]:
    """Two matrices over shuffled patches, behind a norm unless the config leaves it out."""
    given = _shuffled(top, width, "downsample_factor")
    inner = size(top, 2560, "projector_hidden_size")
    bias = top.flag("projector_bias", default=True)
    normed = top.flag("projector_use_layernorm", default=True)
    before = norm(f"{NAME}.layer_norm", given, bias=True) if normed else ()
    return before + two_steps(NAME, given, inner, text_width(top), bias=bias)


def _deepseek(top: Config, width: Count) -> tuple[Tensor, ...]:
    """Two matrices."""
    made = text_width(top)
    return two_steps(NAME, width, made, made)


PROJECTORS: Mapping[str, Project] = {
    "llava": _llava,
    "llava_next": _newline,
    "llava_next_video": _newline,
    "llava_onevision": _newline,
    "vipllava": _vip,
    "gemma3": _gemma3,
    "paligemma": _paligemma,
    "mistral3": _mistral3,
    "aya_vision": _aya,
    "cohere2_vision": _cohere2,
    "lfm2_vl": _lfm2,
    "deepseek_vl": _deepseek,
}
