"""Values that know where they come from: supplied leaves, and results with their inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Quantity
from flopwatt.model.ranges import Range

Array = NDArray[np.float64]


class Rank(IntEnum):
    """Who wins where several supply one value: the higher."""

    ASSUMED = 1
    CATALOG = 2
    GIVEN = 3
    MEASURED = 4
    OVERRIDE = 5  # given, and said to beat what was measured
    COMMAND = 6


@dataclass(frozen=True)
class Origin:
    """Why a value is what it is: a plan line, a catalog fact, an assumption, a formula.

    ``place`` is file:line of a plan; ``source`` is a source id, with #locator; ``detail``
    is what the author wrote beside the value.
    """

    kind: str
    place: str = ""
    source: str = ""
    as_of: str = ""
    detail: str = ""
    text: str = ""


@dataclass(frozen=True)
class Leaf:
    """A value supplied from outside for one instance of one quantity, in canonical units.

    ``value`` is a float or an array whose last three axes are (month, option, case); a
    ``range`` says where a float is likely to lie.
    """

    quantity: str
    instance: str
    value: float | Array
    rank: Rank
    origin: Origin
    range: Range | None = None


# what is supplied for a quantity, by instance
Supplied = Mapping[str, Sequence[Leaf]]


@dataclass(frozen=True)
class Input:
    """What one parameter of a formula was given: one key, or the keys it was reduced over."""

    parameter: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Value:
    """One quantity of one instance: numbers, origin, and the values it was made from.

    ``array`` has axes (month, option, case) in canonical units; an unused axis has length
    1 and case 0 is the central case. ``beside`` is what the formula says where a supplied
    value won over it; ``losers`` are supplied values that lost to this one.
    """

    key: str
    quantity: Quantity
    instance: str
    array: Array
    origin: Origin
    formula: Formula | None = None
    inputs: tuple[Input, ...] = ()
    beside: Array | None = None
    losers: tuple[Leaf, ...] = ()
    range: Range | None = None

    @property
    def central(self) -> float:
        """The central case of a scalar value, in canonical units."""
        return float(self.array[0, 0, 0])

    @property
    def months(self) -> Array:
        """The central case month by month."""
        return self.array[:, 0, 0]

    @property
    def is_series(self) -> bool:
        """Whether the value differs from month to month."""
        return len(self.array) > 1


@dataclass(frozen=True)
class Lack:
    """A quantity that is not known, and what it lacks in turn.

    ``ways`` holds, per formula, the inputs that are not known either; no ways means that
    only the plan can give it. ``empty`` says that it is reduced over nothing.
    """

    key: str
    quantity: Quantity
    ways: tuple[tuple[Lack, ...], ...] = ()
    empty: bool = False
