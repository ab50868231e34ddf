"""ModelOpt: one algorithm for the model or one per module, in a file beside the config or in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.architecture.config import Config, short
from flopwatt.architecture.formats import (
    MXFP4,
    MXFP8,
    Format,
    fp8_tensor,
    grouped,
    nvfp4,
    scaled,
)
from flopwatt.architecture.quantisation.compressed import kv_of
from flopwatt.architecture.quantisation.stored import Stored, group_of, kept, names_of
from flopwatt.architecture.recipe import LINEAR, Keep, Quantise
from flopwatt.architecture.records import Part

ALGORITHMS = (
    *("FP8", "FP8_PB_WO", "FP8_PER_CHANNEL_PER_TOKEN", "NVFP4", "NVFP4_AWQ", "W4A16_NVFP4"),
    *("W4A8_NVFP4_FP8", "W4A16_AWQ", "INT4_AWQ", "W4A8_AWQ", "W8A8_SQ_PER_CHANNEL", "MXFP8"),
    *("W4A8_MXFP4_FP8", "W4A16_MXFP4", "MXFP4", "MIXED_PRECISION"),
)
KV: Mapping[str, str | None] = {"FP8": "fp8", "NVFP4": "nvfp4", "INT8": "int8", "NONE": None}


def read_modelopt(settings: Config, _: Config, plain: Format) -> Stored:
    """Every linear layer and the head, without the modules listed as left out.

    Routers are left whether or not they are listed. With MIXED_PRECISION only modules listed
    in ``quantized_layers`` are quantised, each by its own algorithm.
    """
    keep = kept(settings, plain, "exclude_modules", "ignore")
    algorithm = settings.word("quant_algo").upper()
    kv = _kv(settings)
    if not algorithm:
        return Stored((), kv, name=plain.name)
    if algorithm == "MIXED_PRECISION":
        return Stored((keep, *_each(settings)), kv, name="mixed")
    format = _format(settings, algorithm)
    if format is None:
        return Stored()
    return Stored((keep, Quantise(format, LINEAR | {Part.HEAD})), kv, name=format.name)


def _each(settings: Config) -> list[Keep | Quantise]:
    """A rule per algorithm: configs list every module, of which a few algorithms make one."""
    layers: Any = settings.raw("quantized_layers")
    if not isinstance(layers, dict):
        settings.refuse("quantized_layers", "is missing, and names what is quantised", "an object")
        return []
    names: dict[Format, list[str]] = {}
    known: dict[str, Format | None] = {}  # thousands of modules have the same settings
    for name, own in layers.items():
        data = own if isinstance(own, dict) else {"quant_algo": own}
        inner = Config(data, settings.reading, f"{settings.path}quantized_layers.")
        key = f"{short(data.get('quant_algo'))} {short(data.get('group_size'))}"
        if key not in known:
            known[key] = _format(inner, inner.word("quant_algo").upper())
        if (format := known[key]) is not None:
            names.setdefault(format, []).append(name)
    parts = LINEAR | {Part.HEAD, Part.ROUTER}
    return [
        Quantise(format, parts, names_of(settings, "quantized_layers", listed))
        for format, listed in names.items()
    ]


def _format(settings: Config, algorithm: str) -> Format | None:
    group = group_of(settings, "group_size", default=128) or 128
    formats = {
        "FP8": fp8_tensor(static=True),
        "FP8_PB_WO": scaled("fp8 per 128x128", 8, (128, 128)),
        "FP8_PER_CHANNEL_PER_TOKEN": scaled("fp8 per row", 8, (1, None)),
        "NVFP4": nvfp4(),
        "NVFP4_AWQ": nvfp4(),
        "W4A8_NVFP4_FP8": nvfp4(),
        "W4A16_NVFP4": nvfp4(static=False),
        "W4A16_AWQ": grouped("int4", 4, group, word=8),
        "INT4_AWQ": grouped("int4", 4, group, word=8),
        "W4A8_AWQ": grouped("int4", 4, group, word=8),
        "W8A8_SQ_PER_CHANNEL": scaled("int8", 8, (1, None), static=True),
        **dict.fromkeys(("W4A8_MXFP4_FP8", "W4A16_MXFP4", "MXFP4"), MXFP4),
        "MXFP8": MXFP8,
    }
    if algorithm not in formats:
        settings.refuse("quant_algo", "is no algorithm that is read here", ", ".join(ALGORITHMS))
    return formats.get(algorithm)


def _kv(settings: Config) -> str | None:
    given = settings.word("kv_cache_quant_algo").upper() or "NONE"
    if given not in KV:
        settings.refuse("kv_cache_quant_algo", "is not read here", ", ".join(KV))
    return KV.get(given) or kv_of(settings)
