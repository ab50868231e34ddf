"""When inference passes training: in dollars, or in arithmetic."""

from __future__ import annotations

import re

import flopwatt
from tools.cases.cost import TOKENS, take_prices
from tools.cases.reading import Case, Got, Unmapped, amount, growth, in_unit, solve, take_fields

# a crossing far away must fall inside the plan
TIME = {"start": "2026-01-01", "horizon": "600 months"}
FIELDS = {
    r"train(ing)?(_cost)?_usd|train(ing)?_cost": ("training.cost", "USD"),
    r"(train(ing)?_)?gpu_hours": ("training.accelerator_hours", "GPU-hour"),
    r"usd_per_gpu_hour": ("training.price", "USD/GPU/hour"),
    r"(infer(ence)?_)?usd_first_month|first_month_usd|infer(ence)?_usd_per_month": (
        "products.first_month_cost",
        "USD",
    ),
    r"(infer(ence)?_)?usd_per_day|daily_usd": ("products.cost_per_day", "USD/day"),
    r"share": ("products.share", "ratio"),
    r"spent_before(_usd)?": ("products.spent_before", "USD"),
}
DAYS = {"months": "month", "days": "day", "years": "year"}
GROWTHS = {
    "month": ("growth_per_month", "monthly_growth"),
    "year": ("growth_per_year", "annual_growth"),
}


def answer(case: Case) -> Got:
    """A time after launch, or an amount of tokens."""
    if "train_flop_per_token" in case.input:
        return _in_arithmetic(case)
    given = TIME | take_growth(case) | take_prices(case) | take_fields(case, FIELDS | TOKENS)
    case.done()
    if case.unit not in DAYS:
        raise Unmapped(f"does not know a crossover in {case.unit}")
    found = flopwatt.calculate("products.crossover", given)
    if found.outcome == "never":
        # beyond the longest plan, unless spend shrinks so that it adds up to less
        limit = flopwatt.calculate("products.spend_limit", given)
        found = flopwatt.calculate("products.crossover.at_this_rate", given)
        if limit.value is not None or found.value is None:
            return Got(None, "never")
    if found.value is None:
        return Got(None, found.outcome)
    return Got(in_unit(found.value, found.unit, DAYS[case.unit]), "crosses")


def take_growth(case: Case) -> dict[str, str]:
    """The growth of a case, a fraction per month or year."""
    for period, names in GROWTHS.items():
        share = case.take(*names)
        if share is not None:
            return {"products.growth": growth(share, period)}
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
