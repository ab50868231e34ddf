"""Bytes of weights and caches: of a model, of so many values, or on each of some GPUs."""

from __future__ import annotations

import re
from typing import Any

import flopwatt
from tools.cases.models import source_of
from tools.cases.reading import Case, Got, Unmapped, amount, value_in
from tools.cases.wording import (
    ACTIVE,
    BATCH,
    CONTEXT,
    GPUS,
    PARALLEL,
    PARAMS,
    asked,
    format_of,
    sized,
    times,
)

BITS = ("bits_per_weight", "bits_per_param", "bits", "bpw", "bits_per_value")
BYTES = ("bytes_per_param", "bytes_per_weight", "bytes_per_value", "dtype_bytes")
VALUES = ("values", "elements", "n_values", "num_values", "weights")
DTYPES = ("dtype", "format", "weight_dtype", "quantization", "quantisation", "precision", "quant")
CACHE_DTYPES = ("cache_dtype", "kv_dtype", "kv_cache_dtype", "dtype", "precision")
CACHE_BYTES = ("dtype_bytes", "bytes_per_value", "bytes_per_element", "kv_bytes", "element_bytes")
ROOM = re.compile(r"(?:kv_)?(?:cache_)?(?:budget|memory|free)_?(bytes|gib|gb|mib)?")
FULL = re.compile(
    r"every layer|all layers|full context|^full|(no|without)( sliding)?[- ]window|dense cache"
    r"|window\w* (is |are )?(ignored|off|disabled)|hybrid \w*( \w+)? ?(off|disabled)"
)


def weights(case: Case) -> Got:
    """Bytes of a model's weights in a format, or of so many values."""
    values, said = case.take(*VALUES), asked(case)
    bits, each = case.take(*BITS), case.take(*BYTES)
    dtype = format_of(case.take(*DTYPES) or "")
    group = case.take("group_size", "group", "groupsize")
    if group is not None:
        dtype = f"{dtype}-g{group}"
    if values is not None:
        case.done()
        found = flopwatt.read_model(params="1B", dtype=dtype)["weights.bytes_per_param"]
        return Got(sized(times(found, "byte", values, "byte"), "byte", case.unit))
    if any(name in case.input for name in PARAMS):
        return _by_size(case, bits, each, dtype)
    source = source_of(case)
    twice = case.take("tied_stored_twice") or re.search(r"twice|disk|stored|checkpoint|file", said)
    parallel, batch = case.take(*PARALLEL), case.take(*BATCH)
    if parallel is None:
        parallel = case.take(*GPUS)
    case.done()
    if bits is not None or each is not None:
        dtype = format_of(f"{bits}-bit" if bits is not None else each)
    if parallel is not None:
        found = flopwatt.fit(
            source, dtype=dtype, given={"gpus": str(parallel), "tp": str(parallel)}
        )
        return Got(sized(value_in(found, "fit.weights", "byte"), "byte", case.unit))
    key = "weights.stored_bytes" if twice else "weights.resident_bytes"
    if "read" in said:
        key = "weights.read_bytes_per_step"
    given = {} if batch is None else {"batch": batch}
    return Got(sized(flopwatt.read_model(source, dtype=dtype, **given)[key], "byte", case.unit))


def _by_size(case: Case, bits: Any, each: Any, dtype: str) -> Got:
    """All parameters at one size; those that a token passes decide nothing here."""
    params = amount(case.take(*PARAMS), "param")
    case.take(*ACTIVE)
    case.done()
    if bits is None and each is None:
        found = flopwatt.read_model(params=params, dtype=dtype)["weights.resident_bytes"]
        return Got(sized(found, "byte", case.unit))
    width = f"{bits!r} bit/param" if bits is not None else amount(each, "byte/param")
    given = {"models.params.total": params, "models.weights.bytes_per_param": width}
    found = flopwatt.calculate("models.weights.resident_bytes", given).value
    return Got(sized(found, "byte", case.unit))


def cache(case: Case) -> Got:
    """Bytes of what decoding keeps: per token, per sequence, on each GPU, or tokens that fit."""
    size = case.take(*CACHE_BYTES)
    dtype = case.take(*CACHE_DTYPES)
    given: dict[str, Any] = {"kv_dtype": format_of(size if size is not None else dtype or "")}
    values = case.take("values", "elements")
    said = asked(case)
    if "per layer" in said:
        raise Unmapped("asks for one layer")
    if values is not None:
        case.done()
        one = {"num_hidden_layers": 1, "num_key_value_heads": 1, "head_dim": 1}
        found = flopwatt.read_model(one, **given)["kv_cache.bytes_per_value"]
        return Got(sized(times(found, "byte", values, "byte"), "byte", case.unit))
    policy = str(case.take("policy", "window_policy", "cache_policy") or "").lower()
    for name, keys in (("context", (*CONTEXT, "tokens")), ("batch", BATCH)):
        found = case.take(*keys)
        if found is not None:
            given[name] = found
    given |= _policy(policy)
    fields = _gpus(case)
    source = source_of(case)
    case.done()
    if fields:
        return _on_gpus(case, source, given, fields)
    answer = flopwatt.read_model(source, **given)
    if "token" in case.unit:
        key = f"kv_cache.{'growing_' if 'growing' in said else ''}bytes_per_token"
        return Got(sized(answer[key], "byte", case.unit))
    state = "state" in said and not re.search(r"without|exclud", said)
    key = "state.bytes_per_sequence" if state else "kv_cache.bytes"
    return Got(sized(answer[key], "byte", case.unit))


def _policy(said: str) -> dict[str, str]:
    """What layers with a window keep."""
    if FULL.search(said):
        return {"window_policy": "full"}
    if said and not re.search(r"window|local|sliding|chunk|hybrid", said):
        raise Unmapped(f"does not know the policy {said}")
    return {}


def _gpus(case: Case) -> dict[str, object]:
    """What says on which GPUs a cache is, and how much room they have for it."""
    fields: dict[str, object] = {}
    parallel = case.take(*PARALLEL)
    if parallel is not None:
        fields |= _divided(parallel)
    block = case.take("block_size", "block", "page_size", "block_tokens")
    for name in list(case.input):
        match = re.fullmatch(
            r"(?:kv_)?(?:cache_)?(?:budget|memory|free)_?(bytes|gib|gb|mib)?", name
        )
        if match:
            unit = {"gib": "GiB", "gb": "GB", "mib": "MiB"}.get(match[1] or "", "byte")
            fields |= {"cache": amount(case.take(name), unit), "block": "1 token"}
    if block is not None:
        fields["block"] = amount(block, "token")
    return fields


def _divided(parallel: object) -> dict[str, str]:
    """So many GPUs that share each layer."""
    return {"gpus": str(parallel), "tp": str(parallel)}


def _on_gpus(case: Case, source: object, given: dict[str, Any], fields: dict[str, object]) -> Got:
    """What one of several GPUs keeps, or how many tokens or sequences a budget holds."""
    if "batch" in given:
        fields["wanted"] = str(given.pop("batch"))
    if "context" in given:
        fields["context"] = amount(given.pop("context"), "token")
    found = flopwatt.fit(source, given=fields, **given)
    if "cache" in fields and re.match(r"(sequence|request|user|concurrent)", case.unit):
        return Got(found["fit.sequences"])
    if "cache" in fields and case.unit.startswith("token"):
        return Got(found["fit.tokens"])
    if "token" in case.unit:
        return Got(sized(found["fit.cache_bytes_per_token"], "byte", case.unit))
    return Got(sized(value_in(found, "fit.need", "byte"), "byte", case.unit))
