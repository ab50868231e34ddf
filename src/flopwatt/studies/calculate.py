"""One quantity worked out from what is given, without a plan file.

There is one nameless instance of each entity, and every instance refers to the others.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from flopwatt.catalog import assumed_leaves
from flopwatt.model.engine import evaluate
from flopwatt.model.population import PLAN, Population
from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.results import Results
from flopwatt.model.value import Lack, Leaf, Origin, Value
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan import Plan
from flopwatt.plan.draft import Draft
from flopwatt.plan.entries import read_entry
from flopwatt.plan.months import plan_months
from flopwatt.problems import PlanError, Problem
from flopwatt.reader import Entry, Text, read_dict
from flopwatt.studies.campaigns import STATED, stalled_runs, stating, without_idle
from flopwatt.studies.goals import missing_problem
from flopwatt.studies.keys import find_field, find_quantity, givable, prefix_of
from flopwatt.studies.run import Study, load_vocabulary
from flopwatt.units import UnitError, from_canonical, read_date, show

NAMELESS = ""
FROM_START = ("plan_start", "month_start", "month_end")
OF_ITSELF = ("plan_start", "horizon", "failure_model")  # what says how to work it out
LOST_NOTHING = "effective_time"  # unless failures are stated
NO_START = datetime.date(2000, 1, 1)  # stands in where nothing given or asked has a date


def calculate_quantity(key: str, given: Mapping[str, Any]) -> tuple[Study, Value]:
    """Work out the quantity that ``key`` names from the given texts and numbers.

    Keys are those of a plan, with or without their section, or a quantity's global name.
    Numbers are in the quantity's own unit. Raises PlanError.
    """
    vocabulary = load_vocabulary()
    quantity = find_quantity(vocabulary, key)
    draft = _draft(vocabulary, quantity, given)
    study = _study(draft, quantity)
    results = study.results
    public = results.key(quantity, _instance(quantity.entity))
    if public not in results:
        raise PlanError([_missing(results, quantity, draft)])
    value = results[public]
    above = _above_maximum(value)
    if above is not None:
        raise PlanError([above])
    stalled = (replace(one, warning=True) for one in stalled_runs(results, draft.places))
    warnings = (*draft.warnings, *_unused(draft, results, public), *stalled)
    return replace(study, warnings=warnings), value


def _instance(entity: str) -> str:
    return PLAN if entity == PLAN else NAMELESS


def _draft(vocabulary: Vocabulary, asked: Quantity, given: Mapping[str, Any]) -> Draft:
    """Everything given, read as a plan's fields are. Raises PlanError with all problems."""
    fields = {entity: givable(vocabulary, entity) for entity in vocabulary.entities}
    spelled: dict[str, tuple[str, str]] = {}
    problems: list[Problem] = []
    texts: dict[str, Any] = {}
    for key, value in given.items():
        try:
            entity, field = spelled[key] = find_field(vocabulary, key, asked)
        except PlanError as error:
            problems += error.problems
            continue
        quantities = fields[entity][field].quantities
        texts[key] = _with_unit(quantities[0], value) if quantities else value
    document = read_dict(texts)
    draft = Draft(vocabulary, document.file, [*problems, *document.problems])
    draft.start = _start(spelled, given)
    draft.instances = {name: {NAMELESS: None} for name in vocabulary.entities if name != PLAN}
    groups: dict[str, list[Entry]] = {PLAN: []}
    for entry in document.root.entries:
        entity, field = spelled[entry.key.text]
        groups.setdefault(entity, []).append(Entry(Text(field, None), entry.node))
    for entity, entries in groups.items():
        where = "" if entity == PLAN else prefix_of(vocabulary.entities[entity])
        read_entry(draft, entity, _instance(entity), where, entries, fields[entity])
        if entity == PLAN and draft.start:
            draft.months = _months(draft, draft.start)
    if draft.start is None:
        draft.problems += _dates_without_start(vocabulary, draft.leaves)
    if draft.problems:
        raise PlanError(draft.problems)
    return draft


def _months(draft: Draft, start: datetime.date) -> tuple[str, ...]:
    """The names of the months from a start to the horizon."""
    try:
        return plan_months(draft.vocabulary, start, draft.leaves).names
    except OverflowError:
        message = f"the months end after the year {datetime.MAXYEAR}"
        raise PlanError([Problem("out-of-range", message, field="start", given=str(start),
                                 allowed="an earlier start")]) from None  # fmt: skip


def _with_unit(quantity: Quantity, value: Any) -> Any:
    """A number as the text a person would write: with the quantity's unit."""
    if isinstance(value, bool) or quantity.kind in (Kind.DATE, Kind.WORD):
        return value
    if isinstance(value, int | float | np.integer | np.floating):
        return f"{value!s} {quantity.unit}".removesuffix(" 1")
    return value


def _start(
    spelled: Mapping[str, tuple[str, str]], given: Mapping[str, Any]
) -> datetime.date | None:
    """The first day, from which other dates are counted; a wrong one is told with its field."""
    found = next((given[key] for key, name in spelled.items() if name == (PLAN, "start")), None)
    try:
        return read_date(str(found)) if found is not None else None
    except UnitError:
        return NO_START


def _dates_without_start(vocabulary: Vocabulary, leaves: Iterable[Leaf]) -> Iterable[Problem]:
    dates = any(vocabulary.quantities[leaf.quantity].kind is Kind.DATE for leaf in leaves)
    if dates or any(np.ndim(leaf.value) for leaf in leaves):
        yield _needs_start("dates and months are counted from a start")


def _needs_start(message: str) -> Problem:
    return Problem(
        "missing-quantity",
        message,
        field="start",
        given="nothing",
        allowed="a day such as start: 2026-01-01",
    )


def _study(draft: Draft, asked: Quantity) -> Study:
    """Everything that follows from what was given, with one instance of each entity."""
    vocabulary, start = draft.vocabulary, draft.start
    entities = vocabulary.entities.values()
    references = {(entity.name, target): (0,) for entity in entities for target in entity.refers}
    population = Population(dict.fromkeys(draft.instances, (NAMELESS,)), references)
    months = plan_months(vocabulary, start, draft.leaves) if start else None
    edges = months.leaves if months else ()
    # asking for what comes of failures states them
    runs = stating(draft.leaves) | ({NAMELESS} if _of_failures(vocabulary, asked) else set())
    assumed = without_idle(assumed_leaves(vocabulary, population), runs)
    leaves = [*draft.leaves, *assumed, *edges]
    plan = Plan(
        name="calculation",
        file=draft.file,
        start=start or NO_START,
        months=months.names if months else (),
        population=population,
        leaves=tuple(leaves),
        warnings=tuple(draft.warnings),
        places=draft.places,
    )
    return Study(plan, evaluate(vocabulary, population, leaves), ())


def _of_failures(vocabulary: Vocabulary, asked: Quantity) -> bool:
    """Whether a quantity is one of failures, or worked out from what only they lead to."""
    found, rest = {LOST_NOTHING}, [asked.name] * (asked.name != LOST_NOTHING)
    while rest:
        name = rest.pop()
        found.add(name)
        ways = vocabulary.formulas.get(name, ())
        rest += {need for way in ways[:1] if not way.fallback for need in way.needs} - found
    return bool(found & STATED)


def _missing(results: Results, quantity: Quantity, draft: Draft) -> Problem:
    lack = results.missing(quantity, _instance(quantity.entity))
    if draft.start is None and any(name in FROM_START for name in _names(lack)):
        return _needs_start(f"{lack.key} is worked out by month, and the months have no start")
    return missing_problem(lack, told=results.keys())


def _names(lack: Lack) -> Iterable[str]:
    """The quantities that are missing all the way down."""
    if not lack.ways:
        yield lack.quantity.name
    for way in lack.ways:
        for part in way:
            yield from _names(part)


def _above_maximum(value: Value) -> Problem | None:
    """A result beyond what is possible is refused: something given is wrong."""
    quantity = value.quantity
    if quantity.maximum is None or value.is_series:
        return None
    if from_canonical(value.central, quantity.unit) <= quantity.maximum:
        return None
    factor = value.central / from_canonical(value.central, quantity.unit)
    most = show(quantity.maximum * factor, quantity.unit)
    return Problem(
        "out-of-range",
        f"comes out at {show(value.central, quantity.unit)}; more than {most} is not possible, "
        "so one of its inputs is wrong",
        field=value.key,
        given=", ".join(key for taken in value.inputs for key in taken.keys),
        allowed=f"inputs that lead to at most {most}",
    )


def _unused(draft: Draft, results: Results, key: str) -> Iterable[Problem]:
    """A warning for each line given that the answer does not rest on."""
    behind: set[str] = set()
    rest = [key]
    while rest:
        value = results[rest.pop()]
        if value.key in behind:
            continue
        behind.add(value.key)
        if value.origin.kind == "computed":  # of what is given the formula only stands beside
            rest += [below for taken in value.inputs for below in taken.keys]
    used: dict[Origin, bool] = {}
    for leaf in draft.leaves:
        public = results.key(draft.vocabulary.quantities[leaf.quantity], leaf.instance)
        of_use = public in behind or leaf.quantity in OF_ITSELF
        used[leaf.origin] = used.get(leaf.origin, False) or of_use
    for origin in (origin for origin, of_use in used.items() if not of_use):
        yield Problem(
            "unused",
            f"is given, but {key} is not worked out from it",
            field=origin.place.removeprefix(f"{draft.file} "),
            given=origin.text,
            warning=True,
        )
