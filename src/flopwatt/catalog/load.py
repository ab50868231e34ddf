"""Reads the data files into records, and refuses a file that breaks its own schema."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flopwatt.model.quantity import Default, Entity, Kind, Quantity
from flopwatt.problems import CatalogError, Place, Problem, nearest
from flopwatt.reader import Node, Table, Text, read_yaml

DATA = Path(__file__).parent / "data"

NUMBERS = ("minimum", "above", "maximum")
QUANTITY_FIELDS = (
    *("key", "unit", "symbol", "meaning", "kind", "also", "accepts", "bare", *NUMBERS),
    *("example", "default", "source", "note", "written"),
)
ENTITY_FIELDS = ("entity", "section", "meaning", "refers", "choices", "shorthands", "quantities")
SOURCE_FIELDS = ("title", "kind", "where", "date")
THING_FIELDS = ("aliases", "as_of", "source", "verified", "note")
VERIFIED = ("primary", "secondary", "derived", "memory")


@dataclass(frozen=True)
class Source:
    """A document, data set or convention that values cite by its id."""

    id: str
    title: str
    kind: str
    where: str = ""
    date: str = ""


@dataclass(frozen=True)
class Fact:
    """One value of one thing, with its date and source."""

    quantity: str
    text: str
    as_of: str
    source: str
    verified: str
    note: str


@dataclass(frozen=True)
class Thing:
    """Something the catalog knows by name: an accelerator."""

    name: str
    aliases: tuple[str, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Definitions:
    """Entities, the quantities that no formula makes, and shorthands for several keys at once."""

    entities: tuple[Entity, ...]
    quantities: tuple[Quantity, ...]
    shorthands: Mapping[tuple[str, str], tuple[str, ...]]


@functools.cache
def load_definitions() -> Definitions:
    """Every entity and every quantity that a plan or the catalog supplies."""
    entities, quantities, shorthands = [], [], {}
    for path in sorted((DATA / "quantities").glob("*.yaml")):
        top = _fields(read_yaml(path).root, ENTITY_FIELDS)
        name = _text(top, "entity")
        entities.append(
            Entity(
                name=name,
                section=_text(top, "section"),
                meaning=_text(top, "meaning"),
                refers=_list(top, "refers"),
                choices=_list(top, "choices"),
            )
        )
        for key, keys in _pairs(top.get("shorthands")):
            shorthands[name, key.text] = tuple(_split(_as_text(keys)))
        quantities += [_quantity(name, key, node) for key, node in _pairs(top["quantities"])]
    return Definitions(tuple(entities), tuple(quantities), shorthands)


def _quantity(entity: str, name: Text, node: Node) -> Quantity:
    fields = _fields(_as_table(node), QUANTITY_FIELDS)
    for needed in ("key", "unit", "symbol", "meaning"):
        if needed not in fields:
            raise _broken(name.place, f"{name.text} has no {needed}")
    default = None
    if "default" in fields:
        default = Default(_text(fields, "default"), _text(fields, "source"), _text(fields, "note"))
        source_of(default.source, fields["default"].place)
    kind = Kind(_text(fields, "kind") or "number")
    minimum = _number(fields, "minimum")
    above = None if minimum is not None or kind is not Kind.NUMBER else 0.0
    return Quantity(
        name=name.text,
        entity=entity,
        key=_text(fields, "key"),
        unit=_text(fields, "unit"),
        symbol=_text(fields, "symbol"),
        meaning=_text(fields, "meaning"),
        kind=kind,
        also=_list(fields, "also"),
        accepts=_list(fields, "accepts"),
        bare=_text(fields, "bare") == "yes",
        minimum=minimum,
        above=_number(fields, "above") if "above" in fields else above,
        maximum=_number(fields, "maximum"),
        example=_text(fields, "example"),
        default=default,
        written=_text(fields, "written") != "no",
    )


@functools.cache
def load_sources() -> Mapping[str, Source]:
    """Every source by its id."""
    found = {}
    for name, node in _pairs(read_yaml(DATA / "sources.yaml").root):
        fields = _fields(_as_table(node), SOURCE_FIELDS)
        found[name.text] = Source(name.text, **{key: _text(fields, key) for key in fields})
    return found


def source_of(cited: str, place: Place | None = None) -> Source:
    """The source that a citation ``id#locator`` names; an unknown id does not load."""
    name = cited.partition("#")[0]
    sources = load_sources()
    if name not in sources:
        raise _broken(place, f"source {name!r} is not in sources.yaml", nearest(name, sources))
    return sources[name]


@functools.cache
def load_things(kind: str) -> Mapping[str, Thing]:
    """Every thing of a kind (``accelerator``) by its full name."""
    quantities = {q.name for q in load_definitions().quantities}
    root = read_yaml(DATA / f"{kind}s.yaml").root
    return {name.text: _thing(name, node, quantities) for name, node in _pairs(root)}


def _thing(name: Text, node: Node, quantities: Iterable[str]) -> Thing:
    fields = _fields(_as_table(node), [*THING_FIELDS, *quantities])
    source_of(_text(fields, "source"), name.place)
    if _text(fields, "verified") not in VERIFIED or not _text(fields, "as_of"):
        raise _broken(name.place, f"{name.text} lacks as_of, or verified as one of {VERIFIED}")
    about = {key: _text(fields, key) for key in ("as_of", "source", "verified", "note")}
    facts = (Fact(key, _text(fields, key), **about) for key in fields if key not in THING_FIELDS)
    return Thing(name.text, _list(fields, "aliases"), tuple(facts))


def _pairs(node: Node | None) -> list[tuple[Text, Node]]:
    return [(entry.key, entry.node) for entry in _as_table(node).entries] if node else []


def _fields(table: Table, allowed: Iterable[str]) -> dict[str, Node]:
    allowed = list(allowed)
    found = {}
    for entry in table.entries:
        if entry.key.text not in allowed:
            near = nearest(entry.key.text, allowed)
            raise _broken(entry.key.place, f"{entry.key.text!r} is no field here", near)
        found[entry.key.text] = entry.node
    return found


def _as_table(node: Node | None) -> Table:
    if isinstance(node, Table):
        return node
    raise _broken(node.place if node else None, "a map is needed here")


def _as_text(node: Node) -> str:
    if isinstance(node, Text):
        return node.text
    raise _broken(node.place, "a single value is needed here")


def _text(fields: Mapping[str, Node], key: str) -> str:
    return _as_text(fields[key]) if key in fields else ""


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _list(fields: Mapping[str, Node], key: str) -> tuple[str, ...]:
    return tuple(_split(_text(fields, key)))


def _number(fields: Mapping[str, Node], key: str) -> float | None:
    return float(_text(fields, key)) if _text(fields, key) else None


def _broken(place: Place | None, message: str, near: str = "") -> CatalogError:
    return CatalogError([Problem("bad-catalog", message, place, nearest=near)])
