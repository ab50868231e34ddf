"""The vocabulary's two nouns: an entity, and a quantity that an entity has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """How a quantity is written and read; inside, every kind is a float."""

    NUMBER = "number"
    DATE = "date"  # seconds since the plan's start
    GROWTH = "growth"  # continuous rate in 1/s, written per period
    CROSSING = "crossing"  # seconds since the launch; +inf is never, -inf is already
    LIMIT = "limit"  # what a sum never passes; +inf is no limit
    THRESHOLD = "threshold"  # from how much on something holds; +inf is never
    WORD = "word"  # one of a few words; inside, its place among them, from 0


@dataclass(frozen=True)
class Entity:
    """A kind of thing a plan names: a model, a run, a product, the plan itself.

    ``refers`` are the entities it points to (a run's model), each by a plan field of the
    same name, or as that entity is ``called``; of those that are ``optional`` it may point to
    none. ``choices`` are plan fields that name a thing of the catalog, with the kind of
    thing each names; ``lists`` are those that name several entries of its own section.
    ``alone`` is what stands before its keys where it has no name, if that
    is not its section.
    """

    name: str
    section: str
    meaning: str
    refers: tuple[str, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    alone: str = ""
    optional: frozenset[str] = frozenset()
    called: str = ""
    lists: tuple[str, ...] = ()

    @property
    def pointer(self) -> str:
        """The plan field by which others point to it."""
        return self.called or self.name


@dataclass(frozen=True)
class Default:
    """What is assumed where a plan is silent: a text with unit, a source and a reason.

    ``low`` and ``high`` are its range, P10 and P90 as texts, where it has one.
    """

    text: str
    source: str
    note: str = ""
    low: str = ""
    high: str = ""


@dataclass(frozen=True)
class Quantity:
    """A named thing with an entity, a unit, a symbol and a meaning.

    ``name`` is unique everywhere and is the parameter name in formulas; ``key`` is unique
    inside its entity and is what people type. ``unit`` is what people and JSON read;
    inside, values are canonical floats. ``accepts`` are units in which a word that the key
    already says may be left out. ``words`` are what a quantity of kind word may say.
    ``usual`` is where values are usually found, in the quantity's unit; outside it a value
    is legal but told. ``monthly`` is true for what a plan may write month by month, ``whole``
    for what is counted in whole numbers.
    ``flow`` marks a total per calendar month. ``written`` is false for what a plan cannot
    set.
    """

    name: str
    entity: str
    key: str
    unit: str
    symbol: str
    meaning: str
    kind: Kind = Kind.NUMBER
    also: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    bare: bool = False
    minimum: float | None = None
    above: float | None = 0.0
    maximum: float | None = None
    example: str = ""
    default: Default | None = None
    words: tuple[str, ...] = ()
    usual: tuple[float, float] | None = None
    monthly: bool = False
    whole: bool = False
    flow: bool = False
    goal: bool = False
    written: bool = True
