"""Renting, reserving and owning GPUs."""

from __future__ import annotations

import re
from typing import Any

from tools.cases.reading import Case, Got, Unmapped, growth, solve, take_fields

PRE, POST, TERM = "(usd_|price_)?", "(_usd|_price|_rate)?(_per_(gpu_)?hour)?", r"\d+_?y(ea)?r?s?"
OFFER = {
    rf"{PRE}on_?demand{POST}": ("offer.on_demand", "USD/GPU/hour"),
    rf"{PRE}(reserved|committed|reservation)(_{TERM})?{POST}": ("offer.reserved", "USD/GPU/hour"),
    rf"(reserved|reservation|commitment|committed)(_{TERM})?_discount": (
        "offer.reserved_discount",
        "ratio",
    ),
    rf"{PRE}spot{POST}": ("offer.spot", "USD/GPU/hour"),
    r"spot_discount": ("offer.spot_discount", "ratio"),
    r"(spot_)?overhead(_fraction|_share)?": ("offer.spot_overhead", "ratio"),
    r"utili[sz]ation|used(_share|_fraction)?": ("offer.used", "ratio"),
    r"price|usd_per_(gpu_)?hour": ("offer.price", "USD/GPU/hour"),
    r"months": ("offer.term", "month"),
    r"hours": ("offer.term", "hour"),
}
ASSET = {
    r"capex(_usd)?": ("asset.capex", "USD"),
    r"opex_(life|lifetime|total)(_usd)?": ("asset.opex", "USD"),
    r"(opex_per_year|annual_opex|opex_annual)(_usd)?": ("asset.annual_opex", "USD/year"),
    r"resale|residual(_value)?(_usd)?": ("asset.resale", "USD"),
    r"(life_)?years|life": ("asset.life", "year"),
    rf"{PRE}rent(al|ed|ing)?{POST}": ("asset.rent", "USD/GPU/hour"),
    rf"{PRE}own(ed|ing)?{POST}": ("asset.owned_hour_price", "USD/GPU/hour"),
    r"(annual|yearly)_savings?(_usd)?": ("asset.annual_saving", "USD"),
}
OWNED = re.compile(rf"capex(_usd)?|{PRE}(own(ed|ing)?|rent(al|ed|ing)?){POST}")
GOALS = {
    "ratio": [("offer.break_even", "ratio"), ("asset.break_even", "ratio")],
    "USD": [
        ("asset.npv", "USD"),
        ("asset.net_saving", "USD"),
        ("asset.cost", "USD"),
        ("offer.cost", "USD"),
    ],
    "USD per GPU-hour": [
        ("offer.spot_effective", "USD/GPU/hour"),
        ("offer.reserved_effective", "USD/GPU/hour"),
        ("asset.owned_hour_price", "USD/GPU/hour"),
        ("offer.reserved", "USD/GPU/hour"),
        ("offer.spot", "USD/GPU/hour"),
    ],
    "years": [("asset.payback", "year")],
    "months": [("asset.payback", "month")],
}


def answer(case: Case) -> Got:
    """A break-even, a present value or a price of a useful hour."""
    if "cash_flows" in case.input:
        _spread(case, case.take("cash_flows"))
    owned = any(OWNED.fullmatch(name) for name in case.input)
    fields = ASSET if owned else OFFER
    given = {}
    if owned:
        discount = case.take("discount", "discount_rate", "annual_discount_rate")
        if discount is not None:
            given["asset.discount"] = growth(discount, "year")
    elif case.unit == "ratio" and "discount" in case.input:
        case.input["reserved_discount"] = case.take("discount")
    fields = fields | {r"gpus": ("asset.gpus" if owned else "offer.gpus", "GPU")}
    given |= take_fields(case, fields)
    case.done()
    return solve(given, GOALS.get(case.unit, []))


def _spread(case: Case, flows: list[Any]) -> None:
    """Cash flows as an asset has them: capital spent today, then one saving every year."""
    first, *later = flows
    if first >= 0 or not later or len(set(later)) > 1 or later[0] < 0:
        raise Unmapped("knows only cash flows of one payment and equal savings every year after")
    case.input |= {"capex": abs(first), "annual_saving": later[0], "years": len(later)}
