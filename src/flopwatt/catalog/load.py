"""Reads the data files into records, and refuses a file that breaks its own schema."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flopwatt.catalog.records import Column, Source, TableInfo, Thing
from flopwatt.catalog.tables import Grid, Row, read_table
from flopwatt.model.quantity import Default, Entity, Kind, Quantity
from flopwatt.problems import CatalogError, Place, Problem, nearest
from flopwatt.reader import Node, Table, Text, read_yaml

DATA = Path(__file__).parent / "data"

NUMBERS = ("minimum", "above", "maximum")
QUANTITY_FIELDS = (
    *("key", "unit", "symbol", "meaning", "kind", "also", "accepts", "bare", *NUMBERS),
    *("example", "default", "low", "high", "source", "note"),
    *("written", "words", "monthly", "usual", "whole", "flow"),
)
ENTITY_FIELDS = (
    *("entity", "section", "alone", "called", "meaning", "refers", "choices", "shorthands"),
    "quantities",
)
SOURCE_FIELDS = ("title", "kind", "where", "date")
VERIFIED = ("primary", "secondary", "derived", "memory")


@dataclass(frozen=True)
class Definitions:
    """Entities, the quantities that no formula makes, and shorthands for several keys at once."""

    entities: tuple[Entity, ...]
    quantities: tuple[Quantity, ...]
    shorthands: Mapping[tuple[str, str], tuple[str, ...]]


@functools.cache
def load_definitions() -> Definitions:
    """Every entity and every quantity that a plan or the catalog supplies."""
    entities: dict[str, Entity] = {}
    quantities, shorthands = [], {}
    for path in sorted((DATA / "quantities").glob("*.yaml")):
        top = _fields(read_yaml(path).root, ENTITY_FIELDS)
        name = _text(top, "entity")
        if "meaning" in top:  # further files of an entity hold quantities alone
            entities[name] = Entity(
                name=name,
                section=_text(top, "section"),
                meaning=_text(top, "meaning"),
                refers=tuple(target.removesuffix("?") for target in _list(top, "refers")),
                choices={f.text: _as_text(kind) for f, kind in _pairs(top.get("choices"))},
                alone=_text(top, "alone"),
                optional=frozenset(
                    target[:-1] for target in _list(top, "refers") if target.endswith("?")
                ),
                called=_text(top, "called"),
            )
        for key, keys in _pairs(top.get("shorthands")):
            shorthands[name, key.text] = tuple(_split(_as_text(keys)))
        quantities += [_quantity(name, key, node) for key, node in _pairs(top["quantities"])]
    return Definitions(tuple(entities.values()), tuple(quantities), shorthands)


def _quantity(entity: str, name: Text, node: Node) -> Quantity:
    fields = _fields(_as_table(node), QUANTITY_FIELDS)
    for needed in ("key", "unit", "symbol", "meaning"):
        if needed not in fields:
            raise _broken(name.place, f"{name.text} has no {needed}")
    default = None
    if "default" in fields:
        default = Default(
            _text(fields, "default"),
            *(_text(fields, name) for name in ("source", "note", "low", "high")),
        )
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
        words=_list(fields, "words"),
        monthly=_text(fields, "monthly") == "yes",
        flow=_text(fields, "flow") == "yes",
        whole=_text(fields, "whole") == "yes",
        usual=_span(fields, "usual"),
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


def load_table(name: str) -> Grid:
    """A table of the catalog, each row with a date, a source that exists and how it was checked."""
    path = DATA / f"{name}.csv"
    if not path.exists():
        raise _broken(Place(path.name, 1, 1), f"there is no table {path.name}")
    grid = read_table(path.read_text(encoding="utf-8"), path.name)
    if grid.problems:
        raise _broken(grid.problems[0].place, grid.problems[0].message)
    for row in grid.rows:
        _check_row(row)
    return grid


def _check_row(row: Row) -> None:
    cells = row.cells
    name = next(iter(cells.values()))
    if cells.get("verified") not in VERIFIED or not cells.get("as_of"):
        place = row.place("verified")
        raise _broken(place, f"{name} lacks as_of, or verified as one of {VERIFIED}")
    known = load_sources()
    for column in ("source", "also"):
        for cited in cells.get(column, "").split("; "):
            if (cited or column == "source") and cited.partition("#")[0] not in known:
                source_of(cited, row.place(column))


@functools.cache
def load_things(kind: str) -> Mapping[str, Thing]:
    """Every thing of a kind (``accelerator``, ``model``) by its full name."""
    grid = load_table(f"{kind}s")
    return {row.cells["name"]: _thing(kind, row, grid.units) for row in grid.rows}


def _thing(kind: str, row: Row, units: Mapping[str, str]) -> Thing:
    cells = row.cells
    for column, unit in units.items():
        if unit and cells[column] not in ("", "none"):
            try:
                float(cells[column])
            except ValueError:
                message = f"{cells[column]!r} in column {column} is no number"
                raise _broken(row.place(column), message) from None
    aliases = tuple(alias for alias in cells["aliases"].split("|") if alias)
    maker = plain(cells.get("vendor", "") or cells.get("maker", ""))
    names = [plain(name) for name in (cells["name"], *aliases)]
    spellings = frozenset((*names, *(maker + name for name in names)))
    return Thing(kind, cells["name"], aliases, spellings, cells, units)


@functools.cache
def load_gives() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """By kind of thing: each quantity it supplies, from which columns, in what words."""
    return {
        kind.text: {
            quantity.text: {column.text: _as_text(words) for column, words in _pairs(columns)}
            for quantity, columns in _pairs(node)
        }
        for kind, node in _pairs(read_yaml(DATA / "gives.yaml").root)
    }


@functools.cache
def load_limits() -> Mapping[str, str]:
    """The limits that facts and prices are checked against, as written, by name."""
    pairs = _pairs(read_yaml(DATA / "limits.yaml").root)
    fields = ("value", "meaning")
    return {name.text: _text(_fields(_as_table(node), fields), "value") for name, node in pairs}


@functools.cache
def load_table_infos() -> Mapping[str, TableInfo]:
    """What a row of each table is, and what its columns say, by the table's name."""
    tables = {name.text: node for name, node in _pairs(read_yaml(DATA / "columns.yaml").root)}
    every = _columns(tables.pop("every table"))
    found = {}
    for name, node in tables.items():
        top = _fields(_as_table(node), ("kind", "meaning", "columns", "shared"))
        own = _columns(top["columns"])
        named = {key: every[key] for key in _list(top, "shared")}
        rest = {key: column for key, column in every.items() if key not in ("name", "aliases")}
        columns = tuple((named | own | rest).values())
        found[name] = TableInfo(name, _text(top, "kind"), _text(top, "meaning"), columns)
    return found


def _columns(node: Node) -> dict[str, Column]:
    found = {}
    for name, about in _pairs(node):
        fields = _fields(_as_table(about), ("unit", "meaning", "words"))
        words = _list(fields, "words")
        found[name.text] = Column(name.text, _text(fields, "unit"), _text(fields, "meaning"), words)
    return found


def plain(name: str) -> str:
    """A name with case and marks left out; a plus sign is part of some names."""
    return re.sub(r"[^a-z0-9]", "", name.lower().replace("+", "plus"))


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


def _span(fields: Mapping[str, Node], key: str) -> tuple[float, float] | None:
    """Two numbers, from and to."""
    if key not in fields:
        return None
    low, high = (float(part) for part in _list(fields, key))
    return low, high


def _number(fields: Mapping[str, Node], key: str) -> float | None:
    return float(_text(fields, key)) if _text(fields, key) else None


def _broken(place: Place | None, message: str, near: str = "") -> CatalogError:
    return CatalogError([Problem("bad-catalog", message, place, nearest=near)])
