"""The sections of a plan: named entries, each a map of fields."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flopwatt.plan.draft import Draft, kind_of, listed, place_of, shown
from flopwatt.plan.entries import read_entry
from flopwatt.plan.fields import fields_of
from flopwatt.problems import Place, Problem, nearest
from flopwatt.reader import Entry, Table, Text

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
STANDING = ("asset", "load", "forecast", "block", "site")  # entities that need no model
MAX_ENTRIES = 1_000  # per section; a plan beyond this is a data set, not a plan


def read_section(
    draft: Draft, entity: str, section: str, entry: Entry, *, closed: bool = False
) -> None:
    """Read every named entry of a section; a closed layer may add none of its own."""
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
        if closed and name not in draft.instances[entity]:
            draft.problems.append(_no_such(child, where, list(draft.instances[entity])))
            continue
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


def _no_such(entry: Entry, where: str, names: list[str]) -> Problem:
    return Problem(
        "unknown-name",
        "no entry of this name in the plan",
        entry.key.place,
        where,
        given=shown(entry.key.text),
        allowed=listed(names) or "none are defined",
        nearest=nearest(entry.key.text, names),
    )


def check_sections(draft: Draft, tops: Sequence[Table]) -> None:
    """A plan needs a model and something to do with it, or entries that stand by themselves.

    ``tops`` are the outermost maps of its files.
    """
    alone = any(draft.instances.get(entity) for entity in STANDING)
    if alone and not draft.instances.get("model"):
        return
    work = {**draft.instances.get("run", {}), **draft.instances.get("product", {})}
    if draft.problems or (draft.instances.get("model") and work):
        return
    section = "training or products" if draft.instances.get("model") else "models"
    problem = Problem(
        "missing-section",
        f"the plan has no entry under {section}",
        _place_of_section(tops, section.split(" or ")),
        field=section,
        given="nothing",
        allowed="models, with training, products or both; or assets, power or sites alone",
    )
    draft.problems.append(problem)


def _place_of_section(tops: Sequence[Table], names: Sequence[str]) -> Place | None:
    """Where one of some sections stands; where the plan begins, if none does."""
    keys = [entry.key for top in tops for entry in top.entries]
    empty = next((key.place for key in keys if key.text in names), None)
    return empty or next((key.place for key in keys), None)
