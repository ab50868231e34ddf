"""When inference passes training: in dollars, or in arithmetic."""

from __future__ import annotations

import re

import flopwatt
from tools.cases.cost import TOKENS, take_prices
from tools.cases.hardware import read_params, read_peak
from tools.cases.reading import (
    Case,
    Got,
    Unmapped,
    amount,
    growth,
    in_unit,
    solve,
    take_fields,
    unused,
)

# a crossing far away must fall inside the plan, where a case names no horizon
TIME = {"start": "2026-01-01", "horizon": "600 months"}
TRAINED = r"(train(ing)?_)?tokens"
FIELDS = {
    r"train(ing)?(_cost)?_usd|train(ing)?_cost": ("training.cost", "USD"),
    TRAINED: ("training.tokens", "token"),
    r"(train(ing)?_)?gpus": ("training.gpus", "GPU"),
    r"(train(ing)?_)?days": ("training.held_for", "day"),
    r"(train(ing)?_)?mfu": ("training.mfu", "ratio"),
    r"(train(ing)?_)?flops?": ("training.flops", "FLOP"),
    r"(achieved_)?tflops?(_per_gpu)?": ("training.achieved_flops", "TFLOP/s/GPU"),
    r"goodput|effective_(time|share)": ("training.effective_time", "ratio"),
    r"experiments(_share|_fraction)?": ("training.experiments", "ratio"),
    r"failed(_runs)?(_share|_fraction)?": ("training.failed", "ratio"),
    r"research(_usd)?": ("training.research", "USD"),
    r"(train(ing)?_)?gpu_hours": ("training.accelerator_hours", "GPU-hour"),
    r"usd_per_gpu_hour": ("training.price", "USD/GPU/hour"),
    r"(infer(ence)?_)?usd_first_month|first_month_usd|infer(ence)?_usd_per_month": (
        "products.first_month_cost",
        "USD",
    ),
    r"(infer(ence)?_)?usd_per_day|daily_usd": ("products.cost_per_day", "USD/day"),
    r"(infer(ence)?_)?usd_per_year|annual_usd": ("products.cost_per_day", "USD/year"),
    r"share": ("products.share", "ratio"),
    r"spent_before(_usd)?": ("products.spent_before", "USD"),
}
DAYS = {"months": "month", "days": "day", "years": "year"}
GROWTHS = {
    "month": ("growth_per_month", "monthly_growth"),
    "day": ("growth_per_day", "daily_growth"),
    "year": ("growth_per_year", "annual_growth", "yearly_growth"),
}


def answer(case: Case) -> Got:
    """A time after launch, or an amount of tokens."""
    if "train_flop_per_token" in case.input:
        return _in_arithmetic(case)
    horizon = _horizon(case)
    fields = dict(FIELDS)
    if "params" not in case.input and "active_params" not in case.input:
        del fields[TRAINED]  # tokens are those of a request
    given = TIME | horizon | read_params(case)
    peak = case.take("peak", "gpu", "accelerator")
    if peak is not None:
        given["training.peak"] = read_peak(case, peak, case.take("precision") or "")
    given |= take_growth(case) | take_prices(case) | take_fields(case, fields | TOKENS)
    case.done()
    if case.unit not in DAYS:
        raise Unmapped(f"does not know a crossover in {case.unit}")
    found = flopwatt.calculate("products.crossover", given)
    if idle := unused(found):
        raise Unmapped("; ".join(map(str, idle)))
    if found.outcome == "never" and not horizon:
        # beyond the longest plan, unless spend shrinks so that it adds up to less
        limit = flopwatt.calculate("products.spend_limit", given)
        found = flopwatt.calculate("products.crossover.at_this_rate", given)
        if limit.value is not None or found.value is None:
            return Got(None, "never")
    if found.value is None:
        return Got(None, found.outcome)
    return Got(in_unit(found.value, found.unit, DAYS[case.unit]), "crosses")


def _horizon(case: Case) -> dict[str, str]:
    """The length of the plan, where a case names one: a crossing beyond it is never."""
    for name, unit in (("horizon_months", "month"), ("horizon_years", "year")):
        if name in case.input:
            return {"horizon": amount(case.take(name), unit)}
    return {}


def take_growth(case: Case) -> dict[str, str]:
    """The growth of a case, a fraction per month or year."""
    for period, names in GROWTHS.items():
        share = case.take(*names)
        if share is not None:
            return {"products.growth": growth(share, period)}
        doubling = case.take(f"doubling_{period}s", f"doubles_every_{period}s")
        if doubling is not None:
            return {"products.growth": f"doubles every {amount(doubling, period)}"}
    if isinstance(case.input.get("growth"), str):  # a number alone has no period
        return {"products.growth": case.take("growth")}
    return {}


def _in_arithmetic(case: Case) -> Got:
    given = {
        "training.tokens": amount(case.need("train_tokens"), "token"),
        "training.flops_per_param_token": _coefficient(case.need("train_flop_per_token")),
        "models.forward_flops": _coefficient(case.need("infer_flop_per_token")),
    }
    case.done()
    return solve(given, [("models.parity_tokens", "token")] if case.unit == "tokens" else [])


def _coefficient(text: object) -> str:
    """The 6 of 6N; where no N is named, the arithmetic of one token itself."""
    found = re.fullmatch(r"([\d.]+) ?N?", str(text))
    if found is None:
        raise Unmapped(f"does not know {text} as arithmetic per token")
    return f"{found[1]} FLOP/param/token"
