"""What people call the same thing: keys of cases, formats of numbers, and what is asked."""

from __future__ import annotations

import re
from typing import Any

import flopwatt
from tools.cases.reading import Case, Unmapped, in_unit

CONTEXT = (
    *("context", "seq", "seq_len", "sequence_length", "sequence", "ctx", "kv_tokens"),
    *("seqlen", "context_tokens", "tokens_per_sequence"),
)
BATCH = (
    *("batch", "sequences", "batch_size", "users", "concurrent_sequences", "num_sequences"),
    *("concurrent_requests", "concurrent_users", "micro_batch", "micro_batch_size", "mbs"),
)
PARALLEL = ("tensor_parallel", "tp", "tensor_parallel_size", "tp_size")
GPUS = ("gpus", "n_gpus", "num_gpus", "accelerators")
RANKS = ("data_parallel", "dp", "dp_size", "data_parallel_size", "ranks", "world_size", *GPUS)
PARAMS = (
    *("params_total", "total_params", "params", "n_params", "parameters", "num_params"),
    *("total_parameters",),
)
ACTIVE = ("active_params", "params_active", "active_parameters", "n_active")
ASKED = ("ask", "part", "count", "convention", "what", "asked", "question", "variant", "quantity",
         "component", "method", "note")  # fmt: skip
# a format somewhere in a text, and its name in flopwatt where that is another
FORMATS = (
    (r"i?q\d_[k\d](_[a-z]+)?", ""),
    (r"nvfp4|mxfp4|mxfp8|nf4|awq|gptq|int4|int8|gguf-bf16|bnb-int8", ""),
    (r"fp8(-block|-channel)?|float8|e4m3|e5m2", ""),
    (r"fp32|float32|f32|32[- ]?bit|single precision", "fp32"),
    (r"fp16|float16|half|f16", "fp16"),
    (r"bf16|bfloat16|16[- ]?bit", "bf16"),
    (r"8[- ]?bit", "int8"),
    (r"4[- ]?bit", "int4"),
)
EIGHT = ("float8", "e4m3", "e5m2")
BY_SIZE = {1: "fp8", 2: "bf16", 4: "fp32"}
OF_WHAT = re.compile(
    r" (?:per|on each|each) (?:GPU|rank|device|layer|step|sequence|request|sample|copy)$"
    r"| (?:at peak|expected|in total|per forward pass)$"
)


def asked(case: Case) -> str:
    """Everything that says in words what is asked, as one text in small letters."""
    said = [str(found) for name in ASKED if (found := case.take(name)) is not None]
    return "; ".join(said).lower().replace("_", " ")


def format_of(text: object) -> str:
    """A format as flopwatt names it: ``q8_0 (34 bytes per 32 values)`` is q8_0."""
    if isinstance(text, int | float):
        found = BY_SIZE.get(int(text) if text == int(text) else 0)
        if found is None:
            raise Unmapped(f"does not know values of {text} bytes")
        return found
    words = str(text).strip().lower()
    places = []
    for pattern, name in FORMATS:
        match = re.search(rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])", words)
        if match:
            word = "fp8" if match[0] in EIGHT else name or match[0]
            places.append((match.start(), word))
    return min(places)[1] if places else words


def whole(count: Any) -> str:
    """A count as a factor: 100.0 is 100."""
    if isinstance(count, float) and count == int(count):
        return str(int(count))
    return str(count)


def times(value: float, unit: str, count: Any, wanted: str) -> float:
    """So much, so many times over, in another unit."""
    return flopwatt.convert(f"{value!r} {unit} * ({whole(count)} ratio)", wanted).value


def sized(value: float, unit: str, wanted: str) -> float:
    """A number in the unit asked for, whatever it is said to be of: bytes per GPU, ms per token."""
    plain = OF_WHAT.sub("", wanted)
    while OF_WHAT.search(plain):
        plain = OF_WHAT.sub("", plain)
    plain = re.sub(r"( per |/)token$", "", plain)
    plain = re.sub(r"FLOPs$", "FLOP", plain)
    return in_unit(value, unit, plain)
