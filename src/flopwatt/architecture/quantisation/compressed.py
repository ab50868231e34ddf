"""compressed-tensors: groups of modules, each with its bits, and a list of those left out."""

from __future__ import annotations

from typing import Any

from flopwatt.architecture.config import Config
from flopwatt.architecture.formats import (
    MXFP4,
    MXFP8,
    Format,
    fp8_block,
    grouped,
    nvfp4,
    packed,
    scaled,
)
from flopwatt.architecture.quantisation.stored import Stored, bits_of, group_of, kept, names_of
from flopwatt.architecture.recipe import LINEAR, Quantise
from flopwatt.architecture.records import Part

CLASSES = ("Linear", "LinearBase", "FusedMoE")
FORMATS = (
    *("pack-quantized", "int-quantized", "float-quantized", "naive-quantized", "dense"),
    *("nvfp4-pack-quantized", "mxfp4-pack-quantized", "mxfp8-quantized", "mixed-precision"),
)

NAMED = ("fp8", "int8", "nvfp4")  # schemes of cached values that ModelOpt names in a word


def read_compressed(settings: Config, text: Config, plain: Format) -> Stored:
    """Modules of each group's targets: all linear layers where it says ``Linear``.

    Routers are modules of their own in most models and are then no targets; the head is one
    unless it is ignored, as it nearly always is.
    """
    keep = kept(settings, plain, "ignore")
    groups = settings.child("config_groups")
    if groups is None or not groups.data:
        settings.refuse("config_groups", "is missing, and names what is quantised", "an object")
        return Stored()
    rules: list[Quantise] = []
    for key in groups.data:
        group = groups.child(key)
        if group is None:
            continue
        format = _format(group, settings, plain)
        rules += [] if format is None else [_targets(group, format)]
    # a group of names says more than one of a class
    rules.sort(key=lambda rule: rule.names is None)
    name = ", ".join(dict.fromkeys(rule.format.name for rule in rules))
    return Stored((keep, *rules), kv_of(settings), name=name)


def _targets(group: Config, format: Format) -> Quantise:
    given: Any = group.raw("targets") or ["Linear"]
    texts = [text for text in given if isinstance(text, str)]
    if any(text in CLASSES for text in texts):
        return Quantise(format, LINEAR | {Part.HEAD})
    names = names_of(group, "targets", texts)
    return Quantise(format, LINEAR | {Part.HEAD, Part.ROUTER}, names)


def _format(group: Config, settings: Config, plain: Format) -> Format | None:
    weights = group.child("weights")
    if weights is None:
        return None  # activations or caches alone
    layout = group.word("format", default=settings.word("format", default="naive-quantized"))
    if layout not in FORMATS:
        message = f"names a layout that is not read here: {layout}"
        settings.refuse("format", message, ", ".join(FORMATS))
        return None
    kind = weights.word("type", default="int")
    bits = bits_of(weights, "num_bits", default=8, allowed=(2, 3, 4, 5, 6, 7, 8))
    scale = 32 if plain.name == "fp32" else 16  # scales are of the model's own format
    if kind == "float":
        return _float(weights, group, bits, scale, layout)
    strategy = weights.word("strategy", default="tensor")
    size = None if strategy == "channel" else group_of(weights, "group_size", default=-1)
    symmetric = weights.flag("symmetric", default=True)
    if layout == "pack-quantized":
        order = weights.raw("actorder") in ("group", True)
        return packed(bits, size, symmetric=symmetric, order=order, scale=scale)
    if strategy == "tensor":
        return scaled(f"int{bits}", 8, (None, None), scale=scale)
    return grouped(f"int{bits}", 8, size, scale=scale, zero=0 if symmetric else 8, word=8)


def _float(weights: Config, group: Config, bits: int, scale: int, layout: str) -> Format | None:
    inputs = group.child("input_activations")
    static = inputs is not None and inputs.raw("dynamic") in (False, "local")
    if bits == 4:
        size = group_of(weights, "group_size", default=16)
        return MXFP4 if size == 32 or "mxfp4" in layout else nvfp4(size or 16, static=static)
    if bits != 8:
        weights.refuse("num_bits", "is no float that is read here", "4, 8")
        return None
    if "mxfp8" in layout:
        return MXFP8
    strategy = weights.word("strategy", default="tensor")
    block: Any = weights.raw("block_structure")
    if strategy == "block":
        sides = tuple(block) if isinstance(block, list) and len(block) == 2 else (128, 128)
        return scaled(fp8_block(sides).name, 8, sides, scale=scale)
    if strategy in ("tensor", "channel"):
        row = strategy == "channel"
        name = "fp8 per row" if row else "fp8"
        return scaled(name, 8, (1 if row else None, None), scale=scale, static=static)
    weights.refuse("strategy", "is not read here for floats", "tensor, channel, block")
    return None


def kv_of(settings: Config) -> str | None:
    """The format of cached values that ``kv_cache_scheme`` asks for."""
    given = settings.raw("kv_cache_scheme")
    if isinstance(given, str) and given.lower() in NAMED:
        return given.lower()
    scheme = settings.child("kv_cache_scheme")
    if scheme is None or not scheme.data:
        return None
    bits, kind = scheme.raw("num_bits"), scheme.raw("type")
    found = {(8, "float"): "fp8", (8, "int"): "int8", (4, "float"): "nvfp4"}.get((bits, kind))
    if found is None:
        settings.refuse("kv_cache_scheme", "is not read here", "8 or 4 bits, float or int")
    return found
