"""Runs rated on every accelerator: whether their states fit, how long, what it costs and takes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flopwatt.model.engine import evaluate
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Leaf
from flopwatt.plan import Plan
from flopwatt.studies.goals import missing_problem
from flopwatt.studies.hardware_columns import narrowed, row_of, taken_leaf
from flopwatt.studies.hardware_parts import CARD, PEAK, POWER, Part, Parts, option_leaf

RUN, MODEL, PARAMS = "run", "model", "total_params"
FLOPS, MFU, PAID_MFU, EFFECTIVE = "training_flops", "mfu", "paid_hours_mfu", "effective_time"
GPUS = "accelerators"
TAKEN = (FLOPS, MFU, EFFECTIVE, GPUS, "state_width")
OWN_PEAK, PRICE = "accelerator_peak", "accelerator_price"
SUPPLIED = {OWN_PEAK: PEAK, "run_power": POWER, "run_card": CARD}
TIME, HOURS, COST = "training_duration", "accelerator_hours", "training_cost"
ENERGY, LEAST = "run_energy", "state_accelerators"
WANTED = (TIME, HOURS, COST, ENERGY, LEAST)
NEEDED, STATES = (PEAK,), "states"


@dataclass(frozen=True)
class TrainingRow:
    """One run on one accelerator, in canonical units; NaN for what is not known.

    ``fits`` says whether the run's GPUs hold its states, None where that is not known;
    ``least`` is how many hold them at least. ``lacks`` is what no datasheet says, in words;
    ``hourly`` is what an hour of one GPU costs.
    """

    part: Part
    fits: bool | None
    lacks: str
    least: float
    time: float
    hours: float
    hourly: float
    cost: float
    energy: float

    @property
    def does(self) -> bool:
        """Whether it is known what the run takes on it, and nothing known keeps it from it."""
        return not self.lacks and self.fits is not False

    @property
    def dollars(self) -> float:
        """What the run costs on it."""
        return self.cost

    @property
    def pace(self) -> float:
        """How long it takes, for a comparison: all its GPU-hours."""
        return self.hours


@dataclass(frozen=True)
class RatedRun:
    """A run on every accelerator, at its own share of the 16-bit peak over all hours paid.

    ``lacks`` are the lines that a plan lacks to be rated; there are no rows then. ``own`` is
    the accelerator that the plan names.
    """

    name: str
    rows: tuple[TrainingRow, ...]
    gpus: float = math.nan
    mfu: float = math.nan
    own: str = ""
    lacks: str = ""


def rate_runs(plan: Plan, results: Results, parts: Parts) -> tuple[RatedRun, ...]:
    """Every run of a plan on every accelerator."""
    population = results.population
    names = population.names(RUN)
    if not names:
        return ()
    taken = {name: _taken(results, name) for name in names}
    leaves = [leaf for found in taken.values() for leaf in found.values()]
    models = (taken_leaf(results, PARAMS, model) for model in population.names(MODEL))
    leaves += [leaf for leaf in models if leaf]
    own = dict.fromkeys(names, "") | _own(plan)
    prices = {name: parts.prices(own[name], _price(results, name)) for name in names}
    for name in names:
        leaves += [option_leaf(one, name, parts.numbers[of]) for one, of in SUPPLIED.items()]
        leaves.append(option_leaf(PRICE, name, prices[name]))
    rated = evaluate(narrowed(WANTED, (RUN,), TAKEN), population, leaves)
    return tuple(
        RatedRun(name, (), own=own[name], lacks=lacks)
        if (lacks := _lacks(results, name, taken[name]))
        else _as_planned(
            replace(_rated(rated, name, taken[name], parts, prices[name]), own=own[name]), results
        )
        for name in names
    )


def _as_planned(run: RatedRun, results: Results) -> RatedRun:
    """A run with what the plan says of it on the accelerator that it names, as given there."""
    fields = {"time": TIME, "hours": HOURS, "cost": COST, "energy": ENERGY, "hourly": PRICE}
    known = {field: taken_leaf(results, name, run.name) for field, name in fields.items()}
    said: dict[str, Any] = {field: float(leaf.value) for field, leaf in known.items() if leaf}
    rows = (replace(row, **said) if row.part.name == run.own else row for row in run.rows)
    return replace(run, rows=tuple(rows))


def _own(plan: Plan) -> dict[str, str]:
    """The accelerator that each run names; a version of a run has only the facts of it."""
    return {
        leaf.instance: leaf.origin.detail.partition(":")[0]
        for leaf in plan.leaves
        if leaf.quantity == OWN_PEAK and leaf.origin.kind == "catalog"
    }


def _price(results: Results, run: str) -> float | None:
    leaf = taken_leaf(results, PRICE, run)
    return float(leaf.value) if leaf else None


def _taken(results: Results, run: str) -> dict[str, Leaf]:
    """What of a run holds on any hardware, by quantity.

    Its share of the peak is that over all hours paid for, in which lost time is; where no
    hours follow from the plan it is that while the run steps.
    """
    found = {name: taken_leaf(results, name, run) for name in TAKEN}
    paid = taken_leaf(results, PAID_MFU, run)
    if paid is not None:
        whole = replace(paid, quantity=EFFECTIVE, value=1.0)
        found |= {MFU: replace(paid, quantity=MFU), EFFECTIVE: whole}
    return {name: leaf for name, leaf in found.items() if leaf is not None}


def _lacks(results: Results, run: str, taken: Mapping[str, Leaf]) -> str:
    """The lines that would let a run be rated; empty where it can be."""
    if {FLOPS, MFU} <= taken.keys():
        return ""
    quantity = results.vocabulary.quantities[PAID_MFU]
    lines = missing_problem(results.missing(quantity, run)).allowed
    named = taken_leaf(results, OWN_PEAK, run) is not None
    return lines if named else f"`accelerator: H100 SXM` under training.{run}, or {lines}"


def _rated(
    rated: Results, name: str, taken: Mapping[str, Leaf], parts: Parts, prices: Array
) -> RatedRun:
    place, size = rated.population.place(RUN, name), len(parts.parts)
    found = {one: row_of(rated, one, place, size) for one in WANTED} | {PRICE: prices}
    gpus = float(taken[GPUS].value) if GPUS in taken else math.nan
    rows = tuple(
        _row(part, {one: float(row[i]) for one, row in found.items()}, gpus, parts.lacks(i, NEEDED))
        for i, part in enumerate(parts.parts)
    )
    return RatedRun(name, rows, gpus, float(taken[MFU].value))


def _row(part: Part, found: Mapping[str, float], gpus: float, lacks: str) -> TrainingRow:
    least = found[LEAST]
    fits = None if lacks or math.isnan(least) or math.isnan(gpus) else gpus >= least
    return TrainingRow(
        part=part,
        fits=fits,
        lacks=lacks,
        least=least,
        time=found[TIME],
        hours=found[HOURS],
        hourly=found[PRICE],
        cost=found[COST],
        energy=found[ENERGY],
    )
