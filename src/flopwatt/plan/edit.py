"""A plan's text with some values changed, and all that people wrote around them left as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from flopwatt.plan.draft import shown
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.reader.spans import Span, normal, read_spans

VALUE = "value"
# a text that YAML reads as it stands, wherever it is put
PLAIN = re.compile(r"(?!-\s|[-.]$)[\w$€£.+-]([\w $€£%/.+*()<>=^-]*[\w%)])?")
INDENT = "  "
MOST_CHARACTERS = 2_000  # of one value


def edit_text(text: str, changes: Mapping[str, str], file: str = "plan.yaml") -> str:
    """A plan's text with values changed by key; a key that is not there yet gets a line.

    An empty text takes the line of a key away. Raises PlanError where there is no such entry,
    or where the text cannot be read.
    """
    text = normal(text)
    for key, value in changes.items():
        _check_length(key, value)
    spans = read_spans(text, file)
    places = {key: _place(spans, key) for key in changes}
    if all(value.strip() and places[key] for key, value in changes.items()):  # all at once
        found = [(span, changes[key]) for key, span in places.items() if span is not None]
        for place, value in sorted(found, key=lambda one: one[0].start, reverse=True):
            text = _put(text, place, value)
        return text
    for key, value in changes.items():
        spans = read_spans(text, file)
        span = _place(spans, key)
        if not value.strip():
            text = _without(text, spans, key)
        elif span is not None:
            text = _put(text, span, value)
        else:
            text = _with(text, spans, key, value, key in spans)
    return text


def _check_length(key: str, value: str) -> None:
    if len(value) > MOST_CHARACTERS:
        message = f"a value has more than {MOST_CHARACTERS:,} characters"
        raise PlanError([Problem("bad-file", message, None, key)])


def _place(spans: Mapping[str, Span], key: str) -> Span | None:
    """Where the value of a key stands: by itself, or in a record; None where it is no one text."""
    found = (spans.get(name) for name in (f"{key}.{VALUE}", key))
    return next((span for span in found if span is not None and span.text is not None), None)


def _put(text: str, span: Span, value: str) -> str:
    written = _written(value)
    gap = " " if span.start == span.end and text[span.start - 1 : span.start] == ":" else ""
    return text[: span.start] + gap + written + text[span.end :]


def _written(value: str) -> str:
    """A value as YAML reads it back: as it is, or in quotes."""
    value = value.strip()
    return value if PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def _with(text: str, spans: Mapping[str, Span], key: str, value: str, taken: bool) -> str:
    """The text with one line more, at the end of the entry that the key belongs to."""
    owner = key.rpartition(".")[0]
    while owner and owner not in spans:
        owner = owner.rpartition(".")[0]
    name, span = key[len(owner) :].lstrip("."), spans.get(owner)
    if taken or span is None or (span.text is not None and span.text.strip()) or not name:
        raise _refused(key, spans)
    if (not owner and "." in name) or (owner and "." not in owner):
        raise _refused(key, spans)  # a whole entry is written as text
    line = f"{_written(name)}: {_written(value)}"
    if span.flow:
        tail = ", " if span.inside else ""
        return f"{text[: span.start + 1]}{line}{tail}{text[span.start + 1 :]}"
    indent = " " * _column(text, span.start if span.text is None else span.key_start)
    if span.text is not None:
        indent += INDENT
    if not owner:  # before the first section, where a plan says what holds for all of it
        return f"{text[: span.start]}{line}\n{text[span.start :]}"
    end = text.find("\n", span.last)
    end = len(text) if end < 0 else end
    return f"{text[:end]}\n{indent}{line}{text[end:]}"


def _without(text: str, spans: Mapping[str, Span], key: str) -> str:
    """The text without the lines of one key."""
    span, owner = spans.get(key), spans.get(key.rpartition(".")[0])
    if span is None:
        return text
    begin = text.rfind("\n", 0, span.key_start) + 1
    end = text.find("\n", span.last)
    alone = not text[begin : span.key_start].strip()
    if owner is None or owner.flow or not alone or len(owner.inside) < 2:
        message = "cannot be taken out of its line; change the plan's text instead"
        raise PlanError([Problem("bad-structure", message, None, key)])
    return text[:begin] + ("" if end < 0 else text[end + 1 :])


def _column(text: str, at: int) -> int:
    return at - (text.rfind("\n", 0, at) + 1)


def _refused(key: str, spans: Mapping[str, Span]) -> PlanError:
    entries = [name for name, span in spans.items() if span.text is None and "." in name]
    return PlanError(
        [
            Problem(
                "unknown-key",
                "there is no such entry in the plan",
                None,
                "changes",
                given=shown(key),
                allowed="the key of a value that the plan's text says, or of one more in an entry",
                nearest=nearest(key.rpartition(".")[0], entries),
            )
        ]
    )
