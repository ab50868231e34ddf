"""What growth compounds to, and how many tokens usage comes to."""

from __future__ import annotations

from tools.cases.cost import TOKENS
from tools.cases.crossover import take_growth
from tools.cases.reading import Case, Got, amount, solve, take_fields

FIELDS = {
    r"user_requests(_per_day)?": ("products.requests", "request/day"),
    r"user_requests_per_month": ("products.requests", "request/month"),
    r"llm_calls_per_request|calls_per_(task|request)": (
        "products.calls_per_request",
        "call/request",
    ),
    r"tokens_per_call": ("products.tokens_per_call", "token/call"),
    r"months": ("products.growth_span", "month"),
    r"years": ("products.growth_span", "year"),
    r"days": ("products.growth_span", "day"),
}
GOALS = {
    "×": [("products.growth_factor", "×")],
    "tokens": [
        ("products.tokens_per_day_grown", "token/day"),
        ("products.tokens_per_day", "token/day"),
    ],
}


def answer(case: Case) -> Got:
    """A factor, or tokens."""
    given = take_growth(case)
    for period in ("month", "year", "day"):
        doubling = case.take(f"doubling_{period}s", f"doubles_every_{period}s")
        if doubling is not None:
            given["products.growth"] = f"doubles every {amount(doubling, period)}"
    monthly = "user_requests_per_month" in case.input or "tokens_per_month" in case.input
    given |= take_fields(case, FIELDS | TOKENS)
    case.done()
    goals = GOALS.get(case.unit, [])
    per_month = [(key, unit.replace("/day", "/month")) for key, unit in goals]
    return solve(given, per_month if monthly else goals)
