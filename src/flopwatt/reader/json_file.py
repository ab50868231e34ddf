"""JSON files that others publish, such as a model's config.json: bounded, and read as data."""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from flopwatt.problems import Place, PlanError, Problem
from flopwatt.reader.files import load_text

MAX_BYTES = 20_000_000  # lists of quantised modules make published configs of 3 MB
MAX_DEPTH = 60  # published configs are nested five deep
TOKENS = re.compile(r'"(?P<key>[^"\\]*(?:\\.[^"\\]*)*)"(?P<colon>\s*:)?|[\[\]{}]', re.DOTALL)
STRINGS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


@dataclass(frozen=True)
class JsonFile:
    """The object at the top of a JSON file; ``place`` finds a key in it for messages."""

    name: str
    data: Mapping[str, Any]
    text: str = ""

    def place(self, path: str) -> Place | None:
        """Where a key stands, as ``outer.inner``, or the object that would hold it.

        None for data that came from no file.
        """
        if not self.text:
            return None
        starts = _starts(self.text)
        while path and path not in starts:
            path = path.rpartition(".")[0]
        return _place(self.name, self.text, starts.get(path, 0))


@functools.lru_cache(maxsize=4)
def _starts(text: str) -> Mapping[str, int]:
    """Where each key of a text stands, by its path, in one pass; not those inside lists."""
    found: dict[str, int] = {}
    holders: list[str | None] = []  # what stands before the keys of each open object
    inner: str | None = ""  # the same for an object that would open next
    for token in TOKENS.finditer(text):
        if token[0] in "[{":
            holders.append(inner if token[0] == "{" else None)
            inner = None
        elif token[0] in "]}":
            if holders:
                holders.pop()
            inner = None
        elif token["colon"] and holders and holders[-1] is not None:
            path = f"{holders[-1]}{token['key']}"
            found.setdefault(path, token.start())
            inner = f"{path}."
    return found


def read_json(path: str | os.PathLike[str]) -> JsonFile:
    """Read a JSON file whose top is an object. Raises PlanError."""
    name, text = load_text(path, MAX_BYTES)
    return read_json_text(text, name)


def read_json_text(text: str, name: str) -> JsonFile:
    """The object that a text holds; Infinity and NaN are read, as published files have them."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        _refuse("bad-file", "the file is empty", name)
    _check_depth(text, name)
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        place = Place(name, error.lineno, error.colno)
        _refuse("bad-syntax", f"the file is no JSON from here on: {error.msg.lower()}", name, place)
    except _TwiceError as error:
        message = "this key stands twice in one object, with two values"
        found = re.search(f'"{re.escape(str(error))}"\\s*:', text)
        place = _place(name, text, found.start() if found else 0)
        _refuse("duplicate-key", message, name, place, field=str(error))
    except ValueError:  # Python reads no whole number of more than some thousand digits
        _refuse("not-finite", "a number in this file has thousands of digits", name)
    if not isinstance(data, dict):
        kinds: dict[type, str] = {list: "a list", str: "a text"}
        kind = kinds.get(type(data), "a single value")
        _refuse("bad-structure", f"an object is needed at the top, and this is {kind}", name)
    return JsonFile(name, data, text)


def _place(name: str, text: str, start: int) -> Place:
    return Place(name, text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))


class _TwiceError(Exception):
    """One key with two values in an object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise _TwiceError(key)
        found[key] = value
    return found


def _check_depth(text: str, name: str) -> None:
    """Count brackets outside of strings, so that no depth reaches the parser's own limit."""
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", STRINGS.sub("", text)):  # quick, without places
        depth += STEPS[bracket]
        deepest = max(deepest, depth)
    depth = 0
    for found in TOKENS.finditer(text) if deepest > MAX_DEPTH else ():
        depth += STEPS.get(found[0], 0)
        if depth > MAX_DEPTH:
            line = text.count("\n", 0, found.start()) + 1
            message = f"the file is nested more than {MAX_DEPTH} deep"
            _refuse("too-deep", message, name, Place(name, line, 1))


def _refuse(
    code: str, message: str, name: str, place: Place | None = None, field: str = ""
) -> NoReturn:
    found = Problem(code, message, place or Place(name, 1, 1), field, given=name)
    raise PlanError([found]) from None
