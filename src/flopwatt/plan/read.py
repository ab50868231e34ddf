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
from flopwatt.plan.draft import Draft, kind_of, listed, not_single, place_of, shown
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
    """What a plan file says: who there is, who refers to whom, and what was given.

    ``places`` says where entries and given values stand, by public key; none in Python data.
    """

    name: str
    file: str
    start: datetime.date
    months: tuple[str, ...]
    population: Population
    leaves: tuple[Leaf, ...]
    things: tuple[tuple[str, Thing], ...]
    places: Mapping[str, Place | None]


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
        raise PlanError(in_file_order(draft.problems))
    try:
        edges, months = month_leaves(vocabulary, draft.start, draft.leaves)
    except OverflowError:
        raise PlanError([_ends_too_late(draft)]) from None
    instances = {entity: tuple(found) for entity, found in draft.instances.items()}
    return Plan(
        name=name or document.file,
        file=document.file,
        start=draft.start,
        months=months,
        population=Population(instances, references),
        leaves=(*draft.leaves, *edges),
        things=tuple(draft.things),
        places=draft.places,
    )


def in_file_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by line and column; those of the whole plan last."""
    return sorted(problems, key=lambda problem: (problem.place is None, problem.place))


def _ends_too_late(draft: Draft) -> Problem:
    return Problem(
        "out-of-range",
        f"the plan ends after the year {datetime.MAXYEAR}",
        draft.places["start"],
        "start",
        given=str(draft.start),
        allowed="an earlier start, for example 2026-01-01",
    )


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
    node = entry.node
    if isinstance(node, Table):
        values = (part.node for part in node.entries if part.key.text == "value")
        node = next(values, node)
    try:
        return read_date(node.text) if isinstance(node, Text) else None
    except UnitError:
        return None  # reported with the plan's other fields


def _read_top(draft: Draft, entries: Iterable[Entry], sections: Mapping[str, str]) -> str:
    """Read the plan's own fields; its name is the one that is no quantity."""
    own = {entry.key.text: entry for entry in entries if entry.key.text not in sections}
    name = own.pop("name", None)
    fields = fields_of(draft.vocabulary, PLAN)
    read_entry(draft, PLAN, PLAN, "", own.values(), fields, also=["name", *sections])
    if name is None:
        return ""
    if isinstance(name.node, Text):
        return name.node.text
    draft.problems.append(not_single(name, "name", "one text"))
    return ""


def _read_section(draft: Draft, entity: str, section: str, entry: Entry) -> None:
    """Read every named entry of a section."""
    if _is_empty(entry):
        return
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
        name, where = child.key.text, f"{section}.{shown(child.key.text)}"
        if not NAME.fullmatch(name):
            draft.problems.append(_bad_name(child, where))
            continue
        where = f"{section}.{name}"
        draft.instances[entity][name] = draft.places[where] = child.key.place
        if isinstance(child.node, Table):
            read_entry(draft, entity, name, where, child.node.entries, fields)
        elif not _is_empty(child):
            draft.problems.append(_not_map(draft, entity, child, where))


def _is_empty(entry: Entry) -> bool:
    return isinstance(entry.node, Text) and not entry.node.text


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
        given=shown(entry.key.text),
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
    if word is None:
        target = path.rpartition(".")[2]
        return Problem(
            "missing-quantity",
            "there are several, and none is named",
            place,
            path,
            given="nothing",
            allowed=listed([f"`{target}: {name}`" for name in names], " or "),
        )
    return Problem(
        "unknown-name",
        "no entry of this name in the plan",
        word.place,
        path,
        given=shown(word.text),
        allowed=listed(names) or "none are defined",
        nearest=nearest(word.text, names),
    )
