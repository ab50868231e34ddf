"""The conductor: reader, plan, catalog and engine, once each, top to bottom."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flopwatt.catalog import load_definitions, source_of
from flopwatt.formulas import load_formulas
from flopwatt.model.engine import evaluate
from flopwatt.model.results import Results
from flopwatt.model.vocabulary import Vocabulary, make_vocabulary
from flopwatt.plan import Plan, PlanSource, in_file_order, read_layers, read_plan
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.assets import house_assets, stale_servers
from flopwatt.studies.bearing import Bearing
from flopwatt.studies.campaigns import (
    campaign_leaves,
    stalled_runs,
    stating,
    unmodelled_runs,
    without_idle,
)
from flopwatt.studies.disagreements import disagreements
from flopwatt.studies.draws import Sampling, draw_problems, run_draws
from flopwatt.studies.fleet_links import link_warnings
from flopwatt.studies.fleet_shares import share_warnings
from flopwatt.studies.fleet_walls import unless_walled, wall_problems
from flopwatt.studies.fleets import assumed_of_plan, prepare_fleets
from flopwatt.studies.goals import check_goals, overflows, unused_values
from flopwatt.studies.guesses import half_said_guesses
from flopwatt.studies.idle_experts import idle_experts
from flopwatt.studies.load_warnings import load_warnings
from flopwatt.studies.long_prompts import long_prompts
from flopwatt.studies.overruled import overruled_values
from flopwatt.studies.sensitivity import Driver, find_drivers
from flopwatt.studies.site_loads import site_load_warnings
from flopwatt.studies.site_warnings import site_warnings
from flopwatt.studies.spread import Spread
from flopwatt.studies.unusual import (
    early_sites,
    impossible_values,
    late_dates,
    sparse_peaks,
    unusual_values,
)

CENTRAL = Sampling(draws=0)


@dataclass(frozen=True)
class Study:
    """A plan with everything that follows from it, and what its ranges make of it."""

    plan: Plan
    results: Results
    warnings: tuple[Problem, ...]
    spread: Spread | None = None

    @functools.cached_property
    def drivers(self) -> Mapping[str, list[Driver]]:
        """What bears on each headline result, worked out when first asked for."""
        return find_drivers(self.results, self.spread)

    @functools.cached_property
    def bearing(self) -> Bearing:
        """Which values bear on which."""
        return Bearing(self.results, self.spread)


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


def load_plan(source: PlanSource, settings: Mapping[str, Any] | None = None) -> Plan:
    """Read a plan from a file or from Python data, without working anything out.

    ``settings`` maps public keys to values that win over the plan's own.
    Raises PlanError with every problem at once.
    """
    return read_plan(read_layers(source, settings), load_vocabulary())


def run_plan(
    source: PlanSource,
    settings: Mapping[str, Any] | None = None,
    sampling: Sampling = CENTRAL,
    before: Study | None = None,
) -> Study:
    """Read a plan and work out everything that follows from it.

    The central case alone, unless ``sampling`` says how often to draw. What was worked out
    ``before``, of a plan much like it, is taken over where it follows from nothing new.
    Raises PlanError when the plan cannot be used, or lacks what a goal needs.
    """
    return evaluate_plan(load_plan(source, settings), sampling, before=before)


def work_out(plan: Plan, before: Results | None = None) -> Results:
    """Everything that follows from a plan, whether it leads to its goals or not.

    What was worked out ``before`` is taken over where it can be.

    Raises PlanError where a fleet does not divide its model, or an asset stands in two places.
    """
    vocabulary = load_vocabulary()
    fleets = prepare_fleets(plan, vocabulary)
    housed, problems = house_assets(plan)
    if fleets.problems or problems:
        raise PlanError(in_file_order([*fleets.problems, *problems]))
    assumed = assumed_of_plan(vocabulary, plan.population)
    leaves = [
        *plan.leaves,
        *fleets.leaves,
        *housed,
        *campaign_leaves(plan, vocabulary),
        *without_idle(assumed, stating(plan.leaves)),
    ]
    return evaluate(vocabulary, plan.population, leaves, before)


def _as_written(problem: Problem, plan: Plan) -> Problem:
    """A warning of a value by the field that the plan wrote: a shorthand stands for several."""
    field = plan.written.get(problem.field, problem.field)
    return replace(problem, field=field) if problem.warning else problem


def evaluate_plan(
    plan: Plan,
    sampling: Sampling = CENTRAL,
    *,
    to_goals: bool = True,
    before: Study | None = None,
) -> Study:
    """Work out a plan already read. Raises PlanError where it is short of its goals, if told to."""
    results = work_out(plan, before.results if before else None)
    walls = list(wall_problems(plan, results))
    missed = check_goals(results, plan.places) if to_goals else []
    goals = unless_walled(missed, walls, plan, results)
    walls += stalled_runs(results, plan.places)
    if any(not problem.warning for problem in walls):
        # what a fleet that cannot serve comes to is no number: nothing else is told of it
        raise PlanError(in_file_order([*(one for one in walls if not one.warning), *goals]))
    if sampling.keep is not None:
        _stop_at_errors([*walls, *goals])
        spread = run_draws(results, sampling, before.spread if before else None)
        return Study(plan, results, plan.warnings, spread)
    found = [*plan.warnings, *walls, *_noticed(plan, results, goals)]
    _stop_at_errors(found)
    spread = run_draws(results, sampling)
    found += draw_problems(results, spread, sampling.draws, plan.places)
    told = (_as_written(problem, plan) for problem in found)
    return Study(plan, results, tuple(in_file_order(told)), spread)


def _noticed(plan: Plan, results: Results, goals: Sequence[Problem]) -> list[Problem]:
    """What is worth knowing of a plan and of what follows from it."""
    return [
        *link_warnings(plan, results),
        *unmodelled_runs(plan, results),
        *half_said_guesses(plan, results),
        *share_warnings(plan, results),
        *idle_experts(plan, results),
        *goals,
        *overflows(results, plan.months),
        *unused_values(results, plan.leaves, plan.places),
        *impossible_values(results, plan.places),
        *unusual_values(results, plan.places),
        *sparse_peaks(results, plan.places),
        *late_dates(results, plan.places),
        *early_sites(results, plan.places),
        *site_warnings(plan, results),
        *site_load_warnings(plan, results),
        *long_prompts(results, plan.places),
        *stale_servers(plan, results),
        *load_warnings(plan, results),
        *disagreements(results, plan.places, plan.months),
        *overruled_values(results, plan.places),
    ]


def _stop_at_errors(found: Sequence[Problem]) -> None:
    """Raise PlanError with all that is wrong; what is only worth knowing stops nothing."""
    errors = [problem for problem in found if not problem.warning]
    if errors:
        raise PlanError(in_file_order(errors))
