"""What reading makes of a file: maps, lists and texts, each with its place."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.problems import Place, Problem


@dataclass(frozen=True)
class Text:
    """A single value or a key, exactly as written apart from its quotes."""

    text: str
    place: Place | None
    quoted: bool = False


@dataclass(frozen=True)
class Entry:
    """One key of a map and what stands under it."""

    key: Text
    node: Node


@dataclass(frozen=True)
class Table:
    """A map: its entries in the order of the file, each key once."""

    entries: tuple[Entry, ...]
    place: Place | None


@dataclass(frozen=True)
class Sequence:
    """A list, in the order of the file."""

    items: tuple[Node, ...]
    place: Place | None


Node = Text | Table | Sequence


@dataclass(frozen=True)
class Document:
    """A file as read, with the problems that did not stop the reading.

    Places are missing only where a plan was given as Python data.
    """

    root: Table
    problems: tuple[Problem, ...]
    file: str = ""
