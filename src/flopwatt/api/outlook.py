"""Outlook: what forecasters state of AI, power and spending, and where a plan sits in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_kind, check_plan
from flopwatt.plan import PlanSource
from flopwatt.problems import PlanError, Problem
from flopwatt.report import Asked, build_outlook_report, build_placed_report
from flopwatt.studies.outlook_plan import place_plan


def outlook(
    metric: str | None = None,
    forecaster: str | None = None,
    scope: str | None = None,
    year: int | None = None,
    plan: PlanSource | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Answer:
    """What forecasters say, figure by figure, or where a plan sits beside it.

    Of nothing: widely quoted figures tested, shares of training and inference in compute and in
    power, what 50 and 100 MW are in GPUs, capital expenditure, power agreements. ``metric`` is
    one of ``flopwatt catalog metrics``, ``quoted``, or the name of a quoted figure; with a
    ``forecaster``, ``scope`` or ``year`` only its figures. Unlike metrics are never mixed.
    ``plan`` is set beside the figures by its own numbers. Raises CatalogError for a name that no
    row has, and PlanError for a plan that cannot be used.
    """
    for field, given in (("metric", metric), ("forecaster", forecaster), ("scope", scope)):
        check_kind(field, given, str | None, "a word, or nothing")
    check_kind("year", year, int | None, "a year such as 2027, or nothing")
    asked = Asked(metric, forecaster, scope, year)
    if plan is None:
        return Answer(build_outlook_report(asked))
    check_plan(plan, settings)
    if asked.narrowed:
        message = "a plan is set beside all figures at once"
        raise PlanError([Problem("conflict", message, field="plan", allowed="a plan alone")])
    return Answer(build_placed_report(*place_plan(plan, settings)))
