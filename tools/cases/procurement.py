"""Renting, reserving and owning GPUs."""

from __future__ import annotations

from tools.cases.reading import Case, Got, growth, solve, take_fields

OFFER = {
    r"on_demand(_usd|_price)?(_per_hour)?": ("offer.on_demand", "USD/GPU/hour"),
    r"reserved(_usd|_price)?(_per_hour)?": ("offer.reserved", "USD/GPU/hour"),
    r"reserved_discount|commitment_discount": ("offer.reserved_discount", "ratio"),
    r"spot(_usd|_price)?(_per_hour)?": ("offer.spot", "USD/GPU/hour"),
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
    r"rent(_usd)?(_per_(gpu_)?hour)?": ("asset.rent", "USD/GPU/hour"),
    r"(annual|yearly)_savings?(_usd)?": ("asset.annual_saving", "USD"),
}
OWNED = ("capex", "capex_usd")
GOALS = {
    "ratio": [("offer.break_even", "ratio"), ("asset.break_even", "ratio")],
    "USD": [("asset.npv", "USD"), ("asset.cost", "USD"), ("offer.cost", "USD")],
    "USD per GPU-hour": [
        ("offer.spot_effective", "USD/GPU/hour"),
        ("offer.reserved_effective", "USD/GPU/hour"),
        ("asset.owned_hour_price", "USD/GPU/hour"),
    ],
    "years": [("asset.payback", "year")],
}


def answer(case: Case) -> Got:
    """A break-even, a present value or a price of a useful hour."""
    owned = any(name in case.input for name in OWNED)
    fields = ASSET if owned else OFFER
    given = {}
    discount = case.take("discount", "discount_rate") if owned else None
    if discount is not None:
        given["asset.discount"] = growth(discount, "year")
    fields = fields | {r"gpus": ("asset.gpus" if owned else "offer.gpus", "GPU")}
    given |= take_fields(case, fields)
    case.done()
    return solve(given, GOALS.get(case.unit, []))
