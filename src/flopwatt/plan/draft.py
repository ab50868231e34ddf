"""A plan while it is read: what was understood so far, and everything wrong with it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from flopwatt.catalog import Thing
from flopwatt.model.value import Leaf
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import Place, Problem
from flopwatt.reader import Entry, Node, Table, Text


@dataclass
class Draft:
    """Values, chosen things, instances and what they point to, and the problems met."""

    vocabulary: Vocabulary
    file: str
    problems: list[Problem]
    start: datetime.date | None = None
    leaves: list[Leaf] = field(default_factory=list)
    things: list[tuple[str, Thing]] = field(default_factory=list)
    instances: dict[str, dict[str, Place | None]] = field(default_factory=dict)
    pointers: dict[tuple[str, str, str], Text] = field(default_factory=dict)


def place_of(entry: Entry) -> Place | None:
    """Where an entry's value stands; its key, where the value has no place of its own."""
    return entry.node.place or entry.key.place


def kind_of(node: Node) -> str:
    """What stands there, in words."""
    if isinstance(node, Text):
        return node.text or "nothing"
    return "a map" if isinstance(node, Table) else "a list"
