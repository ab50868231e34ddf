"""Floors of time, experts that a step reads, and the load that follows from rates."""

from __future__ import annotations

from typing import Any

import flopwatt
from tools.cases.models import format_of, source_of
from tools.cases.reading import Case, Got, Unmapped, amount, in_unit


def answer(case: Case) -> Got:
    """A floor of a model on GPUs, or one figure of a load."""
    if "experts" in case.input:
        return _touched(case)
    if "requests_per_second" in case.input or "request_rate" in case.input:
        given = {
            "fit.request_rate": amount(
                case.take("requests_per_second", "request_rate"), "request/s"
            ),
            "fit.request_time": amount(
                case.need("seconds_per_request", "request_time", "latency_seconds"), "s"
            ),
        }
        case.done()
        return Got(flopwatt.calculate("fit.in_flight", given).value)
    if "peak_to_mean" in case.input:
        return _peak(case)
    return _floor(case)


def _touched(case: Case) -> Got:
    experts, top = case.take("experts"), case.need("top_k", "experts_per_token")
    share = flopwatt.convert(f"{top} ratio / ({experts} ratio)", "ratio").value
    given = {
        "models.experts.count": str(experts),
        "models.experts.share": repr(share),
        "models.batch": str(case.need("batch_tokens", "batch", "tokens")),
    }
    case.done()
    return Got(flopwatt.calculate("models.experts.touched", given).value)


def _peak(case: Case) -> Got:
    """Tokens per second at the peak, of a volume in some time."""
    tokens = case.need("monthly_tokens", "tokens", "tokens_per_month", "daily_tokens")
    seconds = case.need("seconds_per_month", "seconds", "seconds_per_day")
    rate = flopwatt.convert(f"{amount(tokens, 'token')} / ({seconds} s)", "token/s").value
    given = {
        "fit.tokens_per_time": f"{rate!r} token/s",
        "fit.peak_to_mean": str(case.take("peak_to_mean")),
    }
    case.done()
    return Got(flopwatt.calculate("fit.peak_tokens", given).value)


def _floor(case: Case) -> Got:
    """Time to read a prompt, or of one decoding step, that no engine beats."""
    source = source_of(case)
    given: dict[str, Any] = {"gpus": str(case.take("gpus", "n_gpus") or 1)}
    for key, name, unit in (
        ("bandwidth", "bandwidth_tb_s", "TB/s"),
        ("peak", "peak_tflops", "TFLOP/s"),
        ("prompt", "prompt_tokens", "token"),
    ):
        found = case.take(name)
        if found is not None:
            given[key] = amount(found, unit)
    share = case.take("efficiency")
    if share is not None:
        given["efficiency" if "peak" in given else "bandwidth_efficiency"] = (
            f"{flopwatt.convert(f'{share!r} ratio', '%').value!r} %"
        )
    batch = case.take("batch", "batch_tokens")
    dtype = format_of(case.take("dtype") or "")
    convention = str(case.take("convention") or "")
    case.done()
    if "prompt" in given:
        key = "fit.prefill_floor"
    elif "bandwidth" in given:
        key = "fit.decode_floor_stored" if "stored" in convention else "fit.decode_floor"
    else:
        raise Unmapped("asks for no floor")
    more = {"wanted": str(batch)} if batch is not None else {}
    found = flopwatt.fit(source, dtype=dtype, given={**given, **more})
    return Got(in_unit(found[key], "s", case.unit.partition(" per ")[0]))
