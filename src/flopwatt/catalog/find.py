"""Finds things as people type them, and turns facts and defaults into leaves."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flopwatt.catalog.load import Thing, load_things, source_of
from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.results import Population
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import CatalogError, Problem, nearest
from flopwatt.units import read_growth, read_quantity


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def find_thing(kind: str, name: str) -> Thing:
    """The thing of that name or alias; letters and digits count, case and marks do not.

    Never by prefix: A10 is not A100. Raises CatalogError with the nearest name.
    """
    things = load_things(kind)
    spelled = {_plain(word): t for t in things.values() for word in (t.name, *t.aliases)}
    if _plain(name) in spelled:
        return spelled[_plain(name)]
    words = [word for thing in things.values() for word in (*thing.aliases, thing.name)]
    raise CatalogError(
        [
            Problem(
                "unknown-name",
                f"the catalog knows no {kind} of this name",
                given=name,
                allowed=", ".join(things),
                nearest=nearest(name, words),
            )
        ]
    )


def thing_leaves(vocabulary: Vocabulary, instance: str, thing: Thing) -> Iterable[Leaf]:
    """What the catalog knows of a thing, as leaves of the instance that names it."""
    for fact in thing.facts:
        quantity = vocabulary.quantities[fact.quantity]
        origin = Origin(
            kind="catalog",
            source=fact.source,
            as_of=fact.as_of,
            detail=f"{thing.name}: {fact.note}" if fact.note else thing.name,
            text=fact.text,
        )
        yield Leaf(fact.quantity, instance, _canonical(quantity, fact.text), Rank.CATALOG, origin)


def assumed_leaves(vocabulary: Vocabulary, population: Population) -> Iterable[Leaf]:
    """The default of every quantity that has one, for every instance."""
    for quantity in vocabulary.quantities.values():
        if quantity.default is None:
            continue
        default = quantity.default
        source_of(default.source)
        value = _canonical(quantity, default.text)
        origin = Origin("assumed", source=default.source, detail=default.note, text=default.text)
        for instance in population.names(quantity.entity):
            yield Leaf(quantity.name, instance, value, Rank.ASSUMED, origin)


def _canonical(quantity: Quantity, text: str) -> float:
    if quantity.kind is Kind.GROWTH:
        return read_growth(text)
    return read_quantity(text, quantity.unit, quantity.accepts, quantity.bare)
