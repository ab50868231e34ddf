"""What the catalog hands out: sources, things, facts, matches and offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flopwatt.problems import Place, Problem

NOT_KNOWN = "not known"
ABSENT = "none"  # in a cell: the thing has no such property, which is not the same as not known
ABOUT = ("name", "aliases", "as_of", "source", "also", "verified", "note")


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
    """One property of one thing, with its date and source.

    ``value`` is a number in ``unit``; it is None for a property in words and for one that
    is not known, and then ``reason`` says why. ``text`` is the value as people read it.
    ``problems`` are warnings, such as that the fact is stale.
    """

    thing: str
    quantity: str
    value: float | None
    unit: str
    text: str
    as_of: str
    source: str
    verified: str
    note: str = ""
    also: tuple[str, ...] = ()
    reason: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def known(self) -> bool:
        """Whether somebody states the property at all."""
        return not self.reason


@dataclass(frozen=True)
class Thing:
    """Something the catalog knows by name: an accelerator, an instance, a server, a model.

    ``cells`` and ``units`` hold its row as written; an empty cell is not known.
    ``spellings`` are all its names with case and marks left out.
    """

    kind: str
    name: str
    aliases: tuple[str, ...]
    spellings: frozenset[str]
    cells: Mapping[str, str] = field(compare=False, repr=False)
    units: Mapping[str, str] = field(compare=False, repr=False)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Every property of the thing, the unknown ones included."""
        return tuple(self.fact(name) for name in self.units if name not in ABOUT)

    @property
    def verified(self) -> str:
        """How the row was checked: primary, secondary, derived or memory."""
        return self.cells["verified"]

    def fact(self, column: str) -> Fact:
        """One property by the name of its column; KeyError where there is no such column."""
        cell, unit = self.cells[column], self.units[column]
        reason = ""
        if cell == ABSENT:
            reason = f"{self.name} has no {column}"
        elif not cell:
            reason = f"no source in the catalog states {column} of {self.name}"
        number = float(cell) if unit and not reason else None
        return Fact(
            thing=self.name,
            quantity=column,
            value=number,
            unit=unit,
            text=(cell or NOT_KNOWN) if reason or not unit else f"{cell} {unit}",
            as_of=self.cells["as_of"],
            source=self.cells["source"],
            verified=self.verified,
            note=self.cells["note"],
            also=tuple(part for part in self.cells["also"].split("; ") if part),
            reason=reason,
        )


@dataclass(frozen=True)
class Match:
    """What a typed name was taken to mean, and why where it could mean several things.

    ``count`` is None where no number was typed; for a cloud machine it is the accelerators
    in it, and ``instance`` is that machine.
    """

    thing: Thing
    count: int | None = None
    instance: Thing | None = None
    note: str = ""


@dataclass(frozen=True)
class Offer:
    """One dated price of one accelerator-hour by one provider, with where it was written.

    ``price`` is in USD per GPU-hour, None where the cell is empty. ``use`` says whether it
    may serve as a default. ``places`` are the places of its cells, by column.
    """

    provider: str
    instance: str
    accelerator: str
    count: int | None
    purchase: str
    price: float | None
    region: str
    basis: str
    as_of: str
    until: str
    source: str
    verified: str
    use: str
    note: str = ""
    problems: tuple[Problem, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)

    @property
    def stale(self) -> bool:
        """Whether the offer was too old on the day it was asked for."""
        return bool(self.problems)


@dataclass(frozen=True)
class Prices:
    """The offers that answer a question, or the reason why there are none."""

    offers: tuple[Offer, ...]
    reason: str = ""

    def __iter__(self) -> Iterator[Offer]:
        """The offers, in order."""
        return iter(self.offers)

    def __len__(self) -> int:
        """How many offers there are."""
        return len(self.offers)


@dataclass(frozen=True)
class TokenPrice:
    """One price of one kind of token of one model at one provider.

    ``price`` is in USD per million tokens; a ``batch`` leg holds a ``multiplier`` instead.
    The price holds for requests with more input than ``tier`` tokens, from ``start`` on.
    """

    provider: str
    model: str
    leg: str
    price: float | None
    multiplier: float | None
    tier: float
    start: str
    as_of: str
    source: str
    verified: str
    note: str = ""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class OfferFile:
    """A price file as read: every offer in it, and every problem met on the way."""

    offers: tuple[Offer, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Column:
    """One column of a table: its unit, or none for words, and what it says."""

    name: str
    unit: str
    meaning: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableInfo:
    """One table of the catalog: what a row is, and its columns."""

    name: str
    kind: str
    meaning: str
    columns: tuple[Column, ...]
