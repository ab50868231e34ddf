"""What training holds: states by recipe and ZeRO stage, adapters, copies of a model."""

from __future__ import annotations

import re
from typing import Any

import flopwatt
from tools.cases.models import source_of
from tools.cases.reading import Case, Got, Unmapped, amount, value_in
from tools.cases.wording import (
    BATCH,
    CONTEXT,
    PARAMS,
    RANKS,
    asked,
    format_of,
    sized,
)

# bytes per parameter, all states together, and the recipe that keeps them
RECIPES = {16: "mixed", 18: "mixed-fp32-gradients", 8: "bf16", 6: "adam-8bit", 4: "sgd"}
RANK = ("rank", "lora_rank", "lora_r", "r")
TARGETS = ("targets", "lora_targets", "target_modules", "modules")
SAID = ("recipe", "precision", "optimizer", "optimiser", "dtype", "gradients", "weights", "setup")
TRAINED = ("trained", "policy", "actor", "critic", "value", "value model", "student", "trainable")
WIDTHS = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1}
LINES = (
    ("optimi[sz]er", "optimizer"),
    ("gradient", "gradients"),
    ("activation", "activations"),
    ("weights? (alone|only)|^weights$", "weights"),
)


def answer(case: Case) -> Got:
    """Trainable parameters of adapters, copies of a model, or states of one GPU."""
    if any(name in case.input for name in RANK):
        return _adapters(case)
    if "copies" in case.input:
        return _copies(case)
    said = asked(case)
    given: dict[str, Any] = _recipe(case)
    ranks = case.take(*RANKS)
    given |= {"gpus": str(ranks or 1), "tp": "1"}
    stage = case.take("zero_stage", "zero", "deepspeed_stage", "sharding")
    if stage is not None:
        given["training.zero"] = str(stage).lower().removeprefix("zero-").replace("fsdp", "3")
    _step(case, given)
    params = case.take(*PARAMS)
    source = source_of(case) if params is None else None
    case.done()
    if given.get("training.width.gradients") and given.get("training.zero", "0") in "12":
        raise Unmapped("does not say which bytes are divided")
    line = next((key for pattern, key in LINES if re.search(pattern, said)), "states")
    if line == "activations":
        found = flopwatt.fit(source, given=given)
        return Got(sized(value_in(found, "fit.training.activations", "byte"), "byte", case.unit))
    size = source and flopwatt.read_model(source)["params.total"]
    size = amount(size or params, "param")
    if (
        line != "states" and "training.width.weights" not in given
    ):  # one of the three, where nobody keeps the other two
        others = {f"training.width.{name}" for name in ("weights", "gradients", "optimizer")}
        given |= dict.fromkeys(others - {f"training.width.{line}"}, "0 byte/param")
    found = flopwatt.fit(params=size, given=given)
    return Got(sized(value_in(found, "fit.training.states", "byte"), "byte", case.unit))


def _step(case: Case, given: dict[str, Any]) -> None:
    """What one step works on, which decides activations."""
    for key, names in (("context", CONTEXT), ("training.micro_batch", BATCH)):
        found = case.take(*names)
        if found is not None:
            given[key] = amount(found, "token") if key == "context" else str(found)
    recompute = case.take("recompute", "activation_checkpointing", "gradient_checkpointing")
    if recompute is not None:
        word = {True: "full", False: "none"}.get(recompute, recompute)
        given["training.recompute"] = str(word)


def _recipe(case: Case) -> dict[str, str]:
    """The recipe by name or by bytes per parameter; other bytes are all taken for weights."""
    each = case.take("bytes_per_param")
    said = " ".join(str(case.take(name)) for name in SAID if name in case.input).lower()
    if each is not None and each in RECIPES:
        return {"training.recipe": RECIPES[each]}
    if each is not None:
        none = "0 byte/param"
        return {
            "training.width.weights": amount(each, "byte/param"),
            "training.width.gradients": none,
            "training.width.optimizer": none,
        }
    if not said:
        raise Unmapped("names no recipe")
    return {"training.recipe": _named(said)}


def _named(said: str) -> str:
    if re.search(r"fp32 (grad|gradient)|gradients? in fp32|32-bit grad|megatron", said):
        return "mixed-fp32-gradients"
    if re.search(r"8-?bit", said):
        return "adam-8bit"
    if "sgd" in said:
        return "sgd"
    if re.search(r"(bf16|fp16|mixed|16-bit).*(fp32|master|32-bit)", said) or re.search(
        r"mixed|\bamp\b", said
    ):
        return "mixed"
    if re.search(r"\b(fp32|float32|32-bit|full precision)\b", said):
        return "fp32"
    if re.search(r"bf16|bfloat16", said):
        return "bf16"
    raise Unmapped(f"does not know the recipe {said}")


def _adapters(case: Case) -> Got:
    asked(case)
    source = source_of(case)
    rank = case.take(*RANK)
    targets = case.need(*TARGETS)
    case.take("alpha", "lora_alpha", "dropout", "lora_dropout")  # change no count
    case.done()
    names = targets.split(",") if isinstance(targets, str) else list(targets)
    names = [name.strip().replace("all linear", "all-linear") for name in names]
    found = flopwatt.read_model(source, lora_rank=rank, lora_targets=names)
    return Got(sized(found["lora.trainable"], "param", case.unit))


def _copies(case: Case) -> Got:
    """Weights of all copies: those trained, and those that are held as they are."""
    copies = case.take("copies")
    names = [str(name).lower() for name in copies] if isinstance(copies, list) else []
    count = len(names) if isinstance(copies, list) else int(copies)
    trained = sum(name in TRAINED for name in names) if names else 1
    given = {
        "training.copies.trained": str(trained),
        "training.copies.frozen": str(count - trained),
    }
    each, dtype = case.take("bytes_per_param"), case.take("dtype", "precision")
    if each is None and dtype is not None:
        each = WIDTHS.get(format_of(dtype))
        if each is None:
            raise Unmapped(f"does not know the width of {dtype}")
    if each is not None:
        given["training.copies.width"] = amount(each, "byte/param")
    asked(case)
    params = amount(case.need(*PARAMS), "param")
    case.done()
    found = flopwatt.fit(params=params, given=given)
    return Got(sized(value_in(found, "fit.training.copies.weights", "byte"), "byte", case.unit))
