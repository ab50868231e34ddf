"""What naming a thing of the catalog gives a plan: facts as leaves, a count, and notes."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from flopwatt.catalog.facts import age_problems
from flopwatt.catalog.find import canonical, thing_leaves
from flopwatt.catalog.load import load_gives
from flopwatt.catalog.names import find
from flopwatt.catalog.prices import find_token_prices
from flopwatt.catalog.records import TokenPrice
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import CatalogError, Problem

TOKEN_PRICE = "token price"


@dataclass(frozen=True)
class Chosen:
    """Leaves of the instance that named the thing, how many of it, and what to tell.

    ``count`` is None where the name holds none; ``whole`` says that it counts all there
    are, and not those of one machine. ``name`` is the thing's own, ``machine`` that of the
    cloud machine by which it was named.
    """

    leaves: tuple[Leaf, ...]
    count: int | None = None
    whole: bool = False
    notes: tuple[str, ...] = ()
    name: str = ""
    machine: str = ""


def choose_thing(
    vocabulary: Vocabulary,
    entity: str,
    instance: str,
    kind: str,
    name: str,
    as_of: datetime.date | None,
) -> Chosen:
    """What the catalog knows, on a day, of a thing as people name it. Raises CatalogError."""
    if kind == TOKEN_PRICE:
        return _token_prices(vocabulary, instance, name, as_of)
    match = find(kind, name)
    leaves = tuple(thing_leaves(vocabulary, entity, instance, match.thing))
    machine = match.instance
    one_machine = machine is not None and match.count == int(machine.cells["count"])
    return Chosen(
        leaves=leaves,
        count=match.count,
        whole=match.count is not None and not one_machine,
        notes=(
            *([match.note] if match.note else []),
            *_stale(kind, match.thing.name, leaves, as_of),
        ),
        name=match.thing.name,
        machine=machine.name if machine else "",
    )


def _stale(
    kind: str, name: str, leaves: Iterable[Leaf], as_of: datetime.date | None
) -> Iterable[str]:
    """What is old on the day the plan starts; a model's parameters do not age."""
    dates = () if kind == "model" or as_of is None else {leaf.origin.as_of for leaf in leaves}
    for date in sorted(date for date in dates if as_of and date <= as_of.isoformat()):
        for problem in age_problems(date, as_of, f"what is known of {name}", "stale_facts"):
            yield problem.message


def supplied_by(kind: str) -> tuple[str, ...]:
    """The quantities that a thing of a kind can supply."""
    return tuple(load_gives().get(kind, {}))


def _token_prices(
    vocabulary: Vocabulary, instance: str, name: str, as_of: datetime.date | None
) -> Chosen:
    """Prices of a model's tokens; where several providers sell it, the name must say which."""
    provider, _, model = name.rpartition("/")
    every = find_token_prices(name, as_of, provider=provider or None)
    prices = [price for price in every if not price.tier]
    providers = sorted({price.provider for price in prices})
    if len(providers) != 1:
        raise CatalogError([_which(name, model, providers)])
    leaves = _price_leaves(vocabulary, instance, prices)
    used = [price for price in prices if price.leg in _legs()]
    stale = [problem.message for price in used[:1] for problem in price.problems]
    return Chosen(tuple(leaves), notes=(*stale, *_tiers(every)))


def _tiers(prices: Iterable[TokenPrice]) -> Iterable[str]:
    """What long prompts cost is told, not used: which tier applies depends on each request."""
    above = sorted({price.tier for price in prices if price.tier and price.leg in _legs()})
    if above:
        yield f"longer prompts cost more: these prices hold up to {above[0]:,.0f} prompt tokens"


def _legs() -> dict[str, tuple[str, str]]:
    """By kind of token: the quantity that its price supplies, and what it is called."""
    return {
        leg: (quantity, said)
        for quantity, legs in load_gives()[TOKEN_PRICE].items()
        for leg, said in legs.items()
    }


def _which(name: str, model: str, providers: list[str]) -> Problem:
    message = "several sell this model" if providers else "this provider does not sell the model"
    allowed = ", ".join(f"{provider}/{model}" for provider in providers)
    return Problem("unknown-name", message, given=name, allowed=allowed or f"{model} alone")


def _price_leaves(
    vocabulary: Vocabulary, instance: str, prices: Iterable[TokenPrice]
) -> Iterable[Leaf]:
    quantities = _legs()
    for price in prices:
        if price.leg in quantities and price.price is not None:
            quantity, said = quantities[price.leg]
            text = f"{price.price} USD/Mtoken"
            detail = f"{price.provider} {price.model}: {said}"
            origin = Origin("catalog", "", price.source, price.as_of, detail, text)
            value = canonical(vocabulary.quantities[quantity], text)
            yield Leaf(quantity, instance, value, Rank.CATALOG, origin)
