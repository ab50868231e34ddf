"""Owned GPUs: the parts of their hour, every way to count what they cost, and their worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from flopwatt.catalog import Offer, market_offer
from flopwatt.report.cells import UNKNOWN, cell, make_table
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import listed, value_text
from flopwatt.studies.assets import Asset, assets_of
from flopwatt.studies.run import Study
from flopwatt.units import parse_unit, show

HOUR, PER_HOUR, PER_GPU = "owned_hour_price", " per GPU-hour", " per GPU"
GPU_HOUR = "USD/GPU/hour"
PARTS = {
    "life": "life",
    "hour.capital": "capital",
    "hour.space": "space",
    "hour.energy": "energy",
    "hour.operating": "operating",
    HOUR: "together",
    "hour.used": "used hour",
}
WAYS = {
    "hour.list": "list",
    "hour.negotiated": "negotiated",
    "hour.amortised": "amortised",
    HOUR: "ownership",
}
CAPITAL = "capital.per_gpu"
PARTLY = ("hour.capital", "hour.energy")
WORTH = {
    "gpus": ("GPUs", " GPUs", " GPU"),
    "capex": ("capital",),
    "annual_opex": ("running, a year", " per year"),
    "rent": ("rent", PER_HOUR),
    "break_even": ("break-even",),
    "npv": ("present value",),
    "delivered": ("there from",),
}
USED = "utilisation"
NOTE = (
    "Capital is paid back in equal parts over the life, with interest, less what the resale is "
    "worth. Taxes are left out."
)
IDLE = "A used hour pays for the idle ones too."
COUNTED = (
    "List, negotiated and amortised spread capital evenly over the life and count nothing else: "
    "at list price, as paid, and less the resale. Ownership adds interest, space, energy and "
    "operation."
)
VALUED = "Present value: rent saved in the hours used, less running them, at the cost of capital."
MOST_TOLD = 4  # assets told one by one in a sentence
ALL_USED = 1.0


def own_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """What an hour of the assets of a plan, or of those named, costs and what of."""
    assets = assets_of(study.plan, study.results, names)
    if not assets:
        return None
    tables = [_parts(study, assets), _ways(study, assets), *_worth(study, assets)]
    return Section("own", _finding(assets), tuple(tables))


def _finding(assets: Sequence[Asset]) -> str:
    """How much of the hour is capital, and how much electricity."""
    known = [asset for asset in assets if asset.knows(HOUR) and asset.knows(PARTLY[0])]
    if not known:
        return f"What an hour costs is given, or not known, for {_all(assets)}."
    capital, energy = (_span([asset.at(key) / asset.at(HOUR) for asset in known]) for key in PARTLY)
    return f"Capital is {capital} of the hour of {_all(known)}, electricity {energy}."


def _all(assets: Sequence[Asset]) -> str:
    return listed([asset.name for asset in assets], "asset")


def _span(shares: Sequence[float]) -> str:
    low, high = (f"{100 * share:.0f}" for share in (min(shares), max(shares)))
    return f"{low} %" if low == high else f"{low} to {high} %"


def own_text(study: Study, names: Sequence[str] | None = None) -> str:
    """What an hour of each asset costs, in a sentence."""
    assets = assets_of(study.plan, study.results, names)
    known = [asset for asset in assets if asset.knows(HOUR)]
    if not known:
        return f"What an hour of {_all(assets)} costs is not known."
    if len(known) > MOST_TOLD:
        known = sorted(known, key=lambda asset: asset.at(HOUR))
        ends = (f"{hour_text(study, one)} ({one.name})" for one in (known[0], known[-1]))
        return f"An owned GPU costs {' to '.join(ends)} an hour, used or not."
    told = [f"{hour_text(study, asset)} ({asset.name})" for asset in known]
    last = f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[-1]
    return f"An hour of an owned GPU costs {last}, used or not."


def hour_text(study: Study, asset: Asset) -> str:
    """What one hour of one GPU of an asset costs."""
    value = study.results[f"{asset.key}.{HOUR}"]
    return value_text(value, study.plan.start).replace(PER_HOUR, "")


def _parts(study: Study, assets: Sequence[Asset]) -> Table:
    idle = any(asset.at(USED) < ALL_USED for asset in assets)
    keys = [key for key in PARTS if key != ("life" if idle else "hour.used")]
    rows = [
        (Cell(asset.name), *(_central(study, f"{asset.key}.{key}") for key in keys))
        for asset in assets
    ]
    heads = ("asset", *(PARTS[key] for key in keys))
    note = "\n".join((NOTE, *_spaces(study, assets), *([IDLE] if idle else [])))
    return make_table(study, "own-parts", "One hour of one owned GPU", heads, rows, note)


def _central(study: Study, key: str) -> Cell:
    """The text of a value without its range, for which a row of parts has no room."""
    return replace(cell(study, key, PER_HOUR), range="")


def _spaces(study: Study, assets: Sequence[Asset]) -> Iterator[str]:
    """What space is, and for how much power; once for all that stand alike."""
    stands: dict[str, list[str]] = {}
    for asset in assets:
        if asset.knows("power"):
            where, power, pue = (
                value_text(study.results[f"{asset.key}.{key}"], study.plan.start)
                for key in ("housing", "power", "pue")
            )
            said = f"{where} for {power.replace(' IT', '')}, PUE {pue.partition(' ')[0]}"
            stands.setdefault(said, []).append(asset.name)
    for said, names in stands.items():
        of = "" if len(stands) == 1 else f" of {listed(names, 'asset')}"
        yield f"Space{of} is {said}."


def _ways(study: Study, assets: Sequence[Asset]) -> Table:
    """Each way to count, in USD per GPU-hour, beside the price of renting on demand."""
    rows = [
        (
            Cell(asset.name),
            cell(study, f"{asset.key}.{CAPITAL}", PER_GPU),
            *(cell(study, f"{asset.key}.{key}", PER_HOUR) for key in WAYS),
            Cell(_rented(market(asset))),
        )
        for asset in assets
    ]
    heads = ("asset", "a GPU", *WAYS.values(), "on demand")
    note = "\n".join((COUNTED, *_market_notes(assets)))
    return make_table(study, "own-ways", "The hour by every way to count it", heads, rows, note)


def market(asset: Asset) -> Offer | None:
    """The on-demand offer in the middle of those that held when the plan starts."""
    return market_offer(asset.accelerator, asset.plan.start) if asset.accelerator else None


def _rented(offer: Offer | None) -> str:
    return price_text(offer) if offer else UNKNOWN


def price_text(offer: Offer) -> str:
    """The price of an hour of an offer."""
    price = (offer.price or 0.0) * parse_unit(GPU_HOUR).factor
    return show(price, GPU_HOUR).replace(PER_HOUR, "")


def _market_notes(assets: Sequence[Asset]) -> Iterator[str]:
    """Whose on-demand price is shown, once for each accelerator."""
    for name in dict.fromkeys(asset.accelerator for asset in assets if asset.accelerator):
        offer = market_offer(name, assets[0].plan.start)
        if offer:
            seen = f"{offer.provider}, {offer.as_of}"
            yield f"On demand: the middle one of the offers for {name}, {seen}."


def _worth(study: Study, assets: Sequence[Asset]) -> Iterator[Table]:
    """All GPUs together, where the plan says how many."""
    owned = [asset for asset in assets if asset.knows("gpus")]
    keys = [key for key in WORTH if any(asset.knows(key) for asset in owned)]
    if not owned:
        return
    rows = []
    for asset in owned:
        cells = (
            cell(study, f"{asset.key}.{key}", *WORTH[key][1:]) if asset.knows(key) else Cell("-")
            for key in keys
        )
        rows.append((Cell(asset.name), *cells))
    heads = ("asset", *(WORTH[key][0] for key in keys))
    yield make_table(study, "own-worth", "All GPUs together", heads, rows, VALUED * ("npv" in keys))
