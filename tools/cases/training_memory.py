"""What training holds: states by recipe and ZeRO stage, adapters, copies of a model."""

from __future__ import annotations

import re
from typing import Any

import flopwatt
from tools.cases.models import source_of
from tools.cases.reading import Case, Got, Unmapped, amount, value_in

# bytes per parameter, all states together, and the recipe that keeps them
RECIPES = {16: "mixed", 18: "mixed-fp32-gradients", 8: "bf16", 6: "adam-8bit", 4: "sgd"}


def answer(case: Case) -> Got:
    """Trainable parameters of adapters, copies of a model, or states of one GPU."""
    if "rank" in case.input or "lora_rank" in case.input:
        return _adapters(case)
    if "copies" in case.input:
        return _copies(case)
    given: dict[str, Any] = {"training.recipe": _recipe(case)}
    ranks = case.take("data_parallel", "dp", "gpus")
    if ranks is not None:
        given |= {"gpus": str(ranks), "tp": "1"}
    stage = case.take("zero_stage", "zero")
    if stage is not None:
        given["training.zero"] = str(stage)
    params = amount(case.need("params"), "param")
    case.done()
    found = flopwatt.fit(params=params, given=given)
    return Got(value_in(found, "fit.training.states", "byte"))


def _recipe(case: Case) -> str:
    each = case.take("bytes_per_param")
    said = str(case.take("recipe") or "").lower()
    if each is not None:
        if each not in RECIPES:
            raise Unmapped(f"knows no recipe of {each} bytes per parameter")
        return RECIPES[each]
    if not said:
        raise Unmapped("names no recipe")
    if re.search(r"fp32 (grad|gradient)|gradients? in fp32|megatron", said):
        return "mixed-fp32-gradients"
    if "8-bit" in said or "8bit" in said:
        return "adam-8bit"
    if "sgd" in said:
        return "sgd"
    if re.search(r"(bf16|fp16|mixed|16-bit).*(fp32|master|32-bit)", said) or "mixed" in said:
        return "mixed"
    if re.search(r"\b(fp32|float32|32-bit)\b", said):
        return "fp32"
    if "bf16" in said:
        return "bf16"
    raise Unmapped(f"does not know the recipe {said}")


def _adapters(case: Case) -> Got:
    source = source_of(case)
    rank = case.take("rank", "lora_rank")
    targets = case.need("targets", "lora_targets", "target_modules")
    case.done()
    names = [targets] if isinstance(targets, str) else list(targets)
    found = flopwatt.read_model(source, lora_rank=rank, lora_targets=names)
    return Got(found["lora.trainable"])


def _copies(case: Case) -> Got:
    """Weights of all copies: those trained, and those that are held as they are."""
    copies = [str(name) for name in case.take("copies")]
    trained = sum(name in ("trained", "policy", "actor", "critic", "value") for name in copies)
    given = {
        "training.copies.trained": str(trained),
        "training.copies.frozen": str(len(copies) - trained),
    }
    each = case.take("bytes_per_param")
    if each is not None:
        given["training.copies.width"] = amount(each, "byte/param")
    params = amount(case.need("params"), "param")
    case.done()
    found = flopwatt.fit(params=params, given=given)
    return Got(value_in(found, "fit.training.copies.weights", "byte"))
