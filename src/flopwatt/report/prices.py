"""Prices as people look them up: what each provider asks for a GPU-hour, or for tokens."""

from __future__ import annotations

from statistics import median

from flopwatt.catalog import (
    Offer,
    TokenPrice,
    find_prices,
    find_token_prices,
    list_providers,
    list_things,
    load_offers,
)
from flopwatt.problems import CatalogError
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.sources import legend, mark_of, numbered
from flopwatt.report.texts import counted
from flopwatt.units import parse_unit, show

GPU_HOUR, TOKEN = "USD/GPU/hour", "USD/Mtoken"
CAUTION = "*"
CAUTION_NOTE = "* not for a default: a floor, a placeholder, or a part of the price"


def price_page(name: str | None = None) -> Section:
    """What every GPU costs, or every offer for one GPU or machine, or what a model's tokens cost.

    Raises CatalogError for a name that is none of them.
    """
    if name is None:
        return _overview()
    try:
        prices = find_prices(name)
    except CatalogError as error:
        return _tokens(name, error)
    marks = numbered(offer.source for offer in prices)
    rows = tuple(_row(offer, mark_of(marks, offer.source)) for offer in prices)
    notes = [CAUTION_NOTE] if any(offer.use == "caution" for offer in prices) else []
    notes += legend(marks)
    columns = ("bought", "per GPU-hour", "provider", "machine", "as of", "source")
    words = ("provider", "machine")
    table = Table("prices", "The latest of each provider, machine and region", columns, rows,
                  "\n".join(notes), words=words)  # fmt: skip
    title = prices.reason or f"{counted(len(prices), 'offer')} for {prices.offers[0].accelerator}"
    return Section("prices", title, (table,) if len(prices) else ())


def _row(offer: Offer, source: str) -> tuple[Cell, ...]:
    mark = CAUTION if offer.use == "caution" else ""
    where = ", ".join(part for part in (offer.instance, offer.region) if part)
    return (
        Cell(offer.purchase.replace("_", " ")),
        Cell(_price(offer.price, GPU_HOUR) + mark),
        Cell(offer.provider),
        Cell(where or "any"),
        Cell(offer.as_of),
        Cell(source),
    )


def _price(number: float | None, unit: str) -> str:
    """The price alone; the head of its column says of what."""
    if number is None:
        return "not known"
    return show(number * parse_unit(unit).factor, unit).partition(" per ")[0]


def _overview() -> Section:
    """On-demand prices of every GPU that somebody rents out."""
    every = [offer for provider in list_providers() for offer in load_offers(provider)]
    rows = []
    for thing in list_things("accelerator"):
        own = [o for o in every if o.accelerator == thing.name and o.purchase == "on_demand"]
        usual = [o for o in own if o.use == "default" and o.price and not o.until]
        prices = [offer.price for offer in usual if offer.price]
        if prices:
            rows.append(
                (
                    Cell(thing.name),
                    Cell(str(len({offer.provider for offer in usual}))),
                    *(
                        Cell(_price(p, GPU_HOUR))
                        for p in (min(prices), median(prices), max(prices))
                    ),
                    Cell(max(offer.as_of for offer in usual)),
                )
            )
    columns = ("GPU", "providers", "lowest", "median", "highest", "newest")
    note = "Per GPU-hour, list prices. flopwatt prices H100 names every offer, its date and source."
    table = Table(
        "prices", "On demand, placeholders and floors left out", columns, tuple(rows), note
    )
    return Section("prices", f"What {len(rows)} GPUs cost to rent", (table,))


def _tokens(name: str, unknown: CatalogError) -> Section:
    """What a model's tokens cost; a name that nobody prices is told as what it is most like."""
    try:
        prices = find_token_prices(name)
    except CatalogError as error:
        gpu, model = unknown.problems[0].nearest, error.problems[0].nearest
        raise (error if model and not gpu else unknown) from None
    marks = numbered(price.source for price in prices)
    rows = tuple(_token_row(price, mark_of(marks, price.source)) for price in prices)
    columns = ("tokens", "per million", "above", "provider", "as of", "source")
    table = Table("prices", "Of each provider, the latest", columns, rows, "\n".join(legend(marks)),
                  words=("provider",))  # fmt: skip
    return Section("prices", f"What tokens of {prices[0].model} cost", (table,))


def _token_row(price: TokenPrice, source: str) -> tuple[Cell, ...]:
    number = f"x {price.multiplier:g}" if price.price is None else _price(price.price, TOKEN)
    return (
        Cell(price.leg.replace("_", " ")),
        Cell(number),
        Cell(f"{price.tier:,.0f} tokens" if price.tier else "0"),
        Cell(price.provider),
        Cell(price.as_of),
        Cell(source),
    )
