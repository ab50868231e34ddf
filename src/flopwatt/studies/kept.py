"""What is kept of the draws: all of what a plan is made for, of the rest the first ones.

The first draws are as random as any, so percentiles of them are estimates like all others: of
40,000 draws, a P10 is where between 9.7 and 10.3 % lie below (two standard errors). Of more
than a million draws, or of fewer where that is what fits, seven digits are kept, and so of series
by month, of which only percentiles are ever shown.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.results import Column, Results
from flopwatt.model.value import Array
from flopwatt.model.vocabulary import MANY

# draws of which everything is kept: at least, at most, and numbers of all scalars together
LEAST_FIRST, MOST_FIRST, SCALAR_NUMBERS = 10_000, 40_000, 20_000_000
# draws of which a series is kept, fewer where a quantity has very many of them
LEAST_SERIES, SERIES_NUMBERS = 1_000, 50_000_000
STORED_BYTES = 1_200_000_000  # in all
# draws that are kept to all digits, and bytes of a number so kept, and of one to seven digits
ALL_DIGITS, LONG, SHORT = 1_000_000, 8, 4
# the results that a plan is made for, of which every draw is kept
HEADLINES = ("product_crossover", "plan_crossover", "training_total", "inference_total")
# a crossover counts from the launch of its draw
WHOLE = (*HEADLINES, "launch", "product_crossover_lasting", "plan_crossover_lasting")
ROUNDING, QUICK = 1e-9, 64
LARGE = 1e30  # numbers of seven digits reach to 3e38


@dataclass(frozen=True)
class Room:
    """How many draws are kept of what: everything of the ``first``, then ``whole`` alone.

    Up to ``long`` draws are kept to all digits, up to ``fitting`` at all.
    """

    first: int
    scalars: frozenset[str]
    series: Mapping[str, int]
    whole: frozenset[str]
    long: int
    fitting: int

    @property
    def everything(self) -> frozenset[str]:
        """All quantities of which something is kept."""
        return self.scalars | self.series.keys()

    def draws_of(self, name: str) -> int:
        """How many draws of a quantity are kept, but for those of which all are."""
        return self.series.get(name, self.first)


def make_room(
    results: Results, varied: Mapping[str, Collection[str]], series: Collection[str], count: int
) -> Room:
    """Divide what memory there is between the scalars that may vary and the series asked for.

    ``varied`` are the instances with a range, by quantity.
    """
    columns = {name: results.columns[name] for name in results.followers(varied)}
    rows = {name: _rows(results, one, varied.get(name, ())) for name, one in columns.items()}
    scalars = frozenset(name for name, one in columns.items() if one.data.shape[1] == 1)
    whole = scalars.intersection(WHOLE)
    room = SCALAR_NUMBERS // max(sum(rows[name] for name in scalars), 1)
    first = min(count, max(LEAST_FIRST, min(MOST_FIRST, room)))
    sizes = {name: columns[name].data.size for name in series if name in columns.keys() - scalars}
    together = STORED_BYTES // LONG // max(sum(sizes.values()), 1)
    kept = {
        name: min(first, max(min(SERIES_NUMBERS // max(size, 1), together), LEAST_SERIES))
        for name, size in sizes.items()
    }
    free = STORED_BYTES - LONG * sum(kept[name] * size for name, size in sizes.items())
    free -= LONG * first * sum(rows[name] for name in scalars - whole)
    each = max(sum(rows[name] for name in whole), 1)
    long = max(LEAST_FIRST, min(ALL_DIGITS, free // (LONG * each)))
    return Room(first, scalars, kept, whole, long, max(LEAST_FIRST, free // (SHORT * each)))


def _rows(results: Results, column: Column, ranged: Collection[str]) -> int:
    """For how many instances a quantity may vary: worked out, or supplied with a range."""
    if not any(column.supplied):
        return int(np.count_nonzero(column.known))
    names = results.population.names(column.quantity.entity)
    rows = zip(names, column.known, column.supplied, strict=True)
    return sum(bool(known) and (not said or name in ranged) for name, known, said in rows)


def case_numbers(results: Results, names: Collection[str]) -> int:
    """Numbers of the largest array in one case of some quantities, members of a group counted."""
    columns = [results.columns[name] for name in names]
    found = max((column.data.size for column in columns), default=1)
    for column in columns:
        for use in column.recipe.uses:
            for sight in results.vocabulary.sights(use.formula) if not use.sums else ():
                if sight.reach in MANY:
                    shapes = [results.columns[need].data.shape for need in use.formula.needs]
                    steps = math.prod(max(shape[axis] for shape in shapes) for axis in (1, 2))
                    slots = results.population.members(use.formula.entity, sight.owner).size
                    found = max(found, slots * steps)
    return max(found, 1)


class Store:
    """Collects what each chunk gave, by quantity, axes (instance, month, draw)."""

    def __init__(self, results: Results, room: Room, count: int) -> None:
        self.results, self.room, self.count = results, room, count
        self.first: dict[str, Array] = {}
        # by quantity and instance, from the first draw that differs
        self.whole: dict[tuple[str, int], NDArray[Any]] = {}

    def add(self, found: Mapping[str, Array], begin: int, end: int) -> None:
        """Copy the draws of a chunk, its central case left out."""
        for name, data in found.items():
            rows, months, _, cases = data.shape
            if cases == 1:
                continue
            if name in self.room.whole:
                self._add_whole(name, data[:, 0, 0], begin, end)
                continue
            count = self.room.draws_of(name)
            if name not in self.first:
                self.first[name] = np.empty((rows, months, count), digits_of(data))
            if begin < count:
                taken = min(end, count) - begin
                with np.errstate(over="ignore"):
                    self.first[name][:, :, begin : begin + taken] = data[:, :, 0, 1 : 1 + taken]

    def _add_whole(self, name: str, data: Array, begin: int, end: int) -> None:
        """Keep every draw of each instance, but nothing of one that stays at its central case."""
        for place in np.flatnonzero(self.results.columns[name].known).tolist():
            row, kept = data[place], self.whole.get((name, place))
            if kept is None:
                if (row == row[0]).all():
                    continue
                digits = float if self.count <= self.room.long else np.float32
                kept = self.whole[name, place] = np.full((1, self.count), row[0], digits)
            with np.errstate(over="ignore"):
                kept[0, begin:end] = row[1:]

    def samples(self) -> dict[str, Array]:
        """The draws of each known value that is not the same in all of them, by key."""
        found, kept = {}, self.room.everything
        for name, column in self.results.columns.items():
            if name not in kept:
                continue
            names = self.results.population.names(column.quantity.entity)
            first = self.first.get(name)
            told = None if first is None else _apart(first[:, :, :QUICK])
            for place in np.flatnonzero(column.known).tolist():
                draws = self.whole.get((name, place)) if first is None else first[place]
                if draws is None:
                    continue
                if (told is not None and told[place]) or varies(draws):
                    found[self.results.key(column.quantity, names[place])] = draws
        return found


def digits_of(data: Array) -> type:
    """What a quantity is kept as: a series to seven digits, unless it is too large for that."""
    if data.shape[1] == 1:
        return float
    largest = np.abs(data).max(where=np.isfinite(data), initial=0.0)
    return np.float32 if largest < LARGE else float


def varies(draws: Array) -> bool:
    """Whether draws differ by more than rounding; mostly the first of them tell."""
    first, second = draws[0, :2].tolist()
    if math.isfinite(second) and abs(second - first) > ROUNDING * abs(first):
        return True
    return bool(_apart(draws[:, :QUICK]) or _apart(draws))


def _apart(draws: Array) -> NDArray[np.bool_]:
    """Whether draws differ by more than rounding: axes (instance, month, draw), or those behind."""
    first = draws[..., :1]
    with np.errstate(invalid="ignore"):
        apart = np.abs(draws - first) > ROUNDING * np.abs(first)
    differ = np.isinf(draws) != np.isinf(first)
    found: NDArray[np.bool_] = (apart | differ).any(axis=(-2, -1))
    return found
