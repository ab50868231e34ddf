"""The fields of one entry of a plan: values, references, names of catalog things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from flopwatt.model.quantity import Quantity
from flopwatt.model.value import Array, Leaf, Origin, Rank
from flopwatt.plan import ranges
from flopwatt.plan.accelerators import check_accelerator
from flopwatt.plan.choices import read_choice
from flopwatt.plan.draft import Draft, not_single, place_of, shown
from flopwatt.plan.fields import Field
from flopwatt.plan.origins import given_origin
from flopwatt.plan.tables import STANDING, beyond_horizon, by_month, is_table, table_problems
from flopwatt.plan.values import ValueRefusedError, read_value
from flopwatt.problems import Problem, closest, nearest
from flopwatt.reader import Entry, Table, Text

FLAGS = ("override", "free")
RECORD = ("value", *ranges.FIELDS, "source", "as_of", "note", *FLAGS)
MANY, FEW = 60, 8  # fields that are listed whole, and of more
YES, NO = ("yes", "true"), ("no", "false")


def read_entry(
    draft: Draft,
    entity: str,
    instance: str,
    where: str,
    entries: Iterable[Entry],
    fields: Mapping[str, Field],
    also: Iterable[str] = (),
) -> None:
    """Read the fields of one instance into the draft, nested maps as dotted keys.

    ``where`` is the key of the entry, empty for the plan itself; ``also`` are words that
    are legal there but are read elsewhere.
    """
    seen: dict[str, Text] = {}
    before = len(draft.leaves)
    for key, entry in _flat(entries, "", fields):
        path = f"{where}.{key}" if where else key
        found = fields.get(key)
        if found is None:
            problem = _unknown(key, where, entry, entity, [*fields, *also])
            if (entity, key) in draft.vocabulary.by_key:
                problem = replace(problem, message=f"{key} is worked out, and cannot be given")
            draft.problems.append(problem)
        elif found.quantities:
            _read_quantities(draft, instance, path, entry, found.quantities, seen)
            keys = [f"{where}.{quantity.key}".strip(".") for quantity in found.quantities]
            draft.places |= dict.fromkeys(keys, place_of(entry))
            for key_ in keys:  # an earlier layer may have used the shorthand
                draft.written.pop(key_, None)
            draft.written |= dict.fromkeys(keys if len(keys) > 1 else (), path)
        elif isinstance(entry.node, Text):
            read_choice(draft, entity, instance, path, found, entry.node)
        else:
            draft.problems.append(not_single(entry, path, "one name"))
    check_accelerator(draft, entity, instance, where, before)


def _unknown(key: str, where: str, entry: Entry, entity: str, allowed: list[str]) -> Problem:
    return Problem(
        "unknown-key",
        f"{shown(key)} is no field of a {entity}",
        entry.key.place,
        f"{where}.{shown(key)}" if where else shown(key),
        given=shown(entry.key.text),
        allowed=_fields(key, allowed),
        nearest=nearest(key, allowed),
    )


def _fields(key: str, allowed: list[str]) -> str:
    """The fields that there are; of a great many the few that are most like one."""
    if len(allowed) <= MANY:
        return ", ".join(sorted(allowed))
    few = closest(key, allowed, FEW, cutoff=0.3) or sorted(allowed)[:FEW]
    return f"{', '.join(few)}, of {len(allowed)}; `flopwatt fields` lists them"


def _flat(
    entries: Iterable[Entry], prefix: str, fields: Mapping[str, Field]
) -> Iterable[tuple[str, Entry]]:
    """Entries with dotted keys; a map under a group of fields is opened, a value record is not."""
    for entry in entries:
        key = prefix + entry.key.text
        table = entry.node if isinstance(entry.node, Table) else None
        group = table is not None and any(name.startswith(f"{key}.") for name in fields)
        if table is not None and group and not _is_record(table):
            yield from _flat(table.entries, f"{key}.", fields)
        else:
            yield key, entry


def _is_record(table: Table) -> bool:
    return any(entry.key.text == "value" for entry in table.entries)


def _read_quantities(
    draft: Draft,
    instance: str,
    path: str,
    entry: Entry,
    quantities: tuple[Quantity, ...],
    seen: dict[str, Text],
) -> None:
    """Give one written value to each quantity its field sets."""
    for quantity in quantities:
        first = seen.setdefault(quantity.name, entry.key)
        if first is not entry.key:
            draft.problems.append(_twice(quantity, path, entry, first))
            return
    read = _read_table if quantities[0].monthly and is_table(entry.node) else _read_single
    found = read(draft, path, entry, quantities[0])
    if found is None:
        return
    value, origin = found
    override = draft.rank is Rank.GIVEN and "override" in _flags(entry)
    rank = Rank.OVERRIDE if override else draft.rank
    around = ranges.read_range(draft, path, entry.node, quantities[0], instance, value)
    for quantity in quantities:
        draft.leaves.append(Leaf(quantity.name, instance, value, rank, origin, around))


def _read_single(
    draft: Draft, path: str, entry: Entry, quantity: Quantity
) -> tuple[float | Array, Origin] | None:
    """One value with its origin, or None where it is refused."""
    written = _written(draft, path, entry)
    if written is None:
        return None
    text, origin = written
    value = _value(draft, path, text, quantity, free="free" in _flags(entry))
    return None if value is None else (value, origin)


def _flags(entry: Entry) -> set[str]:
    """What a value record says yes to."""
    parts = entry.node.entries if isinstance(entry.node, Table) else ()
    said = {e.key.text: e.node.text for e in parts if isinstance(e.node, Text)}
    return {flag for flag in FLAGS if said.get(flag, "").lower() in YES}


def _is_said(name: str, text: str) -> bool:
    return name not in FLAGS or text.lower() in (*YES, *NO)


def _value(
    draft: Draft, path: str, text: Text, quantity: Quantity, *, free: bool = False
) -> float | None:
    try:
        return read_value(quantity, text.text, draft.start, draft.rates, free=free)
    except ValueRefusedError as error:
        draft.problems.append(replace(error.problem, place=text.place, field=path))
        return None


def _read_table(
    draft: Draft, path: str, entry: Entry, quantity: Quantity
) -> tuple[float | Array, Origin] | None:
    """Values by month, spread over the months of the plan, with their origin."""
    table = entry.node
    if not isinstance(table, Table):
        raise TypeError("a table by month is a map")
    problems = list(table_problems(table, path))
    draft.problems += problems
    values = []
    for child in table.entries if not problems else ():
        if isinstance(child.node, Text):
            key = child.key.text
            values.append((key, _value(draft, f"{path}.{key}", child.node, quantity)))
    known = [(month, value) for month, value in values if value is not None]
    if not known or len(known) < len(values):
        return None
    months = f"{known[0][0]} to {known[-1][0]}, {len(known)} values"
    origin = given_origin(draft, path, Text(months, place_of(entry)))
    draft.warnings += beyond_horizon(table, path, draft.months)
    return by_month(known, draft.months, standing=quantity.name in STANDING), origin


def _twice(quantity: Quantity, path: str, entry: Entry, first: Text) -> Problem:
    line = f" in line {first.place.line}" if first.place else ""
    return Problem(
        "conflict",
        f"{quantity.key} is given twice, here and as {first.text}{line}",
        entry.key.place,
        path,
        given=entry.key.text,
        allowed="one of the two lines",
    )


def _written(draft: Draft, path: str, entry: Entry) -> tuple[Text, Origin] | None:
    """The text of a value and its origin; a record may add where the value was found."""
    if isinstance(entry.node, Text):
        return entry.node, given_origin(draft, path, entry.node)
    if not isinstance(entry.node, Table) or not _is_record(entry.node):
        allowed = f"one value, or a map with {', '.join(RECORD)}"
        draft.problems.append(not_single(entry, path, allowed))
        return None
    about: dict[str, Text] = {}
    for part in entry.node.entries:
        name = part.key.text
        if name not in RECORD:
            problem = _unknown(name, path, part, "value record", list(RECORD))
            draft.problems.append(problem)
        elif isinstance(part.node, Text) and _is_said(name, part.node.text):
            about[name] = part.node
        elif name in FLAGS:
            draft.problems.append(not_single(part, f"{path}.{name}", "yes or no"))
        else:
            draft.problems.append(not_single(part, f"{path}.{name}", "one text"))
    if "value" not in about:
        return None
    origin = given_origin(draft, path, about["value"])
    said = [about[name].text for name in ("source", "note") if name in about]
    details = [*said, *([origin.detail] if origin.detail else [])]
    as_of = about["as_of"].text if "as_of" in about else ""
    return about["value"], replace(origin, as_of=as_of, detail=", ".join(details))
