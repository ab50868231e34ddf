"""A plan while it is read: what was understood so far, and everything wrong with it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from flopwatt.catalog import Chosen
from flopwatt.model.value import Leaf, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import Place, Problem
from flopwatt.reader import Entry, Node, Table, Text
from flopwatt.reader.reading import clip

MAX_LISTED = 20  # names in one message; nobody reads on


@dataclass(frozen=True)
class Rate:
    """What one unit of a currency is worth in USD, since when, and who says so."""

    code: str
    usd: float
    as_of: str
    source: str = ""


@dataclass
class _Index:
    """Where in a list of values, which may grow but not shrink, those of one thing stand."""

    leaves: list[Leaf]
    places: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    counted: int = 0

    def find(self, quantity: str, instance: str) -> list[Leaf]:
        for place in range(self.counted, len(self.leaves)):
            leaf = self.leaves[place]
            self.places.setdefault((leaf.quantity, leaf.instance), []).append(place)
        self.counted = len(self.leaves)
        return [self.leaves[place] for place in self.places.get((quantity, instance), ())]


@dataclass
class Draft:
    """Values, instances and what they point to, and the problems met.

    ``file``, ``rank`` and ``folder`` are those of the layer being read, whose files lie
    ``within`` the plan's folder; ``rates`` are the currencies
    it may use, ``months`` the names of the plan's months.
    ``shaped`` says by which field a model has its sizes; ``chosen``, ``bought`` and ``placed``
    are things, token prices and grids of the catalog, by the entry that names them.
    ``places`` says where entries and given values stand, by public key; ``written`` by which
    shorthand a value was given: ``pue`` for ``peak_pue``.
    """

    vocabulary: Vocabulary
    file: str
    problems: list[Problem]
    rank: Rank = Rank.GIVEN
    folder: Path | None = None
    within: Path | None = None
    start: datetime.date | None = None
    months: tuple[str, ...] = ()
    rates: Mapping[str, Rate] = field(default_factory=dict)
    leaves: list[Leaf] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    chosen: dict[tuple[str, str], Chosen] = field(default_factory=dict)
    bought: dict[tuple[str, str], Chosen] = field(default_factory=dict)
    placed: dict[tuple[str, str], Chosen] = field(default_factory=dict)
    shaped: dict[str, str] = field(default_factory=dict)
    instances: dict[str, dict[str, Place | None]] = field(default_factory=dict)
    pointers: dict[tuple[str, str, str], Text] = field(default_factory=dict)
    places: dict[str, Place | None] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    _index: _Index = field(default_factory=lambda: _Index([]))

    def lines_of(self, quantity: str, instance: str) -> list[Leaf]:
        """Every value said of something, in the order in which they were read."""
        if self._index.leaves is not self.leaves:
            self._index = _Index(self.leaves)
        return self._index.find(quantity, instance)


def place_of(entry: Entry) -> Place | None:
    """Where an entry's value stands; its key, where the value has no place of its own."""
    return entry.node.place or entry.key.place


def kind_of(node: Node) -> str:
    """What stands there, in words."""
    if isinstance(node, Text):
        return shown(node.text)
    return "a map" if isinstance(node, Table) else "a list"


def shown(text: str) -> str:
    """A text of the plan as a message shows it: on one line, cut where it is long."""
    return clip(text) or "nothing"


def listed(words: list[str], joint: str = ", ") -> str:
    """What may be written, as a message lists it."""
    more = len(words) - MAX_LISTED
    return joint.join(words[:MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def not_single(entry: Entry, path: str, allowed: str) -> Problem:
    """What is said of a map or a list that stands where one value is needed."""
    return Problem(
        "bad-structure",
        "a single value is needed here",
        place_of(entry),
        path,
        given=kind_of(entry.node),
        allowed=allowed,
    )
