"""Which hardware suits which phase: every run and product of a plan on every accelerator."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from flopwatt.model.results import Results
from flopwatt.plan import Plan, PlanSource, in_file_order
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.hardware_parts import list_parts
from flopwatt.studies.hardware_rows import Rated, ServingRow
from flopwatt.studies.hardware_serving import rate_products
from flopwatt.studies.hardware_training import RatedRun, TrainingRow, rate_runs
from flopwatt.studies.run import load_plan, work_out
from flopwatt.studies.unusual import impossible_values

Row = TypeVar("Row", TrainingRow, ServingRow)


@dataclass(frozen=True)
class Hardware:
    """The runs and products of a plan, each on every accelerator of the catalog."""

    plan: Plan
    runs: tuple[RatedRun, ...]
    products: tuple[Rated, ...]
    warnings: tuple[Problem, ...] = ()


def study_hardware(source: PlanSource, settings: Mapping[str, Any] | None = None) -> Hardware:
    """Read a plan and rate what it trains and serves on every accelerator.

    A plan need not lead to its goals: what hardware costs need not be known to choose some.
    Raises PlanError when the plan cannot be used.
    """
    plan = load_plan(source, settings)
    results = work_out(plan)
    errors = [one for one in impossible_values(results, plan.places) if not one.warning]
    if errors:
        raise PlanError(in_file_order(errors))
    return rate_hardware(plan, results)


def rate_hardware(plan: Plan, results: Results) -> Hardware:
    """Rate what a plan trains and serves, by the results of the plan."""
    parts = list_parts(plan.start)
    runs, products = rate_runs(plan, results, parts), rate_products(plan, results, parts)
    return Hardware(plan, runs, products, plan.warnings)


def ranked(rows: Iterable[Row]) -> list[Row]:
    """What can do the work, by dollars where a price is known, else by time; best first.

    Of those without a price the ones that can be had come first; equals stay in order.
    """
    able = [row for row in rows if row.does]
    return sorted(
        able,
        key=lambda row: (
            math.isnan(row.dollars),
            0.0 if math.isnan(row.dollars) else row.dollars,
            not row.part.offered,
            row.pace,
        ),
    )


def best_by(rows: Sequence[Row], of: Callable[[Row], float]) -> Row | None:
    """The best that can be had, by some number that is known of it; the first of equals."""
    known = [row for row in rows if row.does and row.part.offered and not math.isnan(of(row))]
    return min(known, key=of, default=None)


def cheapest(rows: Sequence[Row]) -> Row | None:
    """The best by dollars; where no price is known, by time."""
    return best_by(rows, lambda row: row.dollars) or fastest(rows)


def fastest(rows: Sequence[Row]) -> Row | None:
    """The best by time: of a run all its GPU-hours, of a product tokens per second and GPU."""
    return best_by(rows, lambda row: row.pace)


def thriftiest(rows: Sequence[Row]) -> Row | None:
    """The best by energy at nameplate power."""
    return best_by(rows, lambda row: row.energy)


def picks(rows: Sequence[Row]) -> dict[str, Row]:
    """The best by dollars, or by time where no price is known, and the best by energy."""
    best, least = cheapest(rows), thriftiest(rows)
    found: dict[str, Row] = {}
    if best is not None:
        found["time" if math.isnan(best.dollars) else "cost"] = best
    if least is not None:
        found["energy"] = least
    return found
