"""Python data to nodes: values become the text a person would have typed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from flopwatt.problems import Problem
from flopwatt.reader.reading import TOP, Reading, clip
from flopwatt.reader.records import Document, Entry, Node, Sequence, Table, Text


def read_dict(data: Mapping[Any, Any], file: str = "<dict>") -> Document:
    """Read a plan given as Python data; values become the text a person would have typed."""
    reading = Reading(file)
    if not isinstance(data, Mapping):
        reading.stop(
            Problem(
                "bad-structure",
                f"a plan is a map, not a {type(data).__name__}",
                given=_shown(data),
                allowed=TOP,
            )
        )
    reading.enter(1, None, "")
    return reading.document(Table(_entries(reading, data, "", 1), None))


def _from_python(reading: Reading, value: Any, path: str, depth: int) -> Node:
    """One Python value as a node; plain values are written without loss."""
    container = isinstance(value, Mapping | list | tuple)
    reading.enter(depth if container else 1, None, path)
    if isinstance(value, Mapping):
        return Table(_entries(reading, value, path, depth), None)
    if isinstance(value, list | tuple):
        items = enumerate(value, 1)
        below = (_from_python(reading, v, f"{path}[{i}]", depth + 1) for i, v in items)
        return Sequence(tuple(below), None)
    text = _written(value)
    if text is None:
        message = f"a {type(value).__name__} is no value of a plan"
        allowed = "a text, number, date, true or false, map or list"
        given = _shown(value)
        reading.refuse(Problem("bad-structure", message, None, path, given, allowed))
    return reading.text(text or "", None, path=path)


def _shown(value: Any) -> str:
    """What was given, as Python shows it; nothing where Python itself cannot."""
    try:
        return clip(repr(value))
    except Exception:
        return ""


def _entries(reading: Reading, data: Mapping[Any, Any], path: str, depth: int) -> tuple[Entry, ...]:
    entries: dict[str, Entry] = {}
    for name, value in data.items():
        plain = isinstance(name, str | int) and not isinstance(name, bool)
        written = _written(name) if plain else None
        key = None if written is None else Text(written, None)
        below = f"{path}.{clip(key.text) if key else '?'}".strip(".")
        if key is None:
            message = f"a key is a {type(name).__name__}"
            given = _shown(name)
            reading.refuse(Problem("bad-structure", message, None, below, given, "a text"))
            continue
        reading.text(key.text, None, path=below)
        reading.add(entries, Entry(key, _from_python(reading, value, below, depth + 1)), below)
    return tuple(entries.values())


def _written(value: Any) -> str | None:
    """A plain Python value as a person would type it, or None where there is no such text."""
    match value:
        case str():
            return str.__str__(value)  # an enum would give its own name
        case bool():
            return "true" if value else "false"
        case Integral() if not hasattr(value, "__index__"):
            return None  # a span of time of numpy counts as a whole number, and is none
        case Integral():
            # Python itself refuses to write more than 4,300 digits, which are 14,000 bits.
            return str(int(value)) if int(value).bit_length() < 14_000 else None
        case date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case float() | Real() if not hasattr(value, "numerator") or isinstance(value, float):
            return repr(float(value))
    return None
