"""What a person imports: run a plan, ask why, check a file. Faces use this and ``report`` alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.problems import CatalogError, FlopwattError, PlanError, Problem
from flopwatt.report import Explanation, Report, build_report
from flopwatt.studies.run import PlanSource, run_plan

__all__ = [
    "Answer",
    "CatalogError",
    "Explanation",
    "FlopwattError",
    "PlanError",
    "Problem",
    "check",
    "explain",
    "run",
]


@dataclass(frozen=True)
class Answer:
    """The results of one plan.

    ``answer["training.base.cost"]`` is the number in the unit that ``to_dict`` names;
    ``report`` is what every face renders.
    """

    report: Report

    def __getitem__(self, key: str) -> Any:
        """The number of a key (a list by month for a series); KeyError for an unknown key."""
        return self.report.document["results"][key]["value"]

    def explain(self, key: str) -> Explanation:
        """Where a number comes from, down to plan lines and sources.

        Raises PlanError when the key names nothing, with the nearest one.
        """
        return self.report.explain(key)

    def table(self) -> list[dict[str, Any]]:
        """One row per value: key, value, unit, range, origin, source. Made for data frames."""
        return [{"key": key, **row} for key, row in self.report.document["results"].items()]

    def to_dict(self) -> Mapping[str, Any]:
        """The public JSON document."""
        return self.report.document


def run(plan: PlanSource) -> Answer:
    """Work out everything that follows from a plan file, or from the same plan as a dict.

    Raises PlanError with every problem of the plan at once.
    """
    return Answer(build_report(run_plan(plan)))


def explain(plan: PlanSource, key: str) -> Explanation:
    """Where one number of a plan comes from. Raises PlanError."""
    return run(plan).explain(key)


def check(plan: PlanSource) -> tuple[Problem, ...]:
    """Every problem and warning of a plan, in file order; empty when all is well."""
    try:
        return run_plan(plan).warnings
    except FlopwattError as error:
        return error.problems
