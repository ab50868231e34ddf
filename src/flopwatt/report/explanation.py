"""What an explanation of a number is made of: lines of a tree, links to others, documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Cited:
    """A document that values are taken from: what it is, where it stands and of when."""

    id: str
    title: str
    where: str
    date: str

    @property
    def text(self) -> str:
        """The document in one line, its id first."""
        about = ", ".join(part for part in (self.title, self.where, self.date) if part)
        return f"{self.id}: {about}"


@dataclass(frozen=True)
class Line:
    """One value of an explanation tree.

    ``depth`` 0 is the value asked about. ``origin`` is one word (computed, given,
    catalog, measured, assumed); ``detail`` is the written formula, the plan line or the
    source. ``key`` opens the value's own explanation; ``range`` says where the value is
    likely to lie. ``source`` is the id of the document that it is taken from, or its formula.
    """

    depth: int
    symbol: str
    name: str
    key: str
    text: str
    origin: str
    detail: str
    note: str = ""
    range: str = ""
    source: str = ""


@dataclass(frozen=True)
class Link:
    """Another value that an explanation leads to: its name, its key, and what is said of it."""

    name: str
    key: str
    text: str


@dataclass(frozen=True)
class Explanation:
    """Where one value comes from, down to plan lines and sources.

    ``likely`` is its range in words; empty where nothing of the plan was drawn. A value that
    differs from month to month has its text for each of them in ``months``, and nothing
    ``exact``. ``sources`` are the documents that the lines cite. ``below`` counts the values
    that lie deeper than a long tree is opened; explaining one of its keys opens it.
    ``moved_by`` are the inputs that its range comes from, with the share of each; ``used_by``
    the values that read it, and ``used_more`` counts those that are not named.
    """

    key: str
    meaning: str
    exact: str
    written: str
    lines: tuple[Line, ...]
    beside: str = ""
    likely: str = ""
    months: tuple[tuple[str, str], ...] = ()
    sources: tuple[Cited, ...] = ()
    below: int = 0
    moved_by: tuple[Link, ...] = ()
    used_by: tuple[Link, ...] = ()
    used_more: int = 0

    def bearings(self) -> Iterator[tuple[str, tuple[Link, ...], str]]:
        """What moves the value and what it is used by, each under its head; what is left out."""
        if self.moved_by:
            yield "moved by", self.moved_by, ""
        if self.used_by or self.used_more:
            yield "used by", self.used_by, f"and {self.used_more:,} more" if self.used_more else ""
