"""What naming a thing of the catalog gives a plan: facts as leaves, a count, and notes."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace

from flopwatt.catalog.facts import STALE, STALE_GRIDS, age_problems
from flopwatt.catalog.find import canonical, thing_leaves
from flopwatt.catalog.grids import GRID, grid_leaves, grid_notes
from flopwatt.catalog.load import load_gives
from flopwatt.catalog.names import find
from flopwatt.catalog.prices import find_token_prices, load_token_prices
from flopwatt.catalog.racks import LOAD, chip_leaves, rack_leaves, server_of
from flopwatt.catalog.records import Thing, TokenPrice
from flopwatt.catalog.servers import server_leaves
from flopwatt.model.quantity import Quantity
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import CatalogError, Problem, nearest

ACCELERATOR, SERVER = "accelerator", "server"
TOKEN_PRICE, TIER = "token price", "tier"
MANY = 256  # answers that are kept: plans much alike name the same things
Gives = tuple[Quantity, str]


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


@functools.lru_cache(MANY)
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
        return _token_prices(vocabulary, entity, instance, name, as_of)
    match = find(kind, name)
    if kind == GRID:
        return _grid(vocabulary, entity, instance, match.thing.name, as_of)
    servers: tuple[Leaf, ...] = ()
    if entity == LOAD:
        leaves, servers = _of_load(vocabulary, instance, match.thing)
    else:
        leaves = tuple(thing_leaves(vocabulary, entity, instance, match.thing))
    if kind == ACCELERATOR and entity != LOAD:
        servers = tuple(server_leaves(vocabulary, entity, instance, match.thing.name, as_of))
    machine = match.instance
    one_machine = machine is not None and match.count == int(machine.cells["count"])
    return Chosen(
        leaves=(*leaves, *servers),
        count=match.count,
        whole=match.count is not None and not one_machine,
        notes=(
            *([match.note] if match.note else []),
            *_stale(kind, match.thing.name, leaves, as_of),
        ),
        name=match.thing.name,
        machine=machine.name if machine else "",
    )


def _grid(
    vocabulary: Vocabulary, entity: str, instance: str, name: str, as_of: datetime.date | None
) -> Chosen:
    """Price, carbon and wait of a region, as far as the entity asks for them."""
    found = list(grid_leaves(vocabulary, entity, instance, name, as_of))
    leaves, figures = [leaf for leaf, _ in found], [figure for _, figure in found]
    old = (
        problem.message
        for figure in figures
        for problem in age_problems(
            figure.fact.as_of,
            as_of,
            f"{figure.fact.quantity} of {figure.grid} in the catalog",
            STALE_GRIDS,
        )
    )
    return Chosen(tuple(leaves), notes=(*grid_notes(name, figures), *old), name=name)


def _of_load(
    vocabulary: Vocabulary, instance: str, thing: Thing
) -> tuple[tuple[Leaf, ...], tuple[Leaf, ...]]:
    """What draws power where an accelerator is named, or a server that holds it."""
    if thing.kind == SERVER:
        chips = tuple(chip_leaves(vocabulary, instance, thing))
        return chips, tuple(rack_leaves(vocabulary, instance, thing))
    server = server_of(thing.name)
    racks = rack_leaves(vocabulary, instance, server) if server else ()
    return tuple(thing_leaves(vocabulary, LOAD, instance, thing)), tuple(racks)


def _stale(
    kind: str, name: str, leaves: Iterable[Leaf], as_of: datetime.date | None
) -> Iterable[str]:
    """What is old on the day the plan starts; a model's parameters do not age."""
    dates = () if kind == "model" or as_of is None else {leaf.origin.as_of for leaf in leaves}
    for date in sorted(date for date in dates if as_of and date <= as_of.isoformat()):
        for problem in age_problems(date, as_of, f"what is known of {name}", STALE):
            yield problem.message


def supplied_by(kind: str) -> tuple[str, ...]:
    """The quantities that a thing of a kind can supply."""
    also = load_gives()[SERVER] if kind == ACCELERATOR else {}
    return (*load_gives().get(kind, {}), *also)


def _token_prices(
    vocabulary: Vocabulary, entity: str, instance: str, name: str, as_of: datetime.date | None
) -> Chosen:
    """Prices of a model's tokens; where several providers sell it, the name must say which."""
    provider, slash, model = name.partition("/")  # a model's own name may have a slash too
    if not slash:
        provider, model = "", name
    every = _sold(model, provider, as_of)
    providers = sorted({price.provider for price in every if not price.tier})
    if len(providers) != 1:
        raise CatalogError([_which(name, model, providers)])
    legs = _legs(vocabulary, entity)
    used = [price for price in every if price.leg in legs and price.price is not None]
    plain = [price for price in used if not price.tier]
    above = sorted((price for price in used if price.tier), key=lambda price: price.tier)
    leaves = [_leaf(instance, p, legs[p.leg], f"{p.price} USD/Mtoken") for p in plain]
    notes = [problem.message for price in plain[:1] for problem in price.problems]
    # what long prompts cost is told, not used: which tier applies depends on each request
    for dear in above[:1]:
        if TIER in legs:
            leaves.append(_leaf(instance, dear, legs[TIER], f"{dear.tier:.0f} tokens/call"))
        else:
            held = f"these prices hold up to {dear.tier:,.0f} prompt tokens"
            notes.append(f"longer prompts cost more: {held}")
    return Chosen(tuple(leaves), notes=tuple(notes), name=f"{providers[0]}/{every[0].model}")


def _sold(model: str, provider: str, as_of: datetime.date | None) -> tuple[TokenPrice, ...]:
    """The prices of a model. Raises CatalogError, with the nearest that the provider sells."""
    try:
        return find_token_prices(model, as_of, provider=provider or None)
    except CatalogError as error:
        own = sorted({one.model for one in load_token_prices() if one.provider == provider})
        near = nearest(model, own)
        if not near:
            raise
        (problem,) = error.problems
        raise CatalogError([replace(problem, nearest=f"{provider}/{near}")]) from error


def _legs(vocabulary: Vocabulary, entity: str) -> dict[str, Gives]:
    """By kind of token: the entity's quantity that its price supplies, and what it is called."""
    every = load_gives()[TOKEN_PRICE].items()
    found = ((vocabulary.quantities.get(name), legs) for name, legs in every)
    return {
        leg: (quantity, said)
        for quantity, legs in found
        if quantity is not None and quantity.entity == entity
        for leg, said in legs.items()
    }


def _which(name: str, model: str, providers: list[str]) -> Problem:
    message = "several sell this model" if providers else "this provider does not sell the model"
    allowed = ", ".join(f"{provider}/{model}" for provider in providers)
    return Problem("unknown-name", message, given=name, allowed=allowed or f"{model} alone")


def _leaf(instance: str, price: TokenPrice, gives: Gives, text: str) -> Leaf:
    quantity, said = gives
    detail = f"{price.provider} {price.model}: {said}"
    origin = Origin("catalog", "", price.source, price.as_of, detail, text)
    return Leaf(quantity.name, instance, canonical(quantity, text), Rank.CATALOG, origin)
