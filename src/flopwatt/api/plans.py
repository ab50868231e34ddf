"""Plans: run one, ask why, check it, start one, or work out one quantity without any."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_kind, check_path, check_plan
from flopwatt.plan import PlanSource, PlanText
from flopwatt.plan.schema import make_schema
from flopwatt.plan.starter import starter_text, write_starter
from flopwatt.problems import FlopwattError, Problem
from flopwatt.report import (
    Calculation,
    Explanation,
    PlanField,
    Section,
    WrittenFormula,
    build_report,
    compare_section,
    draws_for,
    followed_keys,
    make_calculation,
    plan_fields,
    series_of,
    written_formulas,
)
from flopwatt.studies.compare import compare_plans
from flopwatt.studies.draws import DEFAULT_SEED, Sampling
from flopwatt.studies.run import load_vocabulary, run_plan


def run(
    plan: PlanSource,
    draws: int | None = None,
    seed: int = DEFAULT_SEED,
    progress: Callable[[int, int], None] | None = None,
    settings: Mapping[str, Any] | None = None,
    sections: Collection[str] | None = None,
    before: Answer | None = None,
) -> Answer:
    """Work out everything that follows from a plan file, its text, or the same plan as a dict.

    Where values of the plan have ranges they are drawn 10,000 times, or as often as ``draws``
    says (at least 10; 0 for the central case alone); one ``seed`` always gives the same draws.
    ``progress`` is called now and then with how many of how many are done. ``settings`` maps keys,
    such as ``training.base.price``, to values that win over the plan's own. ``sections`` names
    those that are to be made where not all are wanted, which takes less time. ``before`` is the
    answer of a plan much like this one: what follows from nothing new is taken over from it.
    Raises PlanError with every problem of the plan at once.
    """
    check_plan(plan, settings)
    check_kind("before", before, Answer | None, "an answer of flopwatt.run, or nothing")
    told = (before.study, before.report) if before and before.study else None
    keep = draws_for(sections, told)
    sampling = Sampling(draws, seed, series_of(sections), progress=progress, keep=keep)
    study = run_plan(plan, settings, sampling, told[0] if told else None)
    return Answer(build_report(study, sections), study)


def compare(first: PlanText, second: PlanText, draws: int | None = None) -> Section:
    """What two plans say differently, what comes of it, and what each input does. Raises PlanError.

    Both are drawn alike, as ``run`` draws.
    """
    for name, plan in (("first", first), ("second", second)):
        check_kind(name, plan, PlanText, "a PlanText")
    sampling = Sampling(draws, series=())
    studies = (run_plan(first, None, sampling), run_plan(second, None, sampling))
    names = (first.name, second.name) if first.name != second.name else ("first", "second")
    found = compare_plans(first, second, studies, followed_keys(studies[1]))
    return compare_section(found, names)


def explain(plan: PlanSource, key: str, settings: Mapping[str, Any] | None = None) -> Explanation:
    """Where one number of a plan comes from. Raises PlanError."""
    return run(plan, settings=settings).explain(key)


def check(plan: PlanSource, settings: Mapping[str, Any] | None = None) -> tuple[Problem, ...]:
    """Every problem and warning of a plan, in file order; empty when all is well."""
    try:
        check_plan(plan, settings)
        return run_plan(plan, settings, Sampling()).warnings
    except FlopwattError as error:
        return error.problems


def calculate(key: str, given: Mapping[str, Any]) -> Calculation:
    """Work out one quantity without a plan: ``calculate("training.cost", {"params": "70B", ...})``.

    Keys are those of a plan without the entry's name (``training.cost``, or ``cost`` where only
    one thing has a cost), or a quantity's global name. Numbers are in the quantity's own unit.
    A series by month, or a date, takes ``start`` and ``horizon`` beside it. Raises PlanError.
    """
    check_kind("key", key, str, "a key such as training.cost")
    check_kind("given", given, Mapping, 'a map of keys and values, such as {"params": "70B"}')
    for name in dict(given):
        check_kind("given", name, str, "keys that are texts, such as params")
    return make_calculation(key, given)


def list_fields(entity: str | None = None) -> tuple[PlanField, ...]:
    """Every field that a plan may set, or those of one entity or section. Raises PlanError."""
    check_kind("entity", entity, str | None, "an entity such as run, a section, or nothing")
    return plan_fields(entity)


def list_formulas(key: str | None = None) -> tuple[WrittenFormula, ...]:
    """Every formula written out, those of an entity, or all ways to one key. Raises PlanError."""
    check_kind("key", key, str | None, "a key such as training.cost, an entity, or nothing")
    return written_formulas(key)


def init_plan(path: str | os.PathLike[str] | None = None) -> str:
    """A commented plan to start from, as text; with a path, also written to that new file.

    Raises PlanError where the file is there already.
    """
    if path is not None:
        check_path("path", path)
        write_starter(Path(path))
    return starter_text()


def plan_schema() -> dict[str, Any]:
    """The JSON Schema of a plan, for editors."""
    return make_schema(load_vocabulary())
