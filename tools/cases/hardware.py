"""Peaks, memory and parameter counts by name: they come from the catalog, never from a case."""

from __future__ import annotations

import json
import re

import flopwatt
from tools.cases.reading import Case, Unmapped, amount

PRECISIONS = ("fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8")
NUMBER = re.compile(r"([\d.]+) ?([TP])(?:FLOP/s|FLOPS|flops)", re.IGNORECASE)
FILLER = re.compile(r"\b(dense|sparse|peak|with|at|,|tensor|core)\b", re.IGNORECASE)
CLOSE = 0.01  # a written peak and the catalog's agree to a percent


def read_peak(case: Case, text: str, precision: str = "") -> str:
    """The dense peak of one GPU by the catalog, where a case writes ``H100 bf16 989 TFLOP/s``.

    A number beside the name is held against the catalog, and stands alone where the catalog
    does not know the GPU.
    """
    written = NUMBER.search(text)
    words = FILLER.sub(" ", NUMBER.sub(" ", text)).split()
    named = [word.lower() for word in words if word.lower() in PRECISIONS]
    name = " ".join(word for word in words if word.lower() not in PRECISIONS)
    number = f"{written[1]} {written[2].upper()}FLOP/s" if written else ""
    try:
        peak = find_peak(name, precision or (named[0] if named else ""))
    except flopwatt.CatalogError:
        if not number:
            raise
        case.remarks.append(f"the catalog does not know {name}; taken as written")
        return number
    if number and abs(flopwatt.convert(number, "TFLOP/s").value / peak - 1) > CLOSE:
        case.remarks.append(f"{text}: the catalog says {peak:g} TFLOP/s dense")
    return f"{peak!r} TFLOP/s"


def read_claimed_peak(case: Case, text: str) -> str:
    """The peak that somebody else worked with: the number as they wrote it, right or wrong."""
    written = NUMBER.search(text)
    return f"{written[1]} {written[2].upper()}FLOP/s" if written else read_peak(case, text)


def find_peak(name: str, precision: str = "") -> float:
    """The dense peak of a GPU in TFLOP/s; at 16 bits where no precision is named."""
    words = re.sub(r"[^a-z0-9 ]", " ", precision.lower()).split()
    wanted = [word for word in words if word in PRECISIONS] or ["bf16", "fp16"]
    for word in wanted:
        fact = flopwatt.find_fact("accelerator", name, f"peak_{word}")
        if fact.value is not None:
            return flopwatt.convert(f"{fact.value!r} {fact.unit}", "TFLOP/s").value
    raise Unmapped(f"the catalog knows no {' or '.join(wanted)} peak of {name}")


def read_params(case: Case) -> dict[str, str]:
    """The parameters of a case: counted, or those of the model that its config file names."""
    given = {}
    count = case.take("params", "parameters", "n_params", "params_total")
    active = case.take("active_params", "params_active")
    if count is not None:
        given["models.params"] = _count(count)
    if active is not None:
        given.pop("models.params", None)
        given["models.params.active.all"] = _count(active)
    config = case.take("config", "model")
    if config is not None:
        given["models.params.active.all"] = _from_catalog(case, str(config))
    return given


def read_fleet(case: Case) -> None:
    """GPUs counted by node or instance become one count of GPUs; an instance is known by name."""
    name = case.take("instance", "instance_type")
    if name is not None:
        found = flopwatt.find_fact("instance", str(name), "count")
        if found.value is None:
            raise Unmapped(found.reason)
        case.input.setdefault("gpus_per_instance", found.value)
    each = next((n for n in ("gpus_per_node", "gpus_per_instance") if n in case.input), "")
    nodes = (
        case.take("nodes", "instances", "servers") if each and "gpus" not in case.input else None
    )
    if nodes is not None:
        held = f"{amount(case.input[each], 'GPU')} * ({amount(nodes, 'ratio')})"
        case.input["gpus"] = flopwatt.convert(held, "GPU").value
        if each == "gpus_per_node":
            case.take(each)


def _count(value: object) -> str:
    return amount(value, "param")


def _from_catalog(case: Case, config: str) -> str:
    """Parameters that a token passes through, of the catalog's model with the file's name."""
    stem = config.rpartition("/")[2].removesuffix(".json")
    path = next(
        (p for p in (case.folder / config, case.folder.parent / config) if p.exists()), None
    )
    if path is not None:
        json.loads(path.read_text(encoding="utf-8"))  # exact counts from the file come later
    for column in ("active_all", "total"):
        fact = flopwatt.find_fact("model", stem, column)
        if fact.value is not None:
            return f"{fact.value!r} {fact.unit}"
    raise Unmapped(f"the catalog does not know the parameters of {stem}")
