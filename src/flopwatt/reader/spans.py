"""Where each value of a text stands, from its first character to its last, so that it can change.

What people wrote around a value, comments and order and layout, stays as it is.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml  # type: ignore[import-untyped, unused-ignore]

from flopwatt.reader.walk import LOADER, read_text


@dataclass
class Span:
    """A value of a text: where its key and its own text begin and end, and its line from 1.

    ``last`` is where the last text below it ends. ``flow`` says that it is written in braces;
    ``inside`` are the keys of a map, in order.
    """

    key_start: int
    start: int
    end: int
    line: int
    text: str | None = None
    last: int = 0
    flow: bool = False
    inside: list[str] = field(default_factory=list)


@functools.lru_cache(maxsize=16)
def read_spans(text: str, file: str) -> Mapping[str, Span]:
    """Every value and map of a text by its dotted path; the whole of it by an empty one.

    Raises PlanError where the text cannot be read.
    """
    text = normal(text)
    read_text(text, file)  # which refuses what could not be walked here
    events = yaml.parse(text, Loader=LOADER)
    for event in events:
        if isinstance(event, yaml.MappingStartEvent):
            walk = _Walk(_line_starts(text))
            walk.map("", event, events, 0)
            return walk.found
    return {}


def normal(text: str) -> str:
    """A text with line ends as they are counted."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


class _Walk:
    """One pass over what YAML finds in a text."""

    def __init__(self, starts: list[int]) -> None:
        self.starts = starts
        self.found: dict[str, Span] = {}

    def at(self, mark: Any) -> int:
        """A place as a count of characters."""
        return int(self.starts[mark.line] + mark.column)

    def map(self, path: str, event: Any, events: Iterator[Any], key_start: int) -> int:
        """A map with all below it; returns where its last text ends."""
        start = self.at(event.start_mark)
        span = Span(key_start, start, start, event.start_mark.line + 1, flow=event.flow_style)
        self.found[path] = span
        while not isinstance(key := next(events), yaml.MappingEndEvent):
            name, key_at = getattr(key, "value", ""), self.at(key.start_mark)
            span.inside.append(name)
            last = self.value(f"{path}.{name}".strip("."), next(events), events, key_at)
            span.last = max(span.last, last, self.at(key.end_mark))
        span.end = self.at(key.end_mark) if span.flow else span.last
        span.last = span.end
        return span.last

    def value(self, path: str, event: Any, events: Iterator[Any], key_start: int) -> int:
        """One value with all below it; returns where its last text ends."""
        if isinstance(event, yaml.MappingStartEvent):
            return self.map(path, event, events, key_start)
        start, end = self.at(event.start_mark), self.at(event.end_mark)
        if isinstance(event, yaml.SequenceStartEvent):
            count = 0
            while not isinstance(item := next(events), yaml.SequenceEndEvent):
                count += 1
                end = self.value(f"{path}[{count}]", item, events, self.at(item.start_mark))
            return max(end, self.at(item.end_mark)) if event.flow_style else end
        line = event.start_mark.line + 1
        self.found[path] = Span(key_start, start, end, line, getattr(event, "value", ""), end)
        return end
