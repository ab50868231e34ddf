"""One quantity worked out without a plan: its number, and why it is what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.problems import Problem
from flopwatt.report.document import record
from flopwatt.report.explain import explain
from flopwatt.report.explanation import Explanation
from flopwatt.studies.calculate import calculate_quantity


@dataclass(frozen=True)
class Calculation:
    """One quantity: its number in its unit (a list by month for a series), and its explanation.

    ``outcome`` is crosses, never or already for a crossover, and else empty; the value of one
    that never comes is None. ``warnings`` name what was given and not used.
    """

    key: str
    value: Any
    unit: str
    outcome: str
    explanation: Explanation
    warnings: tuple[Problem, ...]

    @property
    def text(self) -> str:
        """The number as people read it."""
        return self.explanation.lines[0].text


def make_calculation(key: str, given: Mapping[str, Any]) -> Calculation:
    """Work out the quantity that a key names from what is given. Raises PlanError."""
    study, value = calculate_quantity(key, given)
    found = record(study, value)
    return Calculation(
        key=value.key,
        value=found["value"],
        unit=found["unit"],
        outcome=found.get("outcome", ""),
        explanation=explain(study, value.key),
        warnings=study.warnings,
    )
