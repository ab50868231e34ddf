"""GPU-hours, days, cost and utilisation of training runs, and the peaks behind them."""

from __future__ import annotations

import re
from typing import Any

import flopwatt
from tools.cases.hardware import find_peak, read_claimed_peak, read_fleet, read_params, read_peak
from tools.cases.reading import Case, Got, Unmapped, amount, in_unit, solve, take_fields

FIELDS = {
    r"(training_)?tokens": ("training.tokens", "token"),
    r"(gpu|accelerator|chip|device)_hours": ("training.accelerator_hours", "GPU-hour"),
    r"gpus|chips|accelerators|devices": ("training.gpus", "GPU"),
    r"days": ("training.held_for", "day"),
    r"hours": ("training.held_for", "hour"),
    r"weeks": ("training.held_for", "week"),
    r"months": ("training.held_for", "month"),
    r"flop|flops|training_flop": ("training.flops", "FLOP"),
    r"(model_)?tflops?_per_gpu|achieved_tflops?(_per_gpu)?": (
        "training.achieved_flops",
        "TFLOP/s/GPU",
    ),
    r"usd_per_(gpu_)?hour": ("training.price", "USD/GPU/hour"),
    r"peak_tflops?(_per_gpu)?": ("training.peak", "TFLOP/s/GPU"),
    r"mfu|utili[sz]ation": ("training.mfu", "ratio"),
    r"goodput|effective_(time|share)": ("training.effective_time", "ratio"),
    r"tokens_per_second(_per_gpu)?|tokens_per_s_per_gpu": ("training.throughput", "token/s/GPU"),
    r"gpu_hours_per_(1e12|trillion)_tokens": (
        "training.gpu_hours_per_token",
        "GPU-hour/Ttoken",
    ),
    r"model_tflop_per_sample": ("training.flops_per_sample", "TFLOP/sample"),
    r"batch(_per_gpu)?|samples_per_step": ("training.samples_per_step", "sample/GPU"),
    r"(batch|tokens_per)_(tokens|step)": ("training.tokens_per_step", "token"),
    r"step_(seconds|time)|seconds_per_step": ("training.step_time", "s"),
    r"flop_per_token": ("training.flops_per_token", "FLOP/token"),
}
PER_TOKENS = re.compile(r"(?:model_)?([tpge])flop_per_(\d+)_tokens")
GOALS = {
    "ratio": [
        ("training.restated_mfu", "ratio"),
        ("training.paid_hours_mfu", "ratio"),
        ("training.achieved_mfu", "ratio"),
    ],
    **{f"{unit}s": [("training.duration", unit)] for unit in ("hour", "day", "week", "month")},
    "years": [("training.duration", "year")],
    "GPU-hours": [("training.accelerator_hours", "GPU-hour")],
    "USD": [("training.cost", "USD")],
    "FLOP": [("training.flops", "FLOP")],
    "TFLOP/s": [("training.paid_flops", "TFLOP/s/GPU"), ("training.achieved_flops", "TFLOP/s/GPU")],
}


def answer(case: Case) -> Got:
    """One quantity of a training run, or the peak of a GPU."""
    if set(case.input) <= {"gpu", "precision"} and case.unit == "TFLOP/s":
        return Got(find_peak(case.need("gpu"), case.take("precision") or ""))
    if isinstance(case.input.get("gpu_hours"), dict):
        return _of_stages(case)
    read_fleet(case)
    given = read_params(case) | _method(case)
    for name in list(case.input):
        if found := PER_TOKENS.fullmatch(name):
            unit = f"{found[1].upper()}FLOP/{found[2]} token"
            given["training.flops_per_token"] = amount(case.input.pop(name), unit)
    given |= _peaks(case)
    if "gpus" in case.input and "tokens_per_second" in case.input:  # of all GPUs together
        given["training.total_throughput"] = amount(case.take("tokens_per_second"), "token/s")
    given |= take_fields(case, FIELDS)
    case.done()
    return solve(given, GOALS.get(case.unit, []))


def _peaks(case: Case) -> dict[str, Any]:
    """The peak of the GPU, and where a report used another one, that beside it."""
    given: dict[str, Any] = {}
    precision = case.take("precision") or ""
    reported = case.take("reported_mfu", "claimed_mfu")
    if reported is not None:
        claimed = read_claimed_peak(case, case.need("peak_used", "claimed_peak"))
        given["training.reported_mfu"] = amount(reported, "FLOP/peak FLOP")
        given["training.reported_peak"] = claimed
    peak = case.take("real_gpu", "peak", "gpu", "accelerator")
    if peak is not None:
        given["training.peak"] = read_peak(case, peak, precision)
    return given


def _method(case: Case) -> dict[str, str]:
    """The 6 of ``6ND over all hours``."""
    method = case.take("method")
    if method is None:
        return {}
    found = re.match(r"([\d.]+) ?[x×*]? ?N ?[x×*]? ?D", method)
    if found is None:
        raise Unmapped(f"does not know the method {method}")
    return {"training.flops_per_param_token": f"{found[1]} FLOP/param/token"}


def _of_stages(case: Case) -> Got:
    """A model trained in stages, each a run of a plan with its own GPU-hours."""
    stages = case.need("gpu_hours")
    price = amount(case.take("usd_per_gpu_hour") or 1, "USD/GPU/hour")
    case.done()
    goals = {"USD": ("training_cost", "USD"), "GPU-hours": ("training_hours", "GPU-hour")}
    if case.unit not in goals:
        raise Unmapped(f"does not know stages of training in {case.unit}")
    runs = {
        re.sub(r"[^A-Za-z0-9_-]", "-", name): {
            "accelerator_hours": amount(hours, "GPU-hour"),
            "price": price,
        }
        for name, hours in stages.items()
    }
    plan = {"start": "2026-01-01", "models": {"m": {"params": "1B"}}, "training": runs}
    key, unit = goals[case.unit]
    found = flopwatt.run(plan)[f"models.m.{key}"]
    return Got(in_unit(found, unit, unit))
