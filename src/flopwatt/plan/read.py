"""A plan file becomes instances, references and given values, or one list of all that is wrong."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flopwatt.catalog import Thing
from flopwatt.model.results import PLAN, Population
from flopwatt.model.value import Leaf
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.draft import Draft, kind_of, place_of
from flopwatt.plan.entries import read_entry
from flopwatt.plan.fields import fields_of, sections_of
from flopwatt.plan.months import month_leaves
from flopwatt.problems import Place, PlanError, Problem, nearest
from flopwatt.reader import Document, Entry, Table, Text
from flopwatt.units import UnitError, read_date

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
MAX_ENTRIES = 1_000  # per section; a plan beyond this is a data set, not a plan


@dataclass(frozen=True)
class Plan:
    """What a plan file says: who there is, who refers to whom, and what was given."""

    name: str
    file: str
    start: datetime.date
    months: tuple[str, ...]
    population: Population
    leaves: tuple[Leaf, ...]
    things: tuple[tuple[str, Thing], ...]


def read_plan(document: Document, vocabulary: Vocabulary) -> Plan:
    """Turn a document into a plan.

    Raises PlanError with every problem of the file at once, in file order.
    """
    draft = Draft(vocabulary, document.file, list(document.problems))
    tops = {entry.key.text: entry for entry in document.root.entries}
    draft.start = _start(draft, tops.get("start"))
    sections = sections_of(vocabulary)
    for section, entity in sections.items():
        draft.instances[entity] = {}
        if section in tops:
            _read_section(draft, entity, section, tops[section])
    name = _read_top(draft, document.root.entries, sections)
    _check_sections(draft)
    references = _references(draft)
    if draft.problems or draft.start is None:
        raise PlanError(sorted(draft.problems, key=_in_file_order))
    edges, months = month_leaves(vocabulary, draft.start, draft.leaves)
    instances = {entity: tuple(found) for entity, found in draft.instances.items()}
    return Plan(
        name=name or document.file,
        file=document.file,
        start=draft.start,
        months=months,
        population=Population(instances, references),
        leaves=(*draft.leaves, *edges),
        things=tuple(draft.things),
    )


def _in_file_order(problem: Problem) -> tuple[bool, int, int]:
    place = problem.place
    return (place is None, place.line if place else 0, place.column if place else 0)


def _start(draft: Draft, entry: Entry | None) -> datetime.date | None:
    """The plan's first day comes first: every other date is counted from it."""
    if entry is None:
        problem = Problem(
            "missing-quantity",
            "the plan has no start, from which every date is counted",
            field="start",
            given="nothing",
            allowed="a line such as `start: 2026-01-01`",
        )
        draft.problems.append(problem)
        return None
    try:
        return read_date(entry.node.text) if isinstance(entry.node, Text) else None
    except UnitError:
        return None  # reported with the plan's other fields


def _read_top(draft: Draft, entries: Iterable[Entry], sections: Mapping[str, str]) -> str:
    """Read the plan's own fields; its name is the one that is no quantity."""
    own = [entry for entry in entries if entry.key.text not in sections]
    names = [e.node.text for e in own if e.key.text == "name" and isinstance(e.node, Text)]
    rest = [e for e in own if e.key.text != "name" or not isinstance(e.node, Text)]
    fields = fields_of(draft.vocabulary, PLAN)
    read_entry(draft, PLAN, PLAN, "", rest, fields, also=["name", *sections])
    return names[0] if names else ""


def _read_section(draft: Draft, entity: str, section: str, entry: Entry) -> None:
    """Read every named entry of a section."""
    if not isinstance(entry.node, Table):
        draft.problems.append(_not_map(draft, entity, entry, section))
        return
    if len(entry.node.entries) > MAX_ENTRIES:
        problem = Problem(
            "out-of-range",
            f"{section} has too many entries",
            place_of(entry),
            section,
            given=str(len(entry.node.entries)),
            allowed=f"at most {MAX_ENTRIES}",
        )
        draft.problems.append(problem)
        return
    fields = fields_of(draft.vocabulary, entity)
    for child in entry.node.entries:
        name, where = child.key.text, f"{section}.{child.key.text}"
        if not NAME.fullmatch(name):
            draft.problems.append(_bad_name(child, where))
            continue
        draft.instances[entity][name] = child.key.place
        if isinstance(child.node, Table):
            read_entry(draft, entity, name, where, child.node.entries, fields)
        elif not (isinstance(child.node, Text) and not child.node.text):
            draft.problems.append(_not_map(draft, entity, child, where))


def _not_map(draft: Draft, entity: str, entry: Entry, where: str) -> Problem:
    fields = ", ".join(list(fields_of(draft.vocabulary, entity))[:3])
    allowed = f"fields such as {fields}"
    if "." not in where:
        allowed = f"names, and under each {allowed}"
    return Problem(
        "bad-structure",
        "a map is needed here",
        place_of(entry),
        where,
        given=kind_of(entry.node),
        allowed=allowed,
    )


def _bad_name(entry: Entry, where: str) -> Problem:
    return Problem(
        "bad-name",
        "this name cannot stand in a key",
        entry.key.place,
        where,
        given=entry.key.text or "an empty name",
        allowed="up to 64 letters, digits, - and _, beginning with a letter or digit",
    )


def _check_sections(draft: Draft) -> None:
    """A plan needs a model and something to do with it."""
    work = {**draft.instances.get("run", {}), **draft.instances.get("product", {})}
    if draft.problems or (draft.instances.get("model") and work):
        return
    section = "training or products" if draft.instances.get("model") else "models"
    problem = Problem(
        "missing-section",
        f"the plan has no entry under {section}",
        field=section,
        given="nothing",
        allowed="models, with training, products or both",
    )
    draft.problems.append(problem)


def _references(draft: Draft) -> dict[tuple[str, str], tuple[int, ...]]:
    """Positions of what each instance refers to; the only candidate may be left unsaid."""
    references = {}
    for entity in draft.vocabulary.entities.values():
        for target in entity.refers:
            names = list(draft.instances.get(target, {}))
            found = []
            for instance, place in draft.instances.get(entity.name, {}).items():
                word = draft.pointers.get((entity.name, instance, target))
                if word is None and len(names) == 1:
                    found.append(0)
                elif word is not None and word.text in names:
                    found.append(names.index(word.text))
                elif word is not None or names:
                    path = f"{entity.section}.{instance}.{target}"
                    draft.problems.append(_bad_reference(path, word, place, names))
            references[entity.name, target] = tuple(found)
    return references


def _bad_reference(path: str, word: Text | None, place: Place | None, names: list[str]) -> Problem:
    return Problem(
        "unknown-name" if word else "missing-quantity",
        "no entry of this name in the plan" if word else "there are several, and none is named",
        word.place if word else place,
        path,
        given=word.text if word else "nothing",
        allowed=", ".join(names) or "none are defined",
        nearest=nearest(word.text, names) if word else "",
    )
