"""What growth compounds to, and how many tokens usage comes to."""

from __future__ import annotations

import re

import flopwatt
from tools.cases.cost import BY_TIME, TOKENS
from tools.cases.crossover import take_growth
from tools.cases.reading import Case, Got, Unmapped, amount, in_unit, solve, take_fields

FIELDS = {
    r"user_requests(_per_day)?": ("products.requests", "request/day"),
    r"user_requests_per_month": ("products.requests", "request/month"),
    r"llm_calls_per_request|calls_per_(task|request)": (
        "products.calls_per_request",
        "call/request",
    ),
    r"tokens_per_call": ("products.tokens_per_call", "token/call"),
}
MONTHLY = re.compile(r"monthly_.*|.*_month")  # once growth is taken, volume
SPANS = {"days": "day", "weeks": "week", "months": "month", "years": "year"}
GOALS = {
    **{unit: [("products.doubling_time", unit)] for unit in ("days", "months", "years")},
    "×": [("products.growth_factor", "×")],
    "tokens": [
        ("products.tokens_over_span", "token"),
        ("products.tokens_per_day_grown", "token/day"),
        ("products.tokens_per_day", "token/day"),
    ],
}


def answer(case: Case) -> Got:
    """A factor, or tokens."""
    if "factor" in case.input:
        return _growth_behind(case)
    given = take_growth(case)
    monthly = any(MONTHLY.fullmatch(name) for name in case.input)
    lasts = any(BY_TIME.fullmatch(name) for name in case.input)
    for name, unit in SPANS.items():
        if name in case.input:  # volume after a time where it grows, and all of it where not
            adds_up = lasts and "products.growth" not in given
            span = "products.span" if adds_up else "products.growth_span"
            given[span] = amount(case.take(name), unit)
    given |= take_fields(case, FIELDS | TOKENS)
    case.done()
    if case.unit in SPANS and set(given) == {"products.growth"}:
        given["products.growth_span"] = "1 month"  # to read the growth over; any will do
        doubled = solve(given, GOALS.get(case.unit, []))
        return doubled if doubled.value is not None else Got(None, "never")
    goals = GOALS.get(case.unit, [])
    per_month = [(key, unit.replace("/day", "/month")) for key, unit in goals]
    return solve(given, per_month if monthly else goals)


def _growth_behind(case: Case) -> Got:
    """The growth per month that comes to a factor over a time."""
    factor = case.take("factor")
    name = next((name for name in SPANS if name in case.input), None)
    if name is None:
        raise Unmapped("does not know over what time the factor holds")
    seen = f"{factor}x per {amount(case.take(name), SPANS[name])}"
    case.done()
    wanted, _, period = case.unit.partition("/")
    if wanted not in ("ratio", "%") or (period or SPANS[name]) != "month":
        raise Unmapped(f"does not know growth in {case.unit} over {name}")
    found = flopwatt.calculate("products.growth", {"products.growth": seen})
    if found.value is None or found.unit != "%/month":
        raise Unmapped(f"does not know growth in {found.unit}")
    return Got(in_unit(found.value, "%", wanted))
