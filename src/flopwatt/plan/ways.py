"""What a purchase may buy from: one way for each offer that the plan states or the catalog has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flopwatt.catalog import canonical, market_offer, offer_leaf
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.plan.draft import Draft
from flopwatt.plan.purchases import PURCHASE, workload_of
from flopwatt.plan.way_problems import (
    ASSET,
    DISCOUNT,
    PRICE,
    TERM,
    WAY,
    bought_twice,
    check_owned,
    check_stated,
    never_spot,
    no_price,
)
from flopwatt.reader import Text

RUN, FLEET = "run", "fit"
KIND, ALLOWED, SPOT = "way_kind", "way_allowed", "spot"
PLACE, SHAPE = "purchase_place", "load_shape"
CONVENTION = "convention#buying"
ON_DEMAND = "listed_on_demand"
HOUSING = "way_housing"
# ways to own, in the order of the words of housing
HOUSED = {"owned_colocation": "owned in colocation", "owned_site": "owned on own site"}
# what an asset states of its hours as a whole, so that housing makes no difference to it
SITE, RATE = frozenset(("site_capital", "site_life")), "colocation_rate"
AS_A_WHOLE = frozenset(("owned_hour_price", "annual_opex", "purchase_price"))


@dataclass(frozen=True)
class Sort:
    """A sort of offer: the field that states its price, its word, and what holds of all such.

    ``bought`` is the word that the catalog has for it; ``kept`` the term for which a fleet, whose
    load moves by the hour, pays what a run holds for as long as it lasts; ``less`` what it takes
    off the price on demand where its own price is not known, with its source; ``also`` what else
    of a purchase holds of such ways, by quantity of a purchase and of a way.
    """

    stated: str
    word: str
    bought: str
    term: str = ""
    kept: str = ""
    less: str = ""
    source: str = ""
    also: tuple[tuple[str, str], ...] = ()


AHEAD = (("reserved_upfront", "way_upfront"),)
SORTS = (
    Sort(ON_DEMAND, "on demand", "on_demand"),
    Sort("listed_spot", SPOT, "spot"),
    Sort("listed_block", "capacity block", "capacity_block", kept="1 month"),
    Sort(
        "listed_reserved_1y",
        "reserved 1 year",
        "reserved_1y",
        term="12 months",
        less="37 %",
        source="epoch-cost-model#commitment discounts",
        also=AHEAD,
    ),
    Sort(
        "listed_reserved_3y",
        "reserved 3 years",
        "reserved_3y",
        term="36 months",
        less="56 %",
        source="epoch-cost-model#commitment discounts",
        also=AHEAD,
    ),
)


def offer_ways(draft: Draft) -> None:
    """Add to the draft, for each purchase, its workload's load and a way for each sort of offer."""
    check_stated(draft)
    bought: dict[tuple[str, str], str] = {}
    for number, purchase in enumerate(draft.instances.get(PURCHASE, {})):
        found = workload_of(draft, purchase)
        if found is None:
            continue
        if found in bought:
            draft.problems.append(bought_twice(draft, purchase, bought[found], found[1]))
            continue
        bought[found] = purchase
        entity, _ = found
        once = Origin("assumed", source=CONVENTION, detail="its place among the purchases")
        draft.leaves.append(Leaf(PLACE, purchase, float(number), Rank.ASSUMED, once))
        draft.leaves.append(_shape(draft, purchase, entity))
        chosen = draft.chosen.get(found)
        accelerator = chosen.name if chosen else ""
        for sort in SORTS:
            _offer(draft, purchase, entity, sort, accelerator)
        _own(draft, purchase)
        check_owned(draft, purchase, accelerator)
        if entity == FLEET:
            _bar_spot(draft, purchase)
        if f"{purchase}.{SORTS[0].bought}" not in draft.instances[WAY]:
            draft.problems.append(no_price(draft, purchase, accelerator))


def _shape(draft: Draft, purchase: str, entity: str) -> Leaf:
    words = draft.vocabulary.quantities[SHAPE].words
    at_once = entity == RUN
    detail = "all GPUs of a run are busy while it lasts" if at_once else "a fleet follows its load"
    origin = Origin("assumed", source=CONVENTION, detail=detail)
    value = float(words.index("all at once" if at_once else "moves"))
    return Leaf(SHAPE, purchase, value, Rank.ASSUMED, origin)


def _offer(draft: Draft, purchase: str, entity: str, sort: Sort, accelerator: str) -> None:
    """Add a way of one sort, where something says what it costs.

    What holds of a sort ranks above what is assumed of any way, and below what a plan says.
    """
    name = f"{purchase}.{sort.bought}"
    price = _price(draft, purchase, sort, accelerator)
    leaves = [replace(price, quantity=PRICE, instance=name)] if price else []
    if price and sort.stated == ON_DEMAND and price.rank is not Rank.GIVEN:
        draft.leaves.append(price)
    if price is None and sort.less and any(_given(draft, purchase, ON_DEMAND)):
        leaves.append(_leaf(draft, DISCOUNT, name, sort.less, sort.source))
    if not leaves:
        return
    draft.instances[WAY][name] = draft.instances[PURCHASE][purchase]
    draft.pointers[WAY, name, PURCHASE] = Text(purchase, None)
    leaves.append(_leaf(draft, KIND, name, sort.word, CONVENTION))
    for stated, of_way in sort.also:
        leaves += [
            replace(leaf, quantity=of_way, instance=name)
            for leaf in _given(draft, purchase, stated)
        ]
    term = sort.term or (sort.kept if entity == FLEET else "")
    if term:
        leaves.append(_leaf(draft, TERM, name, term, CONVENTION))
    draft.leaves += leaves


def _bar_spot(draft: Draft, purchase: str) -> None:
    """Let users be served by nothing that may be taken away, whatever the plan calls it."""
    spot = draft.vocabulary.quantities[KIND].words.index(SPOT)
    kinds = {leaf.instance: leaf.value for leaf in draft.leaves if leaf.quantity == KIND}
    for way in draft.instances[WAY]:
        pointed = draft.pointers.get((WAY, way, PURCHASE))
        if pointed is None or pointed.text != purchase or kinds.get(way) != spot:
            continue
        stated = [x for x in draft.leaves if (x.instance, x.quantity) == (way, ALLOWED)]
        if any(float(leaf.value) for leaf in stated):
            draft.problems.append(never_spot(draft, way))
        detail = "users are served by nothing that may be taken away"
        draft.leaves.append(_leaf(draft, ALLOWED, way, "no", CONVENTION, detail))


def _own(draft: Draft, purchase: str) -> None:
    """Add owning as ways, where a purchase names what is owned; their numbers follow from that.

    Where the asset says neither how it is housed nor what its hour or its year costs, rented
    space and a site of one's own are two ways.
    """
    named = draft.pointers.get((PURCHASE, purchase, ASSET))
    if named is None or named.text not in draft.instances.get(ASSET, {}):
        return  # of one that is not there the purchase tells
    said = {
        leaf.quantity: leaf
        for leaf in draft.leaves
        if leaf.instance == named.text and leaf.rank not in (Rank.ASSUMED, Rank.CATALOG)
    }
    ways: dict[str, tuple[str, int | None]] = {"owned": ("owned", None)}
    if not said.keys() & AS_A_WHOLE:
        stated = said.get("housing")
        only = float(stated.value) if stated else None
        if stated is None and said.keys() & SITE and RATE not in said:
            only = 1.0  # what a site costs is given, and no rate of colocation
        ways = {
            name: (word, place)
            for place, (name, word) in enumerate(HOUSED.items())
            if only is None or only == place
        }
    for sort, (word, housing) in ways.items():
        name = f"{purchase}.{sort}"
        draft.instances[WAY][name] = draft.instances[PURCHASE][purchase]
        draft.pointers[WAY, name, PURCHASE] = Text(purchase, None)
        draft.pointers[WAY, name, ASSET] = named
        draft.leaves.append(_leaf(draft, KIND, name, word, CONVENTION))
        if housing is not None:
            text = draft.vocabulary.quantities[HOUSING].words[housing]
            draft.leaves.append(_leaf(draft, HOUSING, name, text, CONVENTION))


def _leaf(draft: Draft, quantity: str, name: str, text: str, source: str, detail: str = "") -> Leaf:
    value = canonical(draft.vocabulary.quantities[quantity], text)
    origin = Origin("assumed", source=source, detail=detail, text=text)
    return Leaf(quantity, name, value, Rank.CATALOG, origin)


def _price(draft: Draft, purchase: str, sort: Sort, accelerator: str) -> Leaf | None:
    """What an hour costs: as the plan says, or else in the middle of the catalog's offers."""
    given = list(_given(draft, purchase, sort.stated))
    if given:
        if sort.stated != ON_DEMAND:  # it is the price of the way, and of nothing else
            draft.leaves = [leaf for leaf in draft.leaves if leaf not in given]
        return given[-1]
    found = market_offer(accelerator, draft.start, sort.bought) if accelerator else None
    if found is None:
        return None
    detail = f"{accelerator}: median {sort.word} offer, {found.provider}"
    return offer_leaf(draft.vocabulary.quantities[sort.stated], purchase, found, detail)


def _given(draft: Draft, purchase: str, quantity: str) -> Iterator[Leaf]:
    return (
        leaf for leaf in draft.leaves if leaf.instance == purchase and leaf.quantity == quantity
    )
