"""Keys of a plan: which value one names, what is nearest to one that names none, and all of them.

What cannot be found is told with the few keys, entries or sections that may be meant.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from flopwatt.model.population import PLAN
from flopwatt.model.quantity import Entity
from flopwatt.model.value import Value
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.report.ranges import value_texts
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted
from flopwatt.studies.goals import missing_problem
from flopwatt.studies.run import Study

FEW = 5  # keys or names offered in place of one that is unknown
MAX_ENTRIES = 3  # entries of a section whose keys are listed; the others have the same
COLUMNS = ("key", "is", "meaning")


def find_value(study: Study, key: str) -> Value:
    """The value a key names; a PlanError says the nearest key, or what the value lacks."""
    results = study.results
    if key in results:
        return results[key]
    found = results.find(key)
    if found is not None:
        raise PlanError([missing_problem(results.missing(*found))])
    keys = list(results.keys())
    raise PlanError(
        [
            Problem(
                "unknown-quantity",
                "no value has this key",
                given=key or "''",
                allowed=f"{_allowed(study, key, keys)}; {_listing(study)} lists all keys",
                nearest=nearest(key[:100], keys),
            )
        ]
    )


def _listing(study: Study) -> str:
    """What shows every key: of a plan, or of one thing asked about without a plan."""
    return "--json" if study.results.population.subject else "`flopwatt explain PLAN`"


def _allowed(study: Study, key: str, keys: list[str]) -> str:
    """The few keys of the same entry that are most alike; where the entry is wrong, the entries."""
    section, _, rest = key.partition(".")
    name, _, short = rest.partition(".")
    own = {e.section: e for e in study.results.vocabulary.entities.values() if e.section}
    if section not in own:
        return _few(key, [other for other in keys if "." not in other])
    names = study.results.population.names(own[section].name)
    if name not in names:
        return ", ".join(f"{section}.{other}" for other in _few(name, names).split(", "))
    entry = f"{section}.{name}."
    same = [other.removeprefix(entry) for other in keys if other.startswith(entry)]
    return ", ".join(f"{entry}{other}" for other in _few(short, same).split(", "))


def _few(word: str, names: Iterable[str]) -> str:
    """The names most like a word, the most alike first."""
    return ", ".join(difflib.get_close_matches(word[:100], list(names), n=FEW, cutoff=0.0))


def key_page(study: Study) -> Section:
    """Every key of a plan with its number and meaning, entry by entry."""
    count = sum(1 for _ in study.results.values())
    entities = study.results.vocabulary.entities
    ordered = sorted(entities.values(), key=lambda entity: entity.name != PLAN)
    tables = tuple(table for entity in ordered for table in _key_tables(study, entity))
    return Section("keys", f"{counted(count, 'key')} of {study.plan.name}", tables)


def _key_tables(study: Study, entity: Entity) -> Iterator[Table]:
    """The keys of an entity's first entries; the others are named."""
    names = study.results.population.names(entity.name)
    quantities = study.results.vocabulary.of(entity.name)
    for index, name in enumerate(names[:MAX_ENTRIES]):
        prefix = study.results.entry(entity.name, name)
        keys = [key for q in quantities if (key := f"{prefix}{q.key}") in study.results]
        rows = tuple(_key_row(study, study.results[key]) for key in keys)
        last = index == min(len(names), MAX_ENTRIES) - 1
        note = f"The same keys: {_others(names)}." if last and len(names) > MAX_ENTRIES else ""
        title = f"Behind {prefix}" if prefix else "Of the whole plan"
        yield Table(f"keys-{prefix}", title, COLUMNS, rows, note, words=COLUMNS)


def _others(names: tuple[str, ...]) -> str:
    told = names[MAX_ENTRIES : MAX_ENTRIES + FEW]
    rest = len(names) - MAX_ENTRIES - len(told)
    return ", ".join(told) + (f" and {rest:,} more" if rest else "")


def _key_row(study: Study, value: Value) -> tuple[Cell, ...]:
    text, around = value_texts(study, value)
    return Cell(value.quantity.key), Cell(text, value.key, around), Cell(value.quantity.meaning)
