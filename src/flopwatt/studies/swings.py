"""What a result comes to with one input at a time at the low and the high end of its range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flopwatt.model.quantity import Kind
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Leaf
from flopwatt.model.variation import make_variation
from flopwatt.studies.sensitivity import Driver

LAUNCH = "launch"


@dataclass(frozen=True)
class Swing:
    """One input at both ends of its range, and the result there; all in canonical units.

    A crossover is told in seconds since the plan's start, so that it is a date. ``key`` and
    ``shared_by`` are those of the driver.
    """

    key: str
    shared_by: tuple[str, ...]
    low: float
    high: float
    at_low: float
    at_high: float

    @property
    def width(self) -> float:
        """How far the result moves: beyond all where it comes to never, no number for none."""
        return abs(self.at_high - self.at_low)


def find_swings(results: Results, drivers: Sequence[Driver]) -> tuple[float, list[Swing]]:
    """The result that drivers are of, and how far each with a range moves it, the widest first."""
    ranged = [driver for driver in drivers if _leaf(results, driver.key)]
    if not ranged:
        return np.nan, []
    streams = [_stream(results, driver.key) for driver in ranged]
    central, *others = _values(results, ranged[0].of, streams)
    found = []
    for place, driver in enumerate(ranged):
        leaf = _leaf(results, driver.key)
        if leaf is None or leaf.range is None:
            continue
        at_low, at_high = others[2 * place : 2 * place + 2]
        ends = (float(leaf.range.low), float(leaf.range.high))
        found.append(Swing(driver.key, driver.shared_by, *ends, at_low, at_high))
    # what is no number, or does not move, is no swing
    found = [one for one in found if one.width > 0]
    return central, sorted(found, key=lambda one: -min(one.width, 1e300))


def _leaf(results: Results, key: str) -> Leaf | None:
    """What holds a value, where it has a range."""
    value = results[key]
    column = results.columns[value.quantity.name]
    place = results.population.names(value.quantity.entity).index(value.instance)
    leaves = column.supplied[place]
    return leaves[0] if leaves and leaves[0].range is not None else None


def _stream(results: Results, key: str) -> list[Leaf]:
    """All values that take the same random numbers as one does, and so move with it."""
    first = _leaf(results, key)
    return [
        leaf
        for leaf in _ranged(results)
        if first and first.range and leaf.range and leaf.range.stream == first.range.stream
    ]


def _ranged(results: Results) -> Iterator[Leaf]:
    for column in results.columns.values():
        for leaves in column.supplied:
            if leaves and leaves[0].range is not None:
                yield leaves[0]


def _values(results: Results, of: str, streams: Sequence[Sequence[Leaf]]) -> list[float]:
    """A result in the central case, then with each stream at its low and at its high end."""
    count = 1 + 2 * len(streams)
    varied: dict[str, dict[str, Array]] = {}
    for place, leaves in enumerate(streams):
        for leaf in leaves:
            if leaf.range is None:
                continue
            row = varied.setdefault(leaf.quantity, {}).setdefault(
                leaf.instance, np.full((1, 1, count), float(leaf.value))
            )
            row[..., 1 + 2 * place], row[..., 2 + 2 * place] = leaf.range.low, leaf.range.high
    wanted = [of]
    value = results[of]
    dated = value.quantity.kind is Kind.CROSSING and value.quantity.key.startswith("crossover")
    launch = f"{of.removesuffix(value.quantity.key)}{LAUNCH}"
    if dated and launch in results:
        wanted.append(launch)
    names = {results[key].quantity.name for key in wanted}
    kept = make_variation(results, varied.keys(), names)(varied)
    total = np.zeros(count)
    for key in wanted:
        value = results[key]
        place = results.population.names(value.quantity.entity).index(value.instance)
        data = kept.get(value.quantity.name, results.columns[value.quantity.name].data)
        total = total + np.broadcast_to(data[place, 0, 0], count)
    found: list[float] = total.tolist()
    return found
