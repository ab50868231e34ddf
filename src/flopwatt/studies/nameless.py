"""Questions about one thing without a plan: a model, or a model on some GPUs."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterable, Mapping
from typing import Any

from flopwatt.catalog import assumed_leaves
from flopwatt.model.engine import evaluate
from flopwatt.model.population import Population
from flopwatt.model.results import Results
from flopwatt.model.value import Leaf
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan import Plan, in_file_order
from flopwatt.plan.draft import Draft
from flopwatt.plan.entries import read_entry
from flopwatt.problems import PlanError, Problem
from flopwatt.reader import Entry, Text, read_dict
from flopwatt.studies.keys import givable
from flopwatt.studies.run import Study, load_vocabulary

NAMELESS = ""
LONGEST, ASKED = "context_length", ("context", "fit_context")
NO_START = datetime.date(2000, 1, 1)  # nothing here has a date


@functools.cache
def vocabulary_of(*entities: str) -> Vocabulary:
    """What can be said of some entities, once per process."""
    return load_vocabulary().only(*entities)


def read_given(
    vocabulary: Vocabulary, given: Mapping[str, Mapping[str, Any]], warned: Iterable[Problem] = ()
) -> Draft:
    """What is given of each entity by its fields, read as a plan's are.

    Raises PlanError with every problem at once.
    """
    draft = Draft(vocabulary, "", [], warnings=list(warned))
    draft.instances = {name: {NAMELESS: None} for name in vocabulary.entities}
    for entity, fields in given.items():
        texts = {key: value for key, value in fields.items() if value is not None}
        document = read_dict(texts)
        draft.file = document.file
        draft.problems += document.problems
        entries = [Entry(Text(e.key.text, None), e.node) for e in document.root.entries]
        where = "" if entity == next(iter(vocabulary.entities)) else entity
        read_entry(draft, entity, NAMELESS, where, entries, givable(vocabulary, entity))
    if draft.problems:
        raise PlanError(in_file_order(draft.problems))
    return draft


def nameless_study(title: str, draft: Draft, leaves: Iterable[Leaf]) -> Study:
    """Everything that follows for one instance of each entity; the first is what is asked about."""
    vocabulary = draft.vocabulary
    entities = vocabulary.entities.values()
    population = Population(
        dict.fromkeys(vocabulary.entities, (NAMELESS,)),
        {(one.name, target): (0,) for one in entities for target in one.refers},
        subject=next(iter(vocabulary.entities)),
    )
    every = [*leaves, *draft.leaves, *assumed_leaves(vocabulary, population)]
    plan = Plan(
        name=title,
        file=title,
        start=NO_START,
        months=(),
        population=population,
        leaves=tuple(every),
        warnings=tuple(draft.warnings),
        places=draft.places,
        chosen=draft.chosen,
    )
    results = evaluate(vocabulary, population, every)
    return Study(plan, results, (*plan.warnings, *_extrapolated(results, draft)))


def _extrapolated(results: Results, draft: Draft) -> Iterable[Problem]:
    """A warning for sequences longer than any that the model was published for."""
    quantities = results.vocabulary.quantities
    known = [quantities[name] for name in (LONGEST, *ASKED) if name in quantities]
    keys = {one.name: results.key(one, NAMELESS) for one in known}
    central = {name: results[key].central for name, key in keys.items() if key in results}
    longest, asked = central.pop(LONGEST, 0.0), max(central.values(), default=0.0)
    if not longest or asked <= longest:
        return
    yield Problem(
        "unlikely",
        "is beyond the longest context that the model was published for: all that follows from "
        "it is extrapolated",
        draft.places.get("context") or draft.places.get("fit.context"),
        "context",
        given=f"{asked:,.0f} tokens",
        allowed=f"at most {longest:,.0f} tokens",
        warning=True,
    )
