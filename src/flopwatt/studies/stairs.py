"""A fleet of whole units beside an API: what each step can do, what it costs, and which is less."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from flopwatt.model import with_spares
from flopwatt.model.results import Results
from flopwatt.model.value import Array

# what a step is worked out from
NEEDS = (
    *("api.unit.calls_per_day", "api.unit.cost_per_day", "api.cost_per_call", "spares"),
    *("api.break_even.units", "api.break_even.lasting_units", "fleet.units_needed"),
)
FEW = 3  # steps told where none is cheaper


@dataclass(frozen=True)
class Step:
    """So many units, with spares: calls per second up to which they do, and dollars per second.

    ``bought`` is what as many calls cost at the API; ``from_`` is the volume of the step from
    which the units cost less: 0 where all of it does, +inf where none of it.
    """

    units: int
    spares: int
    most: float
    own: float
    bought: float
    from_: float


def find_steps(results: Results, entry: str, month: int = 0) -> tuple[Step, ...]:
    """The steps around the break-even of a fleet, and those that the plan comes to.

    ``entry`` is the fleet's key with a dot; none where something is not known.
    """
    if any(f"{entry}{key}" not in results for key in NEEDS):
        return ()
    calls, cost, price, share, first, lasting = (
        _in_month(results[f"{entry}{key}"].months, month) for key in NEEDS[:-1]
    )
    needed = results[f"{entry}fleet.units_needed"].months
    steps = sorted({int(number) for number in _told(first, lasting, needed) if number >= 1})
    found = []
    for units in steps:
        spares = int(with_spares(np.float64(units), np.float64(share))) - units
        own, most = (units + spares) * cost, units * calls
        even = own / price if price else math.inf
        from_ = 0.0 if even <= most - calls else even if even < most else math.inf
        found.append(Step(units, spares, most, own, most * price, from_))
    return tuple(found)


def _in_month(months: Array, month: int) -> float:
    return float(months[month] if len(months) > 1 else months[0])


def _told(first: float, lasting: float, needed: Array) -> Iterator[float]:
    """The steps beside which costs cross, the first, and the plan's fewest and most."""
    yield 1
    for step in (first, lasting):
        if math.isfinite(step):
            yield from (step - 1, step, step + 1)
        else:
            yield from range(1, FEW + 1)
    live = needed[(needed > 0) & np.isfinite(needed)]
    if live.size:
        yield from (float(live.min()), float(live.max()))
