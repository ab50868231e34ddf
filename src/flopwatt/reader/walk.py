"""YAML text to nodes, event by event; what makes a value more than its own line is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped, unused-ignore]

from flopwatt.problems import Place, Problem
from flopwatt.reader.faults import GLUED, GLUED_MESSAGE, QUOTE, syntax_problem
from flopwatt.reader.reading import (
    MAX_BYTES,
    TOP,
    UNPRINTABLE,
    Reading,
    clip,
    refuse_file,
    unprintable,
)
from flopwatt.reader.records import Document, Entry, Node, Sequence, Table, Text

# libyaml is ten times faster; both read what people write alike, and name the same places.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_text(text: str, file: str) -> Document:
    """Read a file's text held in memory; ``file`` is the name its places carry."""
    if len(text) > MAX_BYTES:
        refuse_file(f"the text has more than {MAX_BYTES:,} characters", file)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reading = Reading(file)
    if found := UNPRINTABLE.search(text):
        before = text[: found.start()]
        place = Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        reading.stop(unprintable(found[0], place))
    root = _root(reading, _events(reading, text), text)
    return reading.document(root)


def _events(reading: Reading, text: str) -> Iterator[Any]:
    """What YAML finds, piece by piece, with its own errors put into plain words."""
    try:
        yield from yaml.parse(text, Loader=LOADER)
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: "\UFFFFFFFF"
        reading.stop(syntax_problem(error, text.split("\n"), reading.file))


def _root(reading: Reading, events: Iterator[Any], text: str) -> Table:
    """The map at the top of the one document a file may hold."""
    next(events)
    start = next(events)
    top = next(events) if isinstance(start, yaml.DocumentStartEvent) else start
    place = _place(reading, top)
    if isinstance(top, yaml.StreamEndEvent) or getattr(top, "value", None) == "":
        message = "the file is empty"
        reading.stop(Problem("bad-structure", message, Place(reading.file, 1, 1), allowed=TOP))
    if isinstance(top, yaml.ScalarEvent):
        next(events), next(events)  # a first line without `: ` is explained by what follows it
    if isinstance(top, yaml.ScalarEvent) and GLUED.match(top.value):
        reading.stop(Problem("bad-syntax", GLUED_MESSAGE, place, given=clip(top.value)))
    if not isinstance(top, yaml.MappingStartEvent):
        kind = "list" if isinstance(top, yaml.SequenceStartEvent) else "single value"
        message = f"a {kind} stands at the top of the file"
        reading.stop(Problem("bad-structure", message, place, allowed=TOP))
    reading.enter(1, place, "")
    _refuse_reuse(reading, top, place, "")
    root = Table(_entries(reading, events, "", 1), place)
    next(events)
    after = next(events)
    if not isinstance(after, yaml.StreamEndEvent):
        message = "a second document starts here; a file is one document, so drop the `---`"
        reading.stop(Problem("bad-structure", message, _place(reading, after)))
    return root


def _node(reading: Reading, events: Iterator[Any], event: Any, path: str, depth: int) -> Node:
    """One value with all that is under it."""
    place = _place(reading, event)
    container = not isinstance(event, yaml.ScalarEvent | yaml.AliasEvent)
    reading.enter(depth if container else 1, place, path)
    _refuse_reuse(reading, event, place, path)
    if isinstance(event, yaml.MappingStartEvent):
        return Table(_entries(reading, events, path, depth), place)
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Node] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            below = f"{path}[{len(items) + 1}]"
            items.append(_node(reading, events, event, below, depth + 1))
        return Sequence(tuple(items), place)
    if isinstance(event, yaml.AliasEvent):
        return Text("", place)
    if event.style in ("|", ">") and not event.value:  # `margin: >5` reads as an empty block
        message = f"a value that starts with {event.style} must stand in quotes"
        reading.refuse(Problem("bad-syntax", message, place, path, allowed=QUOTE))
    return reading.text(event.value, place, bool(event.style), path)


def _entries(reading: Reading, events: Iterator[Any], path: str, depth: int) -> tuple[Entry, ...]:
    entries: dict[str, Entry] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        key = _node(reading, events, event, path, depth + 1)
        name = clip(key.text) if isinstance(key, Text) else ""
        below = f"{path}.{name}".strip(".")
        if isinstance(key, Text) and key.text == "<<" and not key.quoted:
            message = "`<<` merges another map into this one; write the fields out instead"
            reading.refuse(Problem("alias", message, key.place, path))
        if not isinstance(key, Text):
            message = "a map or a list is used as a key"
            allowed = "one word as the key"
            reading.refuse(Problem("bad-structure", message, key.place, path, allowed=allowed))
        node = _node(reading, events, next(events), below, depth + 1)
        if isinstance(key, Text) and not isinstance(event, yaml.AliasEvent):
            reading.add(entries, Entry(key, node), below)
    return tuple(entries.values())


def _refuse_reuse(reading: Reading, event: Any, place: Place | None, path: str) -> None:
    """Refuse what makes a value stand for more than its own line: anchors, aliases and tags."""
    anchor, tag = event.anchor, getattr(event, "tag", None)
    if isinstance(event, yaml.AliasEvent):
        given = f"*{anchor}"
        message = "a value that starts with * repeats another part of the file; write it out"
    elif anchor is not None:
        given = f"&{anchor}"
        message = "a value that starts with & is named for reuse; write it out where it is used"
    elif tag is not None:
        given = tag
        message = "a value that starts with ! gives a type, which no value here needs"
    else:
        return
    allowed = "the value itself, in quotes if it really starts so"
    reading.refuse(Problem("alias", message, place, path, clip(given), allowed))


def _place(reading: Reading, event: Any) -> Place:
    return Place(reading.file, event.start_mark.line + 1, event.start_mark.column + 1)
