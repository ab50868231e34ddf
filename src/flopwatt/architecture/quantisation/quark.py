"""Quark: one setting for the model, others for modules by name, and a list of those left out."""

from __future__ import annotations

from typing import Any

from flopwatt.architecture.config import Config
from flopwatt.architecture.formats import MXFP4, Format, fp8_tensor, grouped, scaled
from flopwatt.architecture.quantisation.stored import Stored, group_of, kept, names_of
from flopwatt.architecture.recipe import LINEAR, Quantise
from flopwatt.architecture.records import Part

KINDS = ("fp8_e4m3", "fp4", "mxfp4", "fp4_e2m1", "int4", "uint4", "int8")


def read_quark(settings: Config, _: Config, plain: Format) -> Stored:
    """Every linear layer and the head, without those excluded; modules by name come first."""
    rules: list[Quantise] = []
    own: Any = settings.raw("layer_quant_config") or {}
    for name in own if isinstance(own, dict) else ():
        inner = Config(own, settings.reading, f"{settings.path}layer_quant_config.").child(name)
        format = _format(inner) if inner else None
        if format is not None:
            parts = LINEAR | {Part.HEAD, Part.ROUTER}
            rules.append(Quantise(format, parts, names_of(settings, "layer_quant_config", [name])))
    whole = settings.child("global_quant_config")
    format = _format(whole) if whole else None
    if format is not None:
        rules.append(Quantise(format, LINEAR | {Part.HEAD}))
    if not rules:
        settings.refuse("global_quant_config", "holds no weights that are quantised", "an object")
    name = ", ".join(dict.fromkeys(rule.format.name for rule in rules))
    return Stored((kept(settings, plain, "exclude"), *rules), _kv(settings), name=name)


def _format(layer: Config) -> Format | None:
    given: Any = layer.raw("weight")
    if given is None:
        return None
    # two steps, of which the last says what is stored
    last = given[-1] if isinstance(given, list) and given else given
    if not isinstance(last, dict):
        layer.refuse("weight", "is no object", "dtype, qscheme and group_size")
        return None
    weight = Config(last, layer.reading, f"{layer.path}weight.")
    kind, scheme = weight.word("dtype"), weight.word("qscheme", default="per_tensor")
    inputs = layer.child("input_tensors")
    static = inputs is not None and not inputs.flag("is_dynamic", default=False)
    group = None if scheme != "per_group" else group_of(weight, "group_size", default=32)
    if kind in ("fp4", "mxfp4", "fp4_e2m1"):
        return MXFP4
    if kind in ("fp8_e4m3", "int8"):
        name = "fp8" if kind == "fp8_e4m3" else "int8"
        if scheme == "per_tensor":
            return fp8_tensor(static=static) if name == "fp8" else scaled(name, 8, (None, None))
        return scaled(f"{name} per row", 8, (1, group))
    if kind in ("int4", "uint4"):
        return grouped("int4", 4, group, zero=4 if kind == "uint4" else 0)
    weight.refuse("dtype", "is no format that is read here", ", ".join(KINDS))
    return None


def _kv(settings: Config) -> str | None:
    given: Any = settings.raw("kv_cache_quant_config") or {}
    first = next(iter(given.values()), None) if isinstance(given, dict) else None
    output = first.get("output_tensors") if isinstance(first, dict) else None
    kind = output.get("dtype") if isinstance(output, dict) else None
    return {"fp8_e4m3": "fp8", "int8": "int8"}.get(str(kind))
