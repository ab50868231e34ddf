"""Looks for what is wrong in price rows: flags it with the row's place, and drops nothing."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from flopwatt.catalog.facts import read_limit
from flopwatt.catalog.load import load_limits, load_things, plain
from flopwatt.catalog.prices import list_providers, load_offers
from flopwatt.catalog.records import Offer
from flopwatt.problems import Problem

HOSTLESS = "accelerator only"
Flag = tuple[Offer, str, Problem]


@dataclass(frozen=True)
class Medians:
    """What a chip costs: the median over providers, for each purchase and for all of them."""

    by_purchase: dict[tuple[str, str], float]
    over_all: dict[str, float]

    def of(self, offer: Offer) -> float | None:
        """The median for the offer's purchase, or over all where too few sell it so."""
        over_all = self.over_all.get(offer.accelerator)
        return self.by_purchase.get((offer.accelerator, offer.purchase), over_all)


def check_offers(rows: Iterable[Offer]) -> tuple[Problem, ...]:
    """Every doubt about the rows, in their order; the rows themselves are left alone.

    A price that cannot be one (empty, NaN, 0, negative) is a problem; all else is a
    warning, for a true price may be dear: spot above on-demand, far from the chip's median
    over providers (those of the catalog counted in), far apart between regions, a count
    that is not the machine's, a host that is not in the price, a price of a whole machine.
    """
    offers = list(rows)
    medians = medians_of(offers)
    order = {id(offer): number for number, offer in enumerate(offers)}
    flags: list[Flag] = []
    for offer in offers:
        unusable = list(_unusable(offer))
        flags += unusable or _beside_median(offer, medians)
        flags += [*_wrong_shape(offer), *_no_host(offer)]
    usable = [offer for offer in offers if not list(_unusable(offer))]
    flags += [*_spot_above(usable), *_between_regions(usable)]
    flags.sort(key=lambda flag: order[id(flag[0])])
    return tuple(_placed(*flag) for flag in flags)


def medians_of(offers: Sequence[Offer]) -> Medians:
    """Medians over providers, each with one voice; the catalog's own defaults are counted in."""
    own = [offer for provider in list_providers() for offer in load_offers(provider)]
    seen = {(o.provider, o.instance, o.accelerator, o.purchase, o.region, o.price) for o in own}
    fresh = [
        o
        for o in offers
        if (o.provider, o.instance, o.accelerator, o.purchase, o.region, o.price) not in seen
    ]
    single: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    every: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for offer in (*own, *fresh):
        if offer.use != "default" or _no_price(offer) or list(_unusable(offer)):
            continue
        price = offer.price or 0.0
        single[offer.accelerator, offer.purchase][plain(offer.provider)].append(price)
        every[offer.accelerator][plain(offer.provider)].append(price)
    fewest = read_limit("fewest_providers")
    return Medians(
        {key: _over(voices) for key, voices in single.items() if len(voices) >= fewest},
        {key: _over(voices) for key, voices in every.items() if len(voices) >= fewest},
    )


@functools.cache
def market_price(accelerator: str) -> float | None:
    """What an hour of an accelerator costs, in USD: the median over providers, or None."""
    return medians_of(()).over_all.get(accelerator)


def dear_from(accelerator: str) -> float | None:
    """From which price an hour of an accelerator is flagged as dear, in USD, or None."""
    market = market_price(accelerator)
    return None if market is None else market * read_limit("highest_of_median")


def _over(voices: dict[str, list[float]]) -> float:
    return _middle([_middle(prices) for prices in voices.values()])


def _middle(numbers: Sequence[float]) -> float:
    """The median; the standard library's costs ten milliseconds to import."""
    ordered = sorted(numbers)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def _no_price(offer: Offer) -> bool:
    return offer.price is None or not math.isfinite(offer.price) or offer.price <= 0


def _unusable(offer: Offer) -> Iterator[Flag]:
    """A price that is none: empty, NaN, 0, or what lists write for not known."""
    price = offer.price
    if price is None:
        yield _flag(offer, "bad-number", "the price is empty: not known is not 0", warning=False)
    elif not math.isfinite(price):
        yield _flag(offer, "not-finite", "the price is not a number", warning=False)
    elif price <= 0:
        message = "the price is 0: lists write that where it is not known"
        if price < 0:
            message = "the price is below 0"
        yield _flag(offer, "out-of-range", message, warning=False)
    else:
        marks = [float(text) for text in load_limits()["placeholders"].split(",")]
        written = (price, price * (offer.count or 1))
        if price <= marks[0] or any(math.isclose(one, mark) for one in written for mark in marks):
            message = f"{price:g} is a placeholder in price lists, not a price"
            yield _flag(offer, "unlikely", message)


def _beside_median(offer: Offer, medians: Medians) -> Iterator[Flag]:
    price, usual = offer.price or 0.0, medians.of(offer)
    if usual is None:
        return
    ratio = price / usual
    low, high = read_limit("lowest_of_median"), read_limit("highest_of_median")
    count = offer.count or 1
    if count > 1 and ratio > high and read_limit("machine_price_from") <= ratio / count <= high:
        message = (
            f"{price:g} per GPU-hour is {ratio:.1f} times the median: is it the price of the whole "
            f"machine? {price / count:.4g} a GPU would be usual"
        )
        yield _flag(offer, "unlikely", message, f"{low * usual:.2f} to {high * usual:.2f}")
        return
    # dear is set against every way of buying, cheap against the same way: spot is cheap by nature
    middle = min(usual, medians.over_all.get(offer.accelerator, usual))
    allowed = f"{low * usual:.2f} to {high * middle:.2f}"
    if price > high * middle:
        message = f"{price:g} is dear: {price / middle:.1f} times the median over providers"
        yield _flag(offer, "unlikely", message, allowed)
    elif ratio < low:
        message = f"{price:g} is cheap: {ratio:.2f} of the median over providers"
        yield _flag(offer, "unlikely", message, allowed)


def _wrong_shape(offer: Offer) -> Iterator[Flag]:
    """A count or a part that is not the known machine's."""
    spelled = plain(offer.instance)
    machines = load_things("instance").values()
    machine = next((m for m in machines if spelled and spelled in m.spellings), None)
    if machine is None:
        return
    count, part = int(machine.cells["count"]), machine.cells["accelerator"]
    if offer.count is not None and offer.count != count:
        message = f"{machine.name} has {count} accelerators, not {offer.count}"
        yield _flag(offer, "unlikely", message, str(count), column="count")
    if offer.accelerator != part:
        message = f"{machine.name} has {part}, not {offer.accelerator}"
        yield _flag(offer, "unlikely", message, part, column="accelerator")


def _no_host(offer: Offer) -> Iterator[Flag]:
    """An accelerator priced apart from the machine that hosts it."""
    said = f"{offer.basis} {offer.note} {offer.source} {offer.instance}".lower()
    marks = [mark.strip() for mark in load_limits()["priced_apart_marks"].split(",")]
    marked = offer.basis == HOSTLESS or any(mark in said for mark in marks)
    apart = [plain(name) for name in load_limits()["priced_apart"].split(",")]
    bare = not offer.instance or plain(offer.instance) == plain(offer.accelerator)
    part = load_things("accelerator").get(offer.accelerator)
    rented_whole = part is not None and part.cells["form"] == "board"
    if marked or (plain(offer.provider) in apart and bare and not rented_whole):
        message = f"{offer.provider} prices the accelerator apart: the host is not in this price"
        allowed = "the price of accelerator and host together"
        yield _flag(offer, "unlikely", message, allowed)


def _spot_above(offers: Sequence[Offer]) -> Iterator[Flag]:
    listed: dict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    for offer in offers:
        if offer.purchase == "on_demand" and offer.use != "history":
            listed[_machine(offer)].append(offer.price or 0.0)
    for offer in offers:
        others = listed.get(_machine(offer))
        if offer.purchase == "spot" and others and (offer.price or 0.0) > min(others):
            message = f"spot at {offer.price:g} is above on-demand at {min(others):g}"
            yield _flag(offer, "unlikely", message, f"at most {min(others):g}")


def _machine(offer: Offer) -> tuple[str, str, str, str]:
    return plain(offer.provider), plain(offer.instance), offer.accelerator, offer.region


def _between_regions(offers: Sequence[Offer]) -> Iterator[Flag]:
    most = read_limit("most_between_regions")
    groups: dict[tuple[str, ...], list[Offer]] = defaultdict(list)
    for offer in offers:
        if offer.use != "history":
            key = (*_machine(offer)[:3], offer.purchase, offer.basis)
            groups[key].append(offer)
    for group in groups.values():
        if len({offer.region for offer in group}) < 2:
            continue
        prices = [offer.price or 0.0 for offer in group]
        for offer in group:
            price = offer.price or 0.0
            far = max(max(prices) / price, price / min(prices))
            if far > most:
                other = max(prices) if max(prices) / price == far else min(prices)
                message = f"{price:g} here and {other:g} in another region, {far:.2g} times apart"
                yield _flag(offer, "unlikely", message, f"within {most:g} times")


def _flag(
    offer: Offer, code: str, message: str, allowed: str = "", *, column: str = "price",
    warning: bool = True,
) -> Flag:  # fmt: skip
    given = "" if offer.price is None else f"{offer.price:g}"
    given = str(getattr(offer, column)) if column != "price" else given
    problem = Problem(code, message, given=given, allowed=allowed, warning=warning)
    return offer, column, problem


def _placed(offer: Offer, column: str, problem: Problem) -> Problem:
    """The problem at the cell it is about; the machine as its field."""
    where = (offer.provider, offer.instance or offer.accelerator, offer.purchase, offer.region)
    field = " ".join(part for part in where if part)
    place = offer.places.get(column) or next(iter(offer.places.values()), None)
    return Problem(
        problem.code, problem.message, place, field, problem.given, problem.allowed,
        warning=problem.warning,
    )  # fmt: skip
