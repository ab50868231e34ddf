"""Counts, bytes and arithmetic of one model: by its config, its name, or sizes alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import flopwatt
from tools.cases.reading import Case, Got, Unmapped, amount, in_unit

# sizes that a case may state in place of a config, and how configs call them
SIZES = {
    "layers": "num_hidden_layers",
    "n_layers": "num_hidden_layers",
    "kv_heads": "num_key_value_heads",
    "q_heads": "num_attention_heads",
    "heads": "num_attention_heads",
    "head_dim": "head_dim",
    "hidden": "hidden_size",
    "hidden_size": "hidden_size",
    "window": "sliding_window",
}
DTYPES = {"16-bit": "", "16bit": "", "": "", "8-bit": "int8", "float32": "fp32", "float16": "fp16"}
BY_SIZE = {1: "fp8", 2: "16-bit", 4: "fp32"}


def source_of(case: Case) -> Any:
    """The model of a case: its config file, a catalog model of that name, or sizes alone."""
    config = case.take("config")
    if isinstance(config, Mapping):
        return config
    if config is not None:
        return config_of(case.folder, str(config))
    name = case.take("model")
    if name is not None:
        return str(name)
    fields = {SIZES[key]: case.take(key) for key in list(case.input) if key in SIZES}
    whole = [key for key in case.input if key.startswith(("max_", "rope_", "n_pos", "model_max"))]
    fields |= {key: case.take(key) for key in whole}
    if not fields:
        raise Unmapped("names no model")
    return fields


def config_of(folder: Path, config: str) -> Any:
    """A config file beside the cases or one folder up, else the catalog's model of its stem."""
    for path in (folder / config, folder.parent / config):
        if path.exists():
            return path
    return Path(config).stem


def format_of(text: object) -> str:
    """A format as flopwatt names it: ``q8_0 (34 bytes per 32 values)`` is q8_0."""
    if isinstance(text, int | float):
        found = BY_SIZE.get(int(text))
        if found is None:
            raise Unmapped(f"does not know values of {text} bytes")
        return found
    word = re.sub(r"\(.*|\bfor\b.*|,.*", "", str(text)).strip().lower().removeprefix("gguf ")
    return DTYPES.get(word, word)


def counted(case: Case) -> Got:
    """Parameters: in total, passed by a token, or by another convention."""
    source = source_of(case)
    convention = case.take("convention")
    said = str(case.take("count") or "").lower()
    case.done()
    return Got(flopwatt.read_model(source)[_count_key(convention, said)])


def _count_key(convention: object, said: str) -> str:
    if convention is not None:
        return f"params.active.{convention}"
    if "stored" in said or "on disk" in said or "hub" in said:
        return "params.stored"
    if "output" in said or "non-embedding" in said or "head" in said:
        return "params.non_embedding"
    if "active" in said:
        return "params.active.all"
    if said and not re.search(r"\b(all|unique|total|every)\b", said):
        raise Unmapped(f"does not know the count {said}")
    return "params.total"


def context(case: Case) -> Got:
    """The longest context that a config states."""
    source = source_of(case)
    case.done()
    return Got(flopwatt.read_model(source)["context_length"])


def arithmetic(case: Case) -> Got:
    """Training arithmetic: by the short form, or by part of the model."""
    if "config" not in case.input and "params" in case.input:
        return _short_form(case)
    source = source_of(case)
    tokens, method = case.take("tokens"), case.take("method")
    if method is not None:
        case.done()
        rule = "layers" if "layer" in str(method).lower() else _rule(str(method).lower())
        found = flopwatt.read_model(source, tokens=amount(tokens, "token"))
        return Got(in_unit(found[f"training.flops_by.{rule}"], "FLOP", case.unit))
    part = str(case.need("part", "ask")).lower()
    seq, batch = case.take("seq", "context", "sequence"), case.take("batch", "sequences")
    case.done()
    given = {"context": seq, "batch": batch}
    given = {key: value for key, value in given.items() if value is not None}
    found = flopwatt.read_model(source, **given)
    key = _part_key(part)
    if key.startswith("flops.step."):
        return Got(in_unit(found[key], "FLOP", case.unit))
    count = tokens if tokens is not None else found["flops.step.tokens"]
    text = f"{found[key]!r} FLOP * ({count} ratio)"  # of each token, so many tokens
    return Got(flopwatt.convert(text, case.unit).value)


def _rule(method: str) -> str:
    """The counting rule of the short form; a convention where one is named."""
    for words, rule in (
        (("no_embeddings", "non-embedding", "without embeddings"), "no_embeddings"),
        (("no_input", "without input"), "no_input_embedding"),
        (("total", "all parameters"), "total"),
    ):
        if any(word in method for word in words):
            return rule
    return "active"


def _part_key(part: str) -> str:
    """Which part, whether the backward pass counts, and whether the mask does."""
    backward = bool(re.search(r"backward|training|total", part)) and "forward only" not in part
    full = bool(re.search(r"mask ignored|non-causal|full attention|no mask", part))
    if "all parameters" in part and backward:
        return "flops.step.all_params_full"
    if re.search(r"output projection|head|logits", part) and "score" not in part:
        if backward:
            raise Unmapped("asks for the output multiplication forward and backward")
        return "flops.output_head"
    if "score" in part or ("attention" in part and "total" not in part):
        name = "attention_scores_full" if full else "attention_scores"
        return f"flops.step.{name}" if backward else f"flops.{name}"
    if "weight" in part:
        return "flops.step.weights" if backward else "flops.weights"
    if "total" in part:
        return "flops.step.total_full" if full else "flops.step.total"
    if "forward" in part:
        return "flops.forward_per_token"
    raise Unmapped(f"does not know the part {part}")


def _short_form(case: Case) -> Got:
    """Parameters and tokens alone."""
    given: dict[str, Any] = {
        "models.params": amount(case.take("params"), "param"),
        "training.tokens": amount(case.need("tokens"), "token"),
    }
    asked = str(case.take("ask") or "")
    if case.take("full_activation_recompute", "recompute"):
        given["training.recompute"] = "full"
    case.done()
    key = "training.hardware_flops" if "hardware" in asked else "training.flops"
    if "hardware" not in asked:
        given.pop("training.recompute", None)
    return Got(in_unit(flopwatt.calculate(key, given).value, "FLOP", case.unit))
