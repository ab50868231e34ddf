"""What tokens, GPU-hours and instances cost, as bills and prices state it."""

from __future__ import annotations

from typing import Any

from tools.cases.reading import Case, Got, amount, solve, take_fields

TOKENS = {
    r"(prompt|in|input)(_tokens)?|tokens_in": ("products.input_tokens", "token/call"),
    r"(out|output|completion)(_tokens)?|tokens_out": ("products.output_tokens", "token/call"),
    r"(reasoning|thinking)(_tokens)?": ("products.reasoning_tokens", "token/call"),
    r"cached(_of_those|_tokens|_input|_input_tokens)?": ("products.cached_tokens", "token/call"),
    r"cached_(share|fraction)|cache_hit_(rate|share)": ("products.cached_share", "ratio"),
    r"tokens|tokens_per_request": ("products.tokens_per_request", "token/request"),
    r"(llm_)?calls_per_request": ("products.calls_per_request", "call/request"),
    r"retries|retry_(rate|share|fraction)": ("products.retries", "ratio"),
    r"requests(_per_day)?|calls": ("products.requests", "request/day"),
    r"requests_per_month": ("products.requests", "request/month"),
    r"tokens_per_day": ("products.tokens_per_day", "token/day"),
    r"tokens_per_month": ("products.tokens_per_day", "token/month"),
    r"words": ("training.words", "word"),
    r"tokens_per_word": ("training.tokens_per_word", "token/word"),
    r"words_per_token": ("training.words_per_token", "word/token"),
}
RENTED = {
    r"usd_per_(gpu_)?hour|price_per_gpu_hour": ("offer.price", "USD/GPU/hour"),
    r"usd_per_hour_instance|usd_per_instance_hour|instance_usd_per_hour": (
        "offer.instance_price",
        "USD/hour",
    ),
    r"gpus_per_instance": ("offer.gpus_per_instance", "GPU"),
    r"gpus": ("offer.gpus", "GPU"),
    r"hours": ("offer.term", "hour"),
    r"days": ("offer.term", "day"),
    r"months": ("offer.term", "month"),
    r"years": ("offer.term", "year"),
    r"utili[sz]ation|load": ("offer.utilisation", "ratio"),
    r"tokens_per_second(_per_gpu)?|tokens_per_s": ("offer.throughput", "token/s/GPU"),
}
LEGS = {
    "in": "input_price",
    "input": "input_price",
    "prompt": "input_price",
    "cached": "cached_price",
    "cached_input": "cached_price",
    "out": "output_price",
    "output": "output_price",
    "completion": "output_price",
    "reasoning": "reasoning_price",
}
PER = {
    "usd_per_m": "USD/Mtoken",
    "usd_per_1m": "USD/Mtoken",
    "usd_per_million": "USD/Mtoken",
    "usd_per_1k": "USD/ktoken",
    "usd_per_k": "USD/ktoken",
    "usd_per_token": "USD/token",
}
AVERAGE_MONTH = ("average month", "month", "a month", "one month")
# by the unit asked for: what may answer, the fullest bill first
GOALS = {
    "USD": (
        ("products.cost_per_day", "USD/day"),
        ("products.cost_per_request", "USD/request"),
        ("products.input_cost", "USD/call"),
        ("products.output_cost", "USD/call"),
        ("offer.cost", "USD"),
    ),
    "USD/Mtoken": (("offer.token_price", "USD/Mtoken"), ("products.blended_price", "USD/Mtoken")),
    "USD per GPU-hour": (("offer.price", "USD/GPU/hour"),),
    "USD per request": (("products.cost_per_request", "USD/request"),),
    "USD per day": (("products.cost_per_day", "USD/day"),),
    "USD per month": (("products.cost_per_month", "USD"), ("offer.cost", "USD")),
    "tokens": (("training.tokens", "token"), ("products.tokens_per_day", "token/day")),
}


def answer(case: Case) -> Got:
    """One bill or price."""
    given = take_prices(case)
    if case.input.get("hours") in AVERAGE_MONTH:
        case.take("hours")
        given["offer.term"] = "1 month"
    held = case.input.get("gpus", case.input.get("gpus_per_instance"))
    if held is not None and "tokens_per_second" in case.input:  # of all GPUs together
        given["offer.total_throughput"] = amount(case.take("tokens_per_second"), "token/s")
        given["offer.gpus"] = amount(held, "GPU")
    goals = list(GOALS.get(case.unit, ()))
    if case.unit == "USD" and "requests_per_month" in case.input:
        goals.insert(0, ("products.cost_per_month", "USD"))
    given |= take_fields(case, TOKENS | RENTED)
    case.done()
    return solve(given, goals)


def take_prices(case: Case) -> dict[str, Any]:
    """Prices of tokens, one for all or one for each leg, per million, thousand or token."""
    given = {}
    for name in list(case.input):
        for start, unit in PER.items():
            leg = name.removeprefix(f"{start}_")
            if name == start and isinstance(case.input[name], dict):
                if set(case.input[name]) <= set(LEGS):
                    legs = case.input.pop(name)
                    given |= {f"products.{LEGS[k]}": amount(v, unit) for k, v in legs.items()}
                    break
            elif name == start:
                given["products.token_price"] = amount(case.input.pop(name), unit)
                break
            elif name.startswith(f"{start}_") and leg in LEGS:
                given[f"products.{LEGS[leg]}"] = amount(case.input.pop(name), unit)
                break
    return given
