"""What tokens, GPU-hours and instances cost, as bills and prices state it."""

from __future__ import annotations

import re
from typing import Any

import flopwatt
from tools.cases.hardware import read_fleet
from tools.cases.reading import Case, Got, Unmapped, amount, solve, take_fields

TOKENS = {
    r"(prompt|in|input)(_tokens)?|tokens_in": ("products.input_tokens", "token/call"),
    r"(out|output|completion)(_tokens)?|tokens_out": ("products.output_tokens", "token/call"),
    r"(reasoning|thinking)(_tokens)?": ("products.reasoning_tokens", "token/call"),
    r"cached(_of_those|_tokens|_input|_input_tokens)?": ("products.cached_tokens", "token/call"),
    r"cached_(share|fraction)|cache_hit_(rate|share)": ("products.cached_share", "ratio"),
    r"cache_writes?(_tokens)?|cache_creation(_input)?_tokens": (
        "products.cache_write_tokens",
        "token/call",
    ),
    r"tokens|tokens_per_request": ("products.tokens_per_request", "token/request"),
    r"(llm_)?calls_per_request": ("products.calls_per_request", "call/request"),
    r"retries|retry_(rate|share|fraction)": ("products.retries", "ratio"),
    r"(daily_)?requests(_per_day)?|calls(_per_day)?": ("products.requests", "request/day"),
    r"(requests|calls)_per_month|monthly_requests": ("products.requests", "request/month"),
    r"users|seats": ("products.users", "ratio"),
    r"requests_per_(user|seat)(_per_day|_day)?": ("products.requests_per_user", "request/day"),
    r"requests_per_(user|seat)(_per)?_month": ("products.requests_per_user", "request/month"),
    r"tokens_per_day|daily_tokens": ("products.tokens_per_day", "token/day"),
    r"tokens_per_month|monthly_tokens": ("products.tokens_per_day", "token/month"),
    r"words": ("training.words", "word"),
    r"tokens_per_word": ("training.tokens_per_word", "token/word"),
    r"words_per_token": ("training.words_per_token", "word/token"),
    r"batch_(api_)?discount": ("products.batch_discount", "ratio"),
}
RENTED = {
    r"usd_per_(gpu_)?hour|price_per_gpu_hour": ("offer.price", "USD/GPU/hour"),
    r"usd_per_hour_instance|usd_per_instance_hour|instance_usd_per_hour": (
        "offer.instance_price",
        "USD/hour",
    ),
    r"gpus_per_instance": ("offer.gpus_per_instance", "GPU"),
    r"gpus": ("offer.gpus", "GPU"),
    r"utili[sz]ation|load": ("offer.utilisation", "ratio"),
    r"tokens_per_second(_per_gpu)?|tokens_per_s": ("offer.throughput", "token/s/GPU"),
}
LEGS = {
    "in": "input_price",
    "input": "input_price",
    "prompt": "input_price",
    "cached": "cached_price",
    "cached_input": "cached_price",
    "cache_read": "cached_price",
    "out": "output_price",
    "cache_write": "cache_write_price",
    "cache_writes": "cache_write_price",
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
# a time in words, as hours, days, months or years of a case may be
SPAN = re.compile(r"(?:an? |one |the |average |full |whole )*(day|week|month|year)")
SPANS = {"hours": "hour", "days": "day", "weeks": "week", "months": "month", "years": "year"}
BY_TIME = re.compile(r"(daily|monthly)_.*|.*_(day|month|per_user|per_seat)")  # volume as a rate
# by the unit asked for: what may answer, the fullest bill first
GOALS = {
    "USD": (
        ("products.cost_over_span", "USD"),
        ("products.cost_per_day", "USD/day"),
        ("products.cost_per_request", "USD/request"),
        ("products.batch_cost_over_span", "USD"),
        ("products.batch_cost_per_day", "USD/day"),
        ("products.batch_cost_per_request", "USD/request"),
        ("products.input_cost", "USD/call"),
        ("products.output_cost", "USD/call"),
        ("offer.cost", "USD"),
    ),
    "USD/Mtoken": (("offer.token_price", "USD/Mtoken"), ("products.blended_price", "USD/Mtoken")),
    "USD per GPU-hour": (("offer.price", "USD/GPU/hour"),),
    "USD per request": (
        ("products.cost_per_request", "USD/request"),
        ("products.batch_cost_per_request", "USD/request"),
    ),
    "USD per call": (("products.cost_per_call", "USD/call"),),
    "USD per day": (
        ("products.cost_per_day", "USD/day"),
        ("products.batch_cost_per_day", "USD/day"),
    ),
    "USD per month": (("products.cost_per_month", "USD"), ("offer.cost", "USD")),
    "USD per year": (("products.cost_over_span", "USD"), ("offer.cost", "USD")),
    "tokens": (
        ("training.tokens", "token"),
        ("products.tokens_over_span", "token"),
        ("products.tokens_per_day", "token/day"),
    ),
}


def answer(case: Case) -> Got:
    """One bill or price."""
    if {"seats", "usd_per_seat_month"} == set(case.input):
        return _of_seats(case)
    read_fleet(case)
    given = take_prices(case) | take_span(case)
    held = case.input.get("gpus", case.input.get("gpus_per_instance"))
    if held is not None and "tokens_per_second" in case.input:  # of all GPUs together
        given["offer.total_throughput"] = amount(case.take("tokens_per_second"), "token/s")
        given["offer.gpus"] = amount(held, "GPU")
    goals = list(GOALS.get(case.unit, ()))
    if case.unit == "USD" and "requests_per_month" in case.input:
        goals.insert(0, ("products.cost_per_month", "USD"))
    given |= take_fields(case, TOKENS | RENTED)
    case.done()
    if "training.words" in given and case.unit != "tokens":  # words are billed as tokens
        words = {key: given.pop(key) for key in list(given) if key.startswith("training.")}
        counted = flopwatt.calculate("training.tokens", words)
        given["products.tokens_per_request"] = f"{counted.value!r} {counted.unit}"
    return solve(given, goals)


def take_span(case: Case) -> dict[str, Any]:
    """A time that GPUs are rented for, or that a rate of requests or tokens lasts."""
    lasts = any(BY_TIME.fullmatch(name) for name in case.input)
    for name, unit in SPANS.items():
        if name in case.input:
            value = case.take(name)
            words = SPAN.fullmatch(str(value))
            text = f"1 {words[1]}" if words else amount(value, unit)
            return {"products.span" if lasts else "offer.term": text}
    period = case.unit.removeprefix("USD per ")
    if period == "year" or (period == "month" and not lasts and "gpus" in case.input):
        return {"products.span" if lasts else "offer.term": f"1 {period}"}
    return {}


def _of_seats(case: Case) -> Got:
    """Seats at a price by the month: one amount times another."""
    price = f"{case.take('usd_per_seat_month')!r} (USD/month)"
    bill = f"{price} * ({amount(case.take('seats'), 'ratio')})"
    if case.unit not in ("USD per month", "USD per year"):
        raise Unmapped(f"does not know seats in {case.unit}")
    return Got(flopwatt.convert(bill, case.unit).value)


def take_prices(case: Case) -> dict[str, Any]:
    """Prices of tokens, one for all or one for each leg, per million, thousand or token."""
    given: dict[str, Any] = {}
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
