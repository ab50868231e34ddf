"""Finds things as people type them, and turns facts and defaults into leaves."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from flopwatt.catalog.load import load_gives, source_of
from flopwatt.catalog.names import find
from flopwatt.catalog.records import Fact, Offer, Thing
from flopwatt.model.population import Population
from flopwatt.model.quantity import Default, Kind, Quantity
from flopwatt.model.ranges import Range, default_shape
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.units import read_growth, read_quantity

REMEMBERED = "from memory, not re-read: check it"
MANY = 4096  # texts of the catalog that are kept as numbers


def find_thing(kind: str, name: str) -> Thing:
    """The thing of that name or alias; the thin form of ``find``. Raises CatalogError."""
    return find(kind, name).thing


def thing_leaves(
    vocabulary: Vocabulary, entity: str, instance: str, thing: Thing
) -> Iterable[Leaf]:
    """What the catalog knows of a thing, as leaves of the instance of an entity that names it.

    Which column supplies which quantity stands in ``gives.yaml``.
    """
    for name, columns in load_gives().get(thing.kind, {}).items():
        fact = first_known(thing, columns)
        quantity = vocabulary.quantities.get(name)
        if quantity is None or quantity.entity != entity or fact is None:
            continue
        about = (columns[fact.quantity], REMEMBERED * (fact.verified == "memory"), fact.note)
        detail = "; ".join(part for part in about if part)
        origin = Origin(
            kind="catalog",
            source=fact.source,
            as_of=fact.as_of,
            detail=f"{thing.name}: {detail}",
            text=fact.text,
        )
        yield Leaf(name, instance, canonical(quantity, fact.text), Rank.CATALOG, origin)


def first_known(thing: Thing, columns: Iterable[str]) -> Fact | None:
    """The first of several properties that is known, or None."""
    return next((fact for fact in map(thing.fact, columns) if fact.value is not None), None)


def assumed_leaves(vocabulary: Vocabulary, population: Population) -> Iterable[Leaf]:
    """The default of every quantity that has one, for every instance."""
    for quantity in vocabulary.quantities.values():
        if quantity.default is None:
            continue
        value, origin, around = _assumed(quantity, quantity.default)
        for instance in population.names(quantity.entity):
            yield Leaf(quantity.name, instance, value, Rank.ASSUMED, origin, around)


def default_leaf(quantity: Quantity, instance: str) -> Leaf:
    """The default of a quantity as a leaf, for what needs it before all others are assumed."""
    if quantity.default is None:
        raise ValueError(f"{quantity.name} has no default")
    value, origin, around = _assumed(quantity, quantity.default)
    return Leaf(quantity.name, instance, value, Rank.CATALOG, origin, around)


@functools.cache
def _assumed(quantity: Quantity, default: Default) -> tuple[float, Origin, Range | None]:
    """A default as a number, with where it is from and its range."""
    source_of(default.source)
    value = canonical(quantity, default.text)
    origin = Origin("assumed", source=default.source, detail=default.note, text=default.text)
    return value, origin, _range(quantity, default)


def _range(quantity: Quantity, default: Default) -> Range | None:
    """The range of a default, drawn once for all instances that take it."""
    if not default.low:
        return None
    low, high = (canonical(quantity, text) for text in (default.low, default.high))
    return Range(low, high, default_shape(quantity, low), quantity.name)


def offer_leaf(quantity: Quantity, instance: str, offer: Offer, detail: str) -> Leaf:
    """The price of an offer as what an hour costs, with a ``detail`` that says why this one."""
    text = f"{offer.price} USD/GPU/hour"
    origin = Origin("catalog", source=offer.source, as_of=offer.as_of, detail=detail, text=text)
    return Leaf(quantity.name, instance, canonical(quantity, text), Rank.CATALOG, origin)


def canonical(quantity: Quantity, text: str) -> float:
    """The canonical number of a text that the catalog itself holds."""
    if quantity.kind is Kind.GROWTH:
        return read_growth(text)
    if quantity.kind is Kind.WORD:
        return float(quantity.words.index(text))
    return _read(text, quantity.unit, quantity.accepts, quantity.bare)


@functools.lru_cache(MANY)
def _read(text: str, unit: str, accepts: tuple[str, ...], bare: bool) -> float:
    """A text of the catalog as a number; the same few are read by every plan."""
    return read_quantity(text, unit, accepts, bare)
