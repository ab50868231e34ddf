"""The shapes of models the catalog knows, under the names their configs publish them by.

A shape may be `like` that of another model of the catalog, and then holds what differs alone.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.catalog.load import DATA, load_things, plain, source_of
from flopwatt.catalog.records import Thing
from flopwatt.problems import CatalogError, Problem
from flopwatt.reader import Node, Sequence, Table, read_yaml

FOLDER = DATA / "architectures"
ABOUT = ("source", "as_of", "verified", "note")


@dataclass(frozen=True)
class Shape:
    """The sizes of one model, as its config names them, and who says so."""

    model: str
    source: str
    as_of: str
    verified: str
    note: str
    fields: Mapping[str, Any]


def find_shape(model: Thing) -> Shape | None:
    """The shape of a model of the catalog; None where no source gives its sizes."""
    files = shape_files()
    path = next((files[name] for name in model.spellings if name in files), None)
    if path is None:
        return None
    top = {entry.key.text: entry.node for entry in read_yaml(FOLDER / path).root.entries}
    source, as_of, verified, note = (str(_value(top[n])) if n in top else "" for n in ABOUT)
    source_of(source)
    fields = _value(top["config"]) if "config" in top else None
    if "like" in top:
        fields = _alike(str(_value(top["like"])), fields or {})
    if not isinstance(fields, dict):
        message = "a shape holds the sizes of a model under `config`"
        raise CatalogError([Problem("bad-catalog", message, given=path)])
    return Shape(model.name, source, as_of, verified, note, fields)


def _alike(name: str, own: Any) -> dict[str, Any] | None:
    """The sizes of another model of the catalog, with those that are a model's own."""
    other = load_things("model").get(name)
    shape = find_shape(other) if other else None
    return {**shape.fields, **own} if shape else None


@functools.cache
def shape_files() -> Mapping[str, str]:
    """Files of shapes by the plain name of their model."""
    return {plain(path.stem): path.name for path in sorted(FOLDER.glob("*.yaml"))}


def _value(node: Node) -> Any:
    """A value as JSON has it: a number, true, false, null, or else a text."""
    if isinstance(node, Table):
        return {entry.key.text: _value(entry.node) for entry in node.entries}
    if isinstance(node, Sequence):
        return [_value(item) for item in node.items]
    if node.quoted:
        return node.text
    try:
        return json.loads(node.text)
    except ValueError:
        return node.text
