"""Bytes of weights and caches, what trains in what memory, and how fast a floor is."""

from __future__ import annotations

import flopwatt
from tools.cases.models import BY_SIZE, format_of, source_of
from tools.cases.reading import Case, Got, Unmapped, amount


def weights(case: Case) -> Got:
    """Bytes of a model's weights in a format, or of so many values."""
    values = case.take("values")
    dtype = format_of(case.take("dtype", "format", "weight_dtype") or "")
    if values is not None:
        case.done()
        found = flopwatt.read_model(params="1B", dtype=dtype)["weights.bytes_per_param"]
        text = f"{found!r} byte * ({values} ratio)"  # of each value, so many values
        return Got(flopwatt.convert(text, "byte").value)
    params = case.take("params_total", "params", "total")
    if params is not None:
        given = {"models.params.total": amount(params, "param")}
        given["models.weights.bytes_per_param"] = amount(case.need("bytes_per_param"), "byte/param")
        case.done()
        return Got(flopwatt.calculate("models.weights.resident_bytes", given).value)
    source = source_of(case)
    twice = case.take("tied_stored_twice")
    case.done()
    key = "weights.stored_bytes" if twice else "weights.resident_bytes"
    return Got(flopwatt.read_model(source, dtype=dtype)[key])


def cache(case: Case) -> Got:
    """Bytes of what decoding keeps: per token, per sequence, on each GPU, or tokens that fit."""
    given = {"kv_dtype": format_of(case.take("cache_dtype", "kv_dtype", "dtype") or "")}
    size = case.take("dtype_bytes")
    if size is not None:
        given["kv_dtype"] = BY_SIZE[int(size)]
    values = case.take("values")
    if values is not None:
        case.done()
        one = {"num_hidden_layers": 1, "num_key_value_heads": 1, "head_dim": 1}
        found = flopwatt.read_model(one, **given)["kv_cache.bytes_per_value"]
        return Got(flopwatt.convert(f"{found!r} byte * ({values} ratio)", "byte").value)
    source = source_of(case)
    policy = str(case.take("policy") or "")
    growing = "growing" in str(case.take("note") or "")
    for name, keys in (("context", ("context", "seq")), ("batch", ("sequences", "batch", "users"))):
        found = case.take(*keys)
        if found is not None:
            given[name] = found
    parallel, budget = case.take("tensor_parallel", "tp"), case.take("cache_budget_bytes")
    asked = str(case.take("ask") or "")
    case.done()
    if "full" in policy or "every layer" in policy:
        given["window_policy"] = "full"
    elif policy and "window" not in policy:
        raise Unmapped(f"does not know the policy {policy}")
    if budget is not None or parallel is not None:
        return _on_gpus(source, given, parallel, budget, asked)
    answer = flopwatt.read_model(source, **given)
    if "token" in case.unit:
        return Got(answer[f"kv_cache.{'growing_' if growing else ''}bytes_per_token"])
    return Got(answer["kv_cache.bytes"])


def _on_gpus(
    source: object, given: dict[str, object], parallel: object, budget: object, asked: str
) -> Got:
    """What one of several GPUs keeps of a token, or how many tokens a budget holds."""
    fields: dict[str, object] = {}
    if parallel is not None:
        fields |= {"gpus": str(parallel), "tp": str(parallel)}
    if budget is not None:
        fields |= {"cache": f"{budget!r} byte", "block": "1 token"}
    if "batch" in given:
        fields["wanted"] = str(given.pop("batch"))
    if "context" in given:
        fields["context"] = amount(given.pop("context"), "token")
    if asked and "token" not in asked:
        raise Unmapped(f"does not know what is asked: {asked}")
    found = flopwatt.fit(source, given=fields, **given)
    return Got(found["fit.tokens" if budget is not None else "fit.cache_bytes_per_token"])
