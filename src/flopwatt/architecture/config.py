"""A config as published, read field by field: what is missing or odd is told, never guessed."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flopwatt.architecture.lacking import Count, Lacking
from flopwatt.architecture.records import Assumed
from flopwatt.problems import Place, Problem
from flopwatt.reader import JsonFile, read_json

MOST = 10**9  # no size in a config is larger: the largest vocabulary is under a million
MOST_LAYERS = 2_000  # the deepest published has under 200
MOST_PROBLEMS = 100  # a list that is wrong for every layer is told of often enough
QUANT_FILE = "hf_quant_config.json"


class _Required:
    """Marks that a field has no default."""


REQUIRED = _Required()


@dataclass
class Reading:
    """What was met while a config was read: problems, defaults that stood in, and notes."""

    file: JsonFile
    problems: list[Problem] = field(default_factory=list)
    assumed: dict[str, Assumed] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)  # notes of weights that are not counted
    stand_ins: Collection[str] = ()  # fields that read as 1, to find what else is missing
    asked: set[str] = field(default_factory=set)  # names of fields that somebody asked for


class Config:
    """One object of a config. Fields are asked for by all the names they are published under.

    A field that is null counts as absent. One that is absent and has no default gives a
    Lacking number; one of the wrong type is a problem. Every default used is kept to be shown.
    """

    def __init__(self, data: Mapping[str, Any], reading: Reading, path: str = "") -> None:
        self.data, self.reading, self.path = data, reading, path

    def has(self, *names: str) -> bool:
        """Whether any of the names holds a value."""
        return self.raw(*names) is not None

    def raw(self, *names: str) -> Any:
        """The value under the first of the names that holds one, as published; or None."""
        self.reading.asked.update(names)
        return next((self.data[n] for n in names if self.data.get(n) is not None), None)

    def count(
        self,
        *names: str,
        default: Count | _Required = REQUIRED,
        why: str = "",
        least: int = 1,
        most: int = MOST,
    ) -> Count:
        """A whole number within bounds. ``why`` says where the default comes from."""
        name, value = self._find(names)
        if value is None:
            return self._absent(names[0], default, why)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            return self._refuse(name, value, "is no whole number", f"{least} to {most:,}")
        if not least <= value <= most:
            allowed = f"a whole number from {least} to {most:,}"
            return self._refuse(name, value, "is out of bounds", allowed, "out-of-range")
        return value

    def number(self, *names: str, default: float, why: str = "") -> float:
        """A finite number above 0."""
        name, value = self._find(names)
        if value is None:
            if why:
                self._assume(names[0], f"{default:g}", why)
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._refuse(name, value, "is no number", "a number above 0")
        elif not 0 < value <= sys.float_info.max:
            self._refuse(name, value, "is out of bounds", "a number above 0", "out-of-range")
        else:
            return float(value)
        return default

    def flag(self, *names: str, default: bool, why: str = "") -> bool:
        """True or false."""
        name, value = self._find(names)
        if value is None:
            if why:
                self._assume(names[0], str(default).lower(), why)
            return default
        if isinstance(value, bool):
            return value
        self._refuse(name, value, "is neither true nor false", "true, false")
        return default

    def word(self, *names: str, default: str = "", why: str = "") -> str:
        """A text."""
        name, value = self._find(names)
        if value is None:
            if why:
                self._assume(names[0], default, why)
            return default
        if isinstance(value, str):
            return value
        self._refuse(name, value, "is no text", "a text in quotes")
        return default

    def items(self, *names: str) -> Sequence[Any] | None:
        """A list as published, or None where there is none."""
        name, value = self._find(names)
        if value is None or isinstance(value, list):
            return value
        self._refuse(name, value, "is no list", "a list, one item per layer")
        return None

    def child(self, *names: str) -> Config | None:
        """A nested object, or None where there is none."""
        name, value = self._find(names)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            self._refuse(name, value, "is no object", "an object in braces")
            return None
        return Config(value, self.reading, f"{self.path}{name}.")

    def layers(self, *names: str, default: int | _Required = REQUIRED, why: str = "") -> int:
        """How many layers; deciding by a missing number raises LackingError."""
        names = names or ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
        found = self.count(*names, default=default, why=why, most=MOST_LAYERS)
        return range(found)[-1] + 1

    def per_layer(self, count: int, *names: str) -> Sequence[Any] | None:
        """A list with an item per layer; one of another length is a problem."""
        found = self.items(*names)
        if found is not None and len(found) < count:
            message = f"has {len(found)} items for {count} layers"
            self._refuse(self._find(names)[0], f"{len(found)} items", message, f"{count} items")
            return None
        return found

    def assume(self, name: str, value: str, why: str) -> None:
        """Keep a default that stood in for a field, to be shown."""
        self._assume(name, value, why)

    def note(self, text: str) -> None:
        """Keep something that a reader of the counts should know."""
        if text not in self.reading.notes:
            self.reading.notes.append(text)

    def place(self, name: str) -> Place | None:
        """Where a field stands in its file, or the object that would hold it."""
        return self.reading.file.place(f"{self.path}{name}")

    def leave_out(self, text: str) -> None:
        """Note weights that the files may hold and that no count here has."""
        self.note(text)
        if text not in self.reading.left_out:
            self.reading.left_out.append(text)

    def refuse(self, name: str, message: str, allowed: str = "") -> None:
        """Record that a field cannot be used as it is."""
        given = self.data.get(name)
        self._refuse(name, "nothing" if given is None else given, message, allowed)

    def _find(self, names: Iterable[str]) -> tuple[str, Any]:
        self.reading.asked.update(names)
        for name in names:
            if self.data.get(name) is not None:
                return name, self.data[name]
        return "", None

    def _absent(self, name: str, default: Count | _Required, why: str) -> Count:
        if isinstance(default, _Required):
            return self._lack(name)
        if why:
            self._assume(name, str(default), why)
        return default

    def _assume(self, name: str, value: str, why: str) -> None:
        self.reading.assumed.setdefault(f"{self.path}{name}", Assumed(self.path + name, value, why))

    def _refuse(
        self, name: str, given: Any, message: str, allowed: str, code: str = "bad-number"
    ) -> Count:
        path, problems = f"{self.path}{name}", self.reading.problems
        met = any(problem.field == path and problem.message == message for problem in problems)
        if not met and len(problems) < MOST_PROBLEMS:
            place = self.reading.file.place(path)
            shown = short(given)
            problems.append(Problem(code, message, place, path, given=shown, allowed=allowed))
        return self._lack(name)

    def _lack(self, name: str) -> Count:
        path = f"{self.path}{name}"
        return 1 if path in self.reading.stand_ins else Lacking(path)


def short(value: Any) -> str:
    """A value for a message; a number of thousands of digits has no text in Python."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"a number of about {int(value.bit_length() * 0.30103)} digits"
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # such a number, or too deep a nest, inside it
        text = "a value too long to show"
    return text if len(text) <= 60 else f"{text[:57]}..."


def open_config(source: str | os.PathLike[str] | Mapping[str, Any]) -> Config:
    """A config from a file, from the folder that holds one, or from Python data.

    A separate file of quantisation beside it, as ModelOpt writes, is read with it.
    Raises PlanError where a file cannot be read.
    """
    if isinstance(source, Mapping):
        file = JsonFile("config", source)
        return Config(source, Reading(file))
    path = Path(source)
    if path.is_dir():
        path = path / "config.json"
    file = read_json(path)
    data = dict(file.data)
    beside = path.with_name(QUANT_FILE)
    if path.name == "config.json" and beside.exists():
        data.setdefault("hf_quant_config", read_json(beside).data)
    return Config(data, Reading(file))
