"""Floors of time, experts that a step reads, and the load that follows from rates."""

from __future__ import annotations

import re
from typing import Any

import flopwatt
from tools.cases.models import source_of
from tools.cases.reading import Case, Got, Unmapped, amount, in_unit, value_in
from tools.cases.wording import (
    BATCH,
    CONTEXT,
    GPUS,
    PARALLEL,
    PARAMS,
    asked,
    format_of,
    sized,
    whole,
)

EXPERTS = ("experts", "n_experts", "num_experts", "routed_experts", "n_routed_experts")
CHOSEN = (
    *("top_k", "experts_per_token", "active_experts", "num_experts_per_tok", "k"),
    *("topk", "n_active"),
)
TOKENS = ("batch_tokens", "tokens", *BATCH)
RATE = ("requests_per_second", "request_rate", "arrival_rate", "rps", "qps", "requests_per_s")
STAY = (
    *("seconds_per_request", "request_time", "latency_seconds", "time_in_system", "latency_s"),
    *("time_in_system_s", "service_time_s", "seconds_in_system", "request_seconds"),
)
AT_ONCE = ("concurrency", "in_flight", "concurrent_requests", "requests_in_flight")
PEAK = ("peak_to_mean", "peak_factor", "peak_to_average", "peak_ratio")
VOLUME = re.compile(r"(?:monthly|daily|yearly)_tokens|tokens(?:_per_(?:month|day|hour|year))?")
PERIODS = {"monthly": "month", "daily": "day", "yearly": "year"}
SHARES = ("efficiency", "mfu", "mbu", "bandwidth_efficiency", "utilization", "utilisation")


def answer(case: Case) -> Got:
    """A floor of a model on GPUs, or one figure of a load."""
    if any(name in case.input for name in EXPERTS):
        return _touched(case)
    if any(name in case.input for name in (*RATE, *STAY)):
        return _load(case)
    if any(name in case.input for name in PEAK):
        return _peak(case)
    return _floor(case)


def _touched(case: Case) -> Got:
    """Experts that at least one of the batch's tokens passes; or their share."""
    experts, top = case.take(*EXPERTS), case.need(*CHOSEN)
    share = flopwatt.convert(f"{top} ratio / ({experts} ratio)", "ratio").value
    given = {
        "models.experts.count": str(experts),
        "models.experts.share": repr(share),
        "models.batch": str(case.need(*TOKENS)),
    }
    asked(case)
    case.take("layers")  # each layer alike
    case.done()
    if case.unit in ("ratio", "%"):
        value = flopwatt.calculate("models.experts.touched_share", given).value
        return Got(flopwatt.convert(f"{value!r} ratio", case.unit).value)
    return Got(flopwatt.calculate("models.experts.touched", given).value)


def _load(case: Case) -> Got:
    """Requests in flight by how many come and how long they stay; or one of these."""
    rate, stay, at_once = case.take(*RATE), case.take(*STAY), case.take(*AT_ONCE)
    asked(case)
    case.done()
    if at_once is None and rate is not None and stay is not None:
        given = {
            "fit.request_rate": amount(rate, "request/s"),
            "fit.request_time": amount(stay, "s"),
        }
        return Got(flopwatt.calculate("fit.in_flight", given).value)
    if at_once is None:
        raise Unmapped("needs a rate and a time, or requests in flight")
    if stay is not None:
        text = f"{whole(at_once)} request / ({whole(stay)} s)"
        return Got(flopwatt.convert(text, case.unit).value)
    text = f"{whole(at_once)} request / ({whole(rate)} request/s)"
    return Got(sized(flopwatt.convert(text, "s").value, "s", case.unit))


def _peak(case: Case) -> Got:
    """Tokens per second at the peak, of a volume in some time."""
    name = next((name for name in case.input if VOLUME.fullmatch(name)), "")
    if not name:
        raise Unmapped("names no volume")
    tokens = case.take(name)
    seconds = case.take("seconds_per_month", "seconds", "seconds_per_day", "period_seconds")
    period = PERIODS.get(name.partition("_")[0]) or name.rpartition("_")[2]
    if seconds is None and period == "tokens":
        raise Unmapped("does not say in which time")
    each = f"{whole(seconds)} s" if seconds is not None else f"1 {period}"
    rate = flopwatt.convert(f"{amount(tokens, 'token')} / ({each})", "token/s").value
    given = {
        "fit.tokens_per_time": f"{rate!r} token/s",
        "fit.peak_to_mean": str(case.take(*PEAK)),
    }
    asked(case)
    case.done()
    return Got(flopwatt.calculate("fit.peak_tokens", given).value)


def _floor(case: Case) -> Got:
    """Time to read a prompt, or of one decoding step, that no engine beats."""
    said = asked(case)
    count = case.take(*GPUS)
    parallel = case.take(*PARALLEL)
    given: dict[str, Any] = {"gpus": str(count or parallel or 1)}
    if parallel is not None:
        given["tp"] = str(parallel)
    card = case.take("gpu", "accelerator", "on", "hardware")
    _speeds(case, given)
    batch, seq = case.take("batch_tokens", *BATCH), case.take(*CONTEXT)
    dtype = format_of(case.take("dtype", "weight_dtype", "precision") or "")
    params = case.take(*PARAMS)
    source = source_of(case) if params is None else None
    case.done()
    if source is not None and re.search(r"experts? (touched|read|loaded|used)", said):
        return Got(flopwatt.read_model(source, batch=batch)["experts.touched"])
    if batch is not None:
        given["wanted"] = str(batch)
    if seq is not None and "prompt" not in given:
        given["context"] = amount(seq, "token")
    size = None if params is None else amount(params, "param")
    if "prompt" in given and size is not None:
        return _prompt_by_size(case, size, given)
    on = None if card is None else str(card)
    found = flopwatt.fit(source, on, params=size, dtype=dtype, given=given)
    value = value_in(found, _floor_key(said, given, card, size), "s")
    if re.search(r"tokens?( per |/)s", case.unit):
        step = f"{round(in_unit(value, 's', 'ns'))} ns"  # a unit takes whole numbers alone
        return Got(flopwatt.convert(f"{whole(batch or 1)} token / ({step})", "token/s").value)
    return Got(sized(value, "s", case.unit))


def _floor_key(said: str, given: dict[str, Any], card: object, size: str | None) -> str:
    """Which floor is asked for."""
    if "prompt" in given:
        return "fit.prefill_floor"
    if "bandwidth" not in given and card is None:
        raise Unmapped("asks for no floor")
    cache = re.search(r"cache|\bkv\b", said)
    if (
        cache
        and "weight" in said
        and not re.search(r"(without|no|not|exclud\w+) .*(cache|kv)", said)
    ):
        raise Unmapped("asks for weights and cache together")
    if cache and "weight" not in said:
        return "fit.decode_cache_floor"
    stored = re.search(r"stored|embedding included|all weights|every weight", said)
    return "fit.decode_floor_stored" if stored or size is not None else "fit.decode_floor"


def _prompt_by_size(case: Case, size: str, given: dict[str, Any]) -> Got:
    """The floor of a prompt where only a size is known: two operations for each parameter."""
    each = flopwatt.convert(f"{size} * (2 FLOP/param/token)", "FLOP/token").value
    given = {f"fit.{key}": value for key, value in given.items() if key != "wanted"}
    given["fit.tp"] = given["fit.gpus"]
    given |= {
        "models.flops.weights": f"{each!r} FLOP/token",
        "models.flops.output_head": "0 FLOP/token",
    }
    return Got(sized(flopwatt.calculate("fit.prefill_floor", given).value, "s", case.unit))


def _speeds(case: Case, given: dict[str, Any]) -> None:
    """How fast a GPU reads and computes, and which share of it is reached."""
    for name in list(case.input):
        match = re.fullmatch(r"(?:memory_|hbm_)?(?:bandwidth|bw)_?(?:(tb|gb)_?p?s?)?", name)
        if match:
            given["bandwidth"] = amount(case.take(name), f"{(match[1] or 'tb').upper()}/s")
        match = re.fullmatch(r"(?:peak_)?(t|p)flops(?:_peak|_per_gpu)?", name)
        if match:
            given["peak"] = amount(case.take(name), f"{match[1].upper()}FLOP/s")
    prompt = case.take("prompt_tokens", "prompt", "input_tokens", "prefill_tokens")
    if prompt is not None:
        given["prompt"] = amount(prompt, "token")
    share = case.take(*SHARES)
    if share is not None:
        name = "efficiency" if "prompt" in given else "bandwidth_efficiency"
        given[name] = f"{flopwatt.convert(f'{share!r} ratio', '%').value!r} %"
