"""What binds: how often each activity lies on the path to a phase's power, and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.network import in_order, waiting_lists
from flopwatt.model.results import Results
from flopwatt.model.value import Array
from flopwatt.studies.run import Study
from flopwatt.studies.sites import ACTIVITY, FEED, PHASE, SITE, SUPPLY, parts_of

Truth = NDArray[np.bool_]
ENDS, KEYS = ("activity_start", "activity_finish"), ("begins", "ends")
MONTH = 2_629_800.0  # seconds in a twelfth of 365.25 days


@dataclass(frozen=True)
class Bound:
    """One activity on the way to a phase's power.

    ``share`` of the draws have it on the path that sets the day, ``months`` of it on average.
    """

    activity: str
    share: float
    months: float


@dataclass(frozen=True)
class _Network:
    """The activities of a site in every draw: when each begins and ends, and what it waits for."""

    names: tuple[str, ...]
    start: Array
    finish: Array
    waits: tuple[tuple[int, ...], ...]

    def path(self, last: Mapping[int, Truth]) -> Array:
        """Which activities are on the path of each draw that ends with the ``last`` ones."""
        found = np.zeros(self.start.shape, dtype=bool)
        for place, where in last.items():
            found[place] |= where
        for place in reversed(in_order(self.waits)):
            if found[place].any():
                for before in self.waits[place]:
                    found[before] |= found[place] & (self.finish[before] == self.start[place])
        return found


def find_bounds(
    study: Study, phases: Iterable[str], *, permanent: bool = False
) -> dict[str, list[Bound]]:
    """What binds each of some phases, the most months on its path first.

    By the supply that energises it first, or by the ``permanent`` one alone. The central case
    stands for all where nothing was drawn.
    """
    network = _network(study)
    duration = (network.finish - network.start) / MONTH
    found = {}
    for phase in phases:
        path = network.path(_last(study, network, phase, "permanent" if permanent else "energised"))
        share, months = path.mean(axis=1), (path * duration).mean(axis=1)
        rows = [
            Bound(name, float(share[place]), float(months[place]))
            for place, name in enumerate(network.names)
            if months[place] > 0
        ]
        found[phase] = sorted(rows, key=lambda row: -row.months)
    return found


def draws_of(study: Study, key: str) -> Array:
    """A number in every draw that is kept; the central case where it does not vary."""
    kept = study.spread.samples.get(key) if study.spread else None
    return np.array([study.results[key].central]) if kept is None else kept[0]


def _network(study: Study) -> _Network:
    results = study.results
    names = results.population.names(ACTIVITY)
    waits = waiting_lists(results.columns["activity_follows"].data)
    central = [results.columns[name].data[:, 0, 0, :1] for name in ENDS]
    kept = study.spread.samples if study.spread else {}
    table = [
        [
            kept.get(f"activities.{name}.{end}", rows[at : at + 1])[0]
            for at, name in enumerate(names)
        ]
        for end, rows in zip(KEYS, central, strict=True)
    ]
    count = max(len(row) for rows in table for row in rows)
    start, finish = (
        np.array([row if len(row) == count else np.full(count, row[0]) for row in rows])
        for rows in table
    )
    return _Network(names, start, finish, waits)


def _last(study: Study, network: _Network, phase: str, use: str) -> dict[int, Truth]:
    """The activities that end on the very day that a phase waits for, in the draws in which so."""
    results = study.results
    found: dict[int, Truth] = {}
    open_: Truth = np.ones(network.start.shape[1], dtype=bool)
    built = draws_of(study, f"phases.{phase}.built")
    day = draws_of(study, f"phases.{phase}.{use}")
    for option in parts_of(results, FEED, PHASE, phase):
        supply = option.removeprefix(f"{phase}.")
        with np.errstate(invalid="ignore"):
            chosen = open_ & (draws_of(study, f"feed.{option}.{use}") == day)
        open_ = open_ & ~chosen
        if not chosen.any() or not np.isfinite(day).all():
            continue
        housed = results[f"supplies.{supply}.houses"].central > 0
        late = draws_of(study, f"option.{option}.ready") > built
        sides = ((SUPPLY, supply, late | housed), (PHASE, phase, ~(late | housed)))
        for entity, name, side in sides:
            ready = draws_of(study, _ready(entity, name))
            for activity in parts_of(results, ACTIVITY, entity, name):
                place = network.names.index(activity)
                where = chosen & side & (network.finish[place] == ready)
                found[place] = found.get(place, np.zeros_like(open_)) | where
    return found


def _ready(entity: str, name: str) -> str:
    return f"supplies.{name}.ready" if entity == SUPPLY else f"phases.{name}.built"


def known_dates(results: Results, site: str) -> bool:
    """Whether every phase of a site has a day on which it is energised."""
    phases = parts_of(results, PHASE, SITE, site)
    keys = [f"phases.{phase}.energised" for phase in phases]
    return all(key in results and np.isfinite(results[key].central) for key in keys)
