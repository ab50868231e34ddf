"""What drives a result: how each input's draws rank with it, and what one per cent more does.

The rank correlation (Spearman) says how much of a result's spread comes with an input's own
range. The elasticity is the per cent by which a result changes when the input is 1 % larger
than its central value, all else held; every input is one case of the same evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass

import numpy as np

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Leaf
from flopwatt.model.variation import make_variation
from flopwatt.plan.ranges import FIXED
from flopwatt.studies.kept import HEADLINES, case_numbers
from flopwatt.studies.spread import Spread
from flopwatt.units import DAY_S, from_canonical

AT_LAST_RATE = ".at_this_rate"
STEP = 0.01
KNOWN = ("catalog", "counted")
# numbers of the largest array: in one evaluation, and in all of them together; without members
# of groups, and with them
CASE_NUMBERS, MAX_NUMBERS = 2_000_000, 50_000_000
MEMBER_NUMBERS, MAX_MEMBER_NUMBERS = 25_000_000, 500_000_000
NOISE = 4.0  # standard errors of a rank correlation of things that have nothing in common


@dataclass(frozen=True)
class Driver:
    """How one input bears on one result.

    ``key`` is that of the input, ``shared_by`` those of other values set by the same line or
    default, of both those alone of entries that the result is worked out from. ``of`` is the
    result whose change is told: of a crossover that does not come, the time at the last rate.
    ``correlation`` is None for what is not drawn, ``elasticity`` for dates, for what is zero, and
    for a whole number that 1 % more of would not be.
    """

    key: str
    shared_by: tuple[str, ...]
    of: str
    correlation: float | None
    elasticity: float | None

    @property
    def weight(self) -> tuple[float, float]:
        """What drivers are sorted by, the weightiest first."""
        return (-abs(self.correlation or 0.0), -abs(self.elasticity or 0.0))


@dataclass(frozen=True)
class _Source:
    """One thing that a plan, the catalog or an assumption says, and whom it says it for."""

    quantity: Quantity
    keys: tuple[str, ...]
    leaves: tuple[Leaf, ...]

    @property
    def stream(self) -> str:
        """The name of the random numbers it is drawn from; empty where it has no range."""
        around = self.leaves[0].range
        return around.stream if around else ""

    @property
    def step(self) -> float:
        """What is added to see whether anything follows: 1 %, a day, or one of what is whole."""
        leaf = self.leaves[0]
        if self.is_few:
            return 1.0
        if self.quantity.kind is Kind.DATE:
            return DAY_S
        value = float(np.max(np.abs(leaf.value)))
        if not value and leaf.range is not None:
            value = leaf.range.high - leaf.range.low
        return STEP * value

    @property
    def is_few(self) -> bool:
        """Whether it is a whole number so small that there is no 1 % more of it."""
        return self.quantity.whole and STEP * float(np.max(np.abs(self.leaves[0].value))) < 1

    @property
    def has_elasticity(self) -> bool:
        """Whether 1 % more of it means anything."""
        dated, some = self.quantity.kind is Kind.DATE, bool(np.all(self.leaves[0].value))
        return some and not dated and not self.is_few

    def driver(
        self, of: str, upstream: Set[str], shared: float | None, central: float, other: float
    ) -> Driver:
        """How it bears on a result that is ``other`` with it a little larger."""
        elasticity = None
        if self.has_elasticity and np.isfinite([central, other]).all() and central:
            elasticity = float((other / central - 1) / STEP)
        told = list(zip(self.keys, self.leaves, strict=True))
        # one line may set several values of an entry, of which a result reads some
        read = {leaf.instance for key, leaf in told if key in upstream}
        key, *others = (key for key, leaf in told if leaf.instance in read)
        return Driver(key, tuple(others), of, shared, elasticity)


def find_drivers(results: Results, spread: Spread | None = None) -> dict[str, list[Driver]]:
    """The inputs that bear on each headline result, by its key, the weightiest first.

    In a plan too large to vary every input, those with a range alone.
    """
    told = {key: _told(results, key) for key in headline_keys(results)}
    sources = [one for one in _sources(results) if one.step and (one.stream or not one.is_few)]
    largest = max((column.data.size for column in results.columns.values()), default=1)
    members = case_numbers(results, results.columns)
    if len(sources) * largest > MAX_NUMBERS or len(sources) * members > MAX_MEMBER_NUMBERS:
        sources = [source for source in sources if source.stream]
    size = max(1, min(CASE_NUMBERS // largest, MEMBER_NUMBERS // members))
    changed = _changed(results, sources, set(told.values()), size)
    inputs = {name: ranks(one.numbers) for name, one in spread.inputs.items()} if spread else {}
    first = min(map(len, inputs.values()), default=0)  # draws that are kept of all
    found: dict[str, list[Driver]] = {}
    for key, of in told.items():
        draws = spread.samples.get(key, spread.samples.get(of)) if spread else None
        ranked = None if draws is None else ranks(draws[0][:first])
        central, *others = changed.get(of, [np.nan] * (len(sources) + 1))
        upstream, drivers = _upstream(results, key) | _upstream(results, of), []
        for source, other in zip(sources, others, strict=True):
            if upstream.isdisjoint(source.keys):
                continue  # what goes with it by chance alone
            shared = None
            if ranked is not None and source.stream in inputs:
                shared = correlation(inputs[source.stream], ranked)
            if other != central or _matters(shared, ranked):
                drivers.append(source.driver(of, upstream, shared, central, other))
        found[key] = sorted(drivers, key=lambda driver: driver.weight)
    return found


def _upstream(results: Results, key: str) -> set[str]:
    """The keys that a result is worked out from, itself among them."""
    found: set[str] = set()
    rest = [key]
    while rest:
        one = rest.pop()
        if one not in found:
            found.add(one)
            rest += [made for taken in results[one].inputs for made in taken.keys]
    return found


def headline_keys(results: Results) -> list[str]:
    """The results that a plan is made for, as far as they are known."""
    found = []
    for name in HEADLINES:
        quantity = results.vocabulary.quantities.get(name)
        if quantity is None:
            continue
        for instance in results.population.names(quantity.entity):
            key = results.key(quantity, instance)
            if key in results:
                found.append(key)
    return found


def _told(results: Results, key: str) -> str:
    """What a change is told of: the result itself, or when it would come at the last rate."""
    rest = f"{key}{AT_LAST_RATE}"
    return rest if results[key].central == np.inf and rest in results else key


def _sources(results: Results) -> list[_Source]:
    """What was said from outside, once for all values that were set by it."""
    found: dict[object, list[tuple[Quantity, str, Leaf]]] = {}
    for column in results.columns.values():
        quantity = column.quantity
        fixed = quantity.name in FIXED or not quantity.written
        if fixed or quantity.kind not in (Kind.NUMBER, Kind.GROWTH, Kind.DATE):
            continue
        names = results.population.names(quantity.entity)
        for instance, leaves in zip(names, column.supplied, strict=True):
            if not leaves:
                continue
            leaf = leaves[0]
            if leaf.origin.kind in KNOWN and _at_most(quantity, leaf):
                continue  # a known share of all: 1 % more of it cannot be
            said: object = (quantity.name, leaf.origin)
            if leaf.range is not None:
                said = leaf.range.stream
            elif leaf.origin.kind == "given":
                said = (instance, leaf.origin)
            key = results.key(quantity, instance)
            found.setdefault(said, []).append((quantity, key, leaf))
    return [
        _Source(rows[0][0], tuple(row[1] for row in rows), tuple(row[2] for row in rows))
        for rows in found.values()
    ]


def _at_most(quantity: Quantity, leaf: Leaf) -> bool:
    """Whether a value is so near the largest that it can be that 1 % more is not legal."""
    if quantity.maximum is None:
        return False
    more = from_canonical(float(np.max(leaf.value)) * (1 + STEP), quantity.unit)
    return more > quantity.maximum


def _changed(
    results: Results, sources: list[_Source], keys: set[str], size: int
) -> dict[str, list[float]]:
    """Each result's central value, then its value with each source a little larger."""
    places = {}
    for key in keys:
        quantity, instance = results[key].quantity, results[key].instance
        places[key] = (quantity.name, results.population.names(quantity.entity).index(instance))
    names = {leaf.quantity for source in sources for leaf in source.leaves}
    vary = make_variation(results, names, {name for name, _ in places.values()})
    found = {key: [results[key].central] for key in keys}
    for begin in range(0, len(sources), size):
        some = sources[begin : begin + size]
        kept = vary(_cases(some))
        for key, (name, place) in places.items():
            data = kept.get(name, results.columns[name].data)
            row = np.broadcast_to(data[place, 0, 0], len(some) + 1).tolist()
            found[key] = [row[0], *found[key][1:], *row[1:]]
    return found


def _cases(sources: list[_Source]) -> dict[str, dict[str, Array]]:
    """The central case, then one case for each source in which it is a little larger."""
    varied: dict[str, dict[str, Array]] = {}
    for place, source in enumerate(sources, start=1):
        for leaf in source.leaves:
            steps = np.zeros((1, 1, len(sources) + 1))
            steps[..., place] = 1.0
            value = np.asarray(leaf.value, dtype=float).reshape(-1, 1, 1)
            step = STEP * value if source.has_elasticity else source.step
            varied.setdefault(leaf.quantity, {})[leaf.instance] = value + step * steps
    return varied


def _matters(found: float | None, of_draws: Array | None) -> bool:
    """Whether a rank correlation is more than chance."""
    if found is None or of_draws is None:
        return False
    return abs(found) > NOISE / math.sqrt(len(of_draws))


def ranks(numbers: Array) -> Array:
    """The rank of each number from 0; equal ones share the mean of their ranks."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    ends = np.append(starts[1:], len(numbers))
    found = np.empty(len(numbers))
    found[order] = np.repeat((starts + ends - 1) / 2, ends - starts)
    return found


def correlation(one: Array, other: Array) -> float | None:
    """Pearson's correlation, of ranks Spearman's; None where either is the same throughout."""
    one, other = one - one.mean(), other - other.mean()
    scale = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / scale if scale else None
