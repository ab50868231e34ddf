"""Dated prices: what an accelerator-hour and a token cost, where, and as of which day."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterable, Mapping
from dataclasses import replace

from flopwatt.catalog import load
from flopwatt.catalog.days import Day, first_day, last_day
from flopwatt.catalog.facts import age_problems
from flopwatt.catalog.load import load_table, plain
from flopwatt.catalog.names import find
from flopwatt.catalog.records import Offer, Prices, TokenPrice
from flopwatt.catalog.tables import Row
from flopwatt.problems import CatalogError, Problem, closest, nearest

PURCHASES = ("on_demand", "spot", "reserved_1y", "reserved_3y", "capacity_block")
CHEAPEST_ZONE = "zone minimum"  # no price that a whole run can count on


@functools.cache
def list_providers() -> tuple[str, ...]:
    """Everyone whose prices the catalog holds."""
    return tuple(sorted(path.stem for path in (load.DATA / "offers").glob("*.csv")))


@functools.cache
def load_offers(provider: str) -> tuple[Offer, ...]:
    """Every offer of a provider that was ever written down, the superseded ones included."""
    return tuple(_offer(provider, row) for row in load_table(f"offers/{provider}").rows)


def _offer(provider: str, row: Row) -> Offer:
    cells = row.cells
    return Offer(
        provider=provider,
        instance=cells["instance"],
        accelerator=cells["accelerator"],
        count=int(cells["count"]) if cells["count"] else None,
        purchase=cells["purchase"],
        price=float(cells["price"]) if cells["price"] else None,
        region=cells["region"],
        basis=cells["basis"],
        as_of=cells["as_of"],
        until=cells["until"],
        source=cells["source"],
        verified=cells["verified"],
        use=cells["use"],
        note=cells["note"],
    )


def find_prices(
    name: str, as_of: Day = None, *, purchase: str | None = None, provider: str | None = None
) -> Prices:
    """The offers for an accelerator, or for a cloud machine, that held on a day.

    Of each provider, machine, purchase and region the latest not after the day; without a
    day, the latest of all. Superseded offers are left out where the day they ended is
    known, and offers for caution are in: ``use`` tells them apart. Stale ones carry a
    warning. Where there is none, ``reason`` says so. Raises CatalogError for unknown names.
    """
    match = find("accelerator", name)
    _check_word("purchase", purchase, PURCHASES)
    _check_word("provider", provider, list_providers())
    day = last_day(as_of)
    offers = [
        offer
        for one in ([provider] if provider else list_providers())
        for offer in load_offers(one)
        if offer.accelerator == match.thing.name
        and purchase in (None, offer.purchase)
        and (match.instance is None or plain(offer.instance) == plain(match.instance.name))
        and _held(offer, day)
    ]
    found = [
        replace(offer, problems=age_problems(offer.as_of, day, _about(offer), "stale_prices"))
        for offer in _latest(offers)
    ]
    found.sort(
        key=lambda offer: (PURCHASES.index(offer.purchase), offer.price or 0, offer.provider)
    )
    asked = " ".join(part for part in (purchase, match.thing.name) if part)
    by = f" by {provider}" if provider else ""
    on = f" on or before {day.isoformat()}" if day else ""
    return Prices(tuple(found), "" if found else f"the catalog holds no offer for {asked}{by}{on}")


@functools.cache
def market_offers(
    accelerator: str, as_of: Day = None, purchase: str = "on_demand"
) -> tuple[Offer, ...]:
    """The offers that held on a day by a way of buying, the cheapest first: each provider's own.

    A floor, a placeholder or a part of a price is none of them. Offers that are past by now count
    where there are no others.
    """
    held = find_prices(accelerator, as_of, purchase=purchase).offers
    priced = [one for one in held if one.price and one.basis != CHEAPEST_ZONE]
    usual = [one for one in priced if one.use == "default"]
    past = [one for one in priced if one.use == "history" and one.until]
    cheapest: dict[str, Offer] = {}
    for offer in usual or past:
        known = cheapest.get(offer.provider)
        least = float("inf") if known is None else known.price or 0
        if offer.price and offer.price < least:
            cheapest[offer.provider] = offer
    return tuple(sorted(cheapest.values(), key=lambda offer: (offer.price or 0, offer.provider)))


@functools.cache
def market_offer(accelerator: str, as_of: Day = None, purchase: str = "on_demand") -> Offer | None:
    """The offer in the middle of those that held on a day by a way of buying; the cheaper of two.

    None where the catalog holds no offer.
    """
    ordered = market_offers(accelerator, as_of, purchase)
    return ordered[(len(ordered) - 1) // 2] if ordered else None


def _check_word(what: str, word: str | None, allowed: Iterable[str]) -> None:
    words = tuple(allowed)
    if word is not None and word not in words:
        message = f"the catalog knows no {what} of this name"
        near = nearest(word, words)
        raise CatalogError(
            [Problem("unknown-name", message, given=word, allowed=", ".join(words), nearest=near)]
        )


def _held(offer: Offer, day: datetime.date | None) -> bool:
    """Whether an offer had been seen by the day and had not ended before it."""
    if day is None:
        return not offer.until
    return first_day(offer.as_of) <= day and (not offer.until or day <= first_day(offer.until))


def _latest(offers: Iterable[Offer]) -> list[Offer]:
    """The newest of each provider, machine, purchase, region and basis.

    An offer that names no machine gives way to any newer one of its provider and purchase.
    """
    newest: dict[tuple[str, ...], Offer] = {}
    by_provider: dict[tuple[str, str], str] = {}
    for offer in sorted(offers, key=lambda offer: first_day(offer.as_of)):
        key = (offer.provider, offer.instance, offer.purchase, offer.region, offer.basis)
        newest[key] = offer
        if offer.use == "default":
            by_provider[offer.provider, offer.purchase] = offer.as_of
    return [
        offer
        for offer in newest.values()
        if offer.instance
        or offer.as_of >= by_provider.get((offer.provider, offer.purchase), offer.as_of)
    ]


def _about(offer: Offer) -> str:
    return f"the {offer.purchase} price of {offer.accelerator} by {offer.provider}"


@functools.cache
def load_token_prices() -> tuple[TokenPrice, ...]:
    """Every price of tokens that was ever written down."""
    return tuple(_token_price(row.cells) for row in load_table("api_prices").rows)


def _token_price(cells: Mapping[str, str]) -> TokenPrice:
    return TokenPrice(
        provider=cells["provider"],
        model=cells["model"],
        leg=cells["leg"],
        price=float(cells["price"]) if cells["price"] else None,
        multiplier=float(cells["multiplier"]) if cells["multiplier"] else None,
        tier=float(cells["tier"] or 0),
        start=cells["start"],
        as_of=cells["as_of"],
        source=cells["source"],
        verified=cells["verified"],
        note=cells["note"],
    )


def find_token_prices(
    model: str, as_of: Day = None, *, provider: str | None = None
) -> tuple[TokenPrice, ...]:
    """What a model's tokens cost on a day: a price for each provider, leg and tier.

    Legs are input, cached_input, cache_write and output. Prices with a start date hold
    from it on; those of the same leg without one held before. Raises CatalogError.
    """
    day = last_day(as_of)
    spelled = plain(model.rpartition("/")[2])
    every = load_token_prices()
    offered = [price for price in every if plain(price.model.rpartition("/")[2]) == spelled]
    if not offered or not spelled:
        models = sorted({price.model for price in every if price.model != "*"})
        message = "the catalog knows no token price of a model of this name"
        near = nearest(model, models)
        few = closest(model, models, 6, cutoff=0.3) or models[:6]
        listed = f"{', '.join(few)}, of {len(models)} models; `flopwatt prices MODEL` shows one"
        raise CatalogError(
            [Problem("unknown-name", message, given=model, allowed=listed, nearest=near)]
        )
    newest: dict[tuple[str, str, float], TokenPrice] = {}
    for price in sorted(offered, key=lambda price: (price.start, price.as_of)):
        if provider in (None, price.provider) and _had_begun(price, day):
            about = f"the {price.leg} price of {price.model} by {price.provider}"
            problems = age_problems(price.as_of, day, about, "stale_prices")
            found = replace(price, problems=problems)
            newest[price.provider, price.leg, price.tier] = found
    return tuple(newest.values())


def _had_begun(price: TokenPrice, day: datetime.date | None) -> bool:
    """Whether its start date has come; a price without one may have held all along."""
    return day is None or not price.start or first_day(price.start) <= day
