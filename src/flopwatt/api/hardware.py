"""Hardware: what a plan trains and serves, rated on every accelerator of the catalog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.api.given import check_plan
from flopwatt.plan import PlanSource
from flopwatt.problems import Problem
from flopwatt.report import Section, hardware_document, hardware_page
from flopwatt.studies.hardware import Hardware, study_hardware


@dataclass(frozen=True)
class HardwareRating:
    """Every run and product of a plan on every accelerator: as a page and as plain data."""

    found: Hardware

    @property
    def page(self) -> Section:
        """What a person reads: the best side by side, then each run and product by itself."""
        return hardware_page(self.found)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is doubtful about the plan."""
        return self.found.warnings

    def to_dict(self) -> Mapping[str, Any]:
        """The public JSON document; null is not known, and ``why`` says what is missing."""
        return hardware_document(self.found)


def hardware(plan: PlanSource, settings: Mapping[str, Any] | None = None) -> HardwareRating:
    """Rate every run and product of a plan on every accelerator of the catalog.

    Whether it fits or why not, what it takes in time, dollars and energy, and the best for each.
    A product is served by the unit of each accelerator that costs least for the load of its
    launch; a run keeps its GPUs and its share of their peak. What a plan lacks for it is said
    in ``not_rated``. Raises PlanError with every problem of the plan at once.
    """
    check_plan(plan, settings)
    return HardwareRating(study_hardware(plan, settings))
