"""The conductor: reader, plan, catalog and engine, once each, top to bottom."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.catalog import assumed_leaves, load_definitions, source_of, thing_leaves
from flopwatt.formulas import load_formulas
from flopwatt.model.engine import evaluate
from flopwatt.model.results import Results
from flopwatt.model.vocabulary import Vocabulary, make_vocabulary
from flopwatt.plan import Plan, in_file_order, read_plan
from flopwatt.problems import PlanError, Problem
from flopwatt.reader import Document, read_dict, read_yaml
from flopwatt.studies.goals import check_goals, overflows, unused_values

PlanSource = str | os.PathLike[str] | Mapping[str, Any]


@dataclass(frozen=True)
class Study:
    """A plan with everything that follows from it."""

    plan: Plan
    results: Results
    warnings: tuple[Problem, ...]


@functools.cache
def load_vocabulary() -> Vocabulary:
    """All quantities and formulas, joined and checked once per process."""
    definitions = load_definitions()
    formulas = load_formulas()
    for formula in formulas:
        source_of(formula.source)
    return make_vocabulary(
        definitions.entities, definitions.quantities, formulas, definitions.shorthands
    )


def load_plan(source: PlanSource) -> Plan:
    """Read a plan from a file or from Python data, without working anything out.

    Raises PlanError with every problem at once.
    """
    return read_plan(_document(source), load_vocabulary())


def run_plan(source: PlanSource) -> Study:
    """Read a plan and work out everything that follows from it.

    Raises PlanError when the plan cannot be used, or lacks what a goal needs.
    """
    return evaluate_plan(load_plan(source))


def evaluate_plan(plan: Plan) -> Study:
    """Work out everything that follows from a plan already read."""
    vocabulary = load_vocabulary()
    leaves = [*plan.leaves, *assumed_leaves(vocabulary, plan.population)]
    for instance, thing in plan.things:
        leaves += thing_leaves(vocabulary, instance, thing)
    results = evaluate(vocabulary, plan.population, leaves)
    found = [
        *check_goals(results, plan.places),
        *overflows(results, plan.months),
        *unused_values(results, plan.leaves, plan.places),
    ]
    errors = [problem for problem in found if not problem.warning]
    if errors:
        raise PlanError(in_file_order(errors))
    return Study(plan, results, tuple(in_file_order(found)))


def _document(source: PlanSource) -> Document:
    return read_dict(source) if isinstance(source, Mapping) else read_yaml(source)
