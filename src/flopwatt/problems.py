"""Everything a user can be told about their input: one record, one stable code each.

    FlopwattError            problems: every problem found, in file order
    ├── PlanError            a plan file, a setting or a key that names nothing
    └── CatalogError         a fact or a name the catalog cannot serve

Anything else that escapes flopwatt is a bug of ours, not a mistake of the user's.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

CODES: dict[str, str] = {
    "bad-syntax": "the file is not YAML; reading stops at the place named",
    "bad-file": "the file cannot be read, is too large, or is not text",
    "bad-structure": "a map, a list or a single value stands where another is needed",
    "alias": "YAML anchors, aliases, tags and merge keys are not part of the plan language",
    "too-deep": "maps are nested deeper than any plan needs",
    "duplicate-key": "one key is written twice in the same map",
    "unknown-key": "the key is not a field of this entity",
    "unknown-name": "the name refers to nothing in this plan or in the catalog",
    "not-for-sale": "an asset names an accelerator that nobody can buy",
    "bad-name": "the name of an instance cannot be used in a key",
    "missing-section": "a section the plan cannot do without is absent",
    "missing-quantity": "a goal cannot be computed; the lines that would supply it are named",
    "no-serving": "a fleet cannot serve its calls; the wall and the nearest thing that works",
    "no-progress": "a run loses all its time to stops; how often it stops and what would help",
    "bad-number": "the text is not a number, or can be read in two ways",
    "not-finite": "the number is not finite, or too large for a float",
    "unit-needed": "a bare number has more than one reading here",
    "unknown-unit": "the unit is no unit we know",
    "wrong-unit": "the unit measures something else than the field does",
    "out-of-range": "the number lies outside the legal bounds of its quantity",
    "bad-range": "low, value and high of a range contradict each other, or one is missing",
    "bad-date": "the text is not an ISO date",
    "conflict": "two lines give one quantity its value",
    "unknown-quantity": "the key asked for names no value of this plan",
    "disagreement": "two lines of the plan say one thing differently; a warning",
    "unused": "a line of the plan is read by no formula; a warning",
    "unlikely": "the value is legal but far from anything seen; a warning",
    "not-installed": "a package that draws or serves is not there; what to install is named",
    "bad-catalog": "a catalog file breaks its own schema",
}


@dataclass(frozen=True, order=True)
class Place:
    """Where a text stands: file name, line and column, both counted from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where, which field, what was given, what is allowed."""

    code: str
    message: str
    place: Place | None = None
    field: str = ""
    given: str = ""
    allowed: str = ""
    nearest: str = ""
    warning: bool = False

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"problem code {self.code!r} is not listed in CODES")

    def __str__(self) -> str:
        head = f"{self.place}: " if self.place else ""
        head += "warning: " if self.warning else ""
        head += f"{self.field}: " if self.field else ""
        lines = [head + self.message]
        for label, text in (
            ("given", self.given),
            ("allowed", self.allowed),
            ("nearest", self.nearest),
        ):
            if text:
                lines.append(f"    {label}: {text}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """The problem as plain data, for JSON and for pages."""
        place = self.place
        return {
            "code": self.code,
            "file": place.file if place else None,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "field": self.field,
            "message": self.message,
            "given": self.given,
            "allowed": self.allowed,
            "nearest": self.nearest,
            "warning": self.warning,
        }


class FlopwattError(Exception):
    """One or more problems with what the user gave."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class PlanError(FlopwattError):
    """The plan, or a key asked of it, cannot be used as written."""


class CatalogError(FlopwattError):
    """The catalog holds no such thing, or one of its files is broken."""


def nearest(word: str, allowed: Iterable[str]) -> str:
    """The allowed word most like ``word``, or an empty text when none comes close."""
    return next(iter(closest(word, allowed, 1)), "")


def closest(word: str, allowed: Iterable[str], count: int, cutoff: float = 0.6) -> list[str]:
    """The allowed words most like ``word``, the nearest first; none that are far from it.

    One that begins with the whole of it, and goes on with another part, is nearer than any other.
    """
    lowered = {choice.lower(): choice for choice in allowed}
    beginnings = tuple(f"{word.lower()}{separator}" for separator in "-_." if word)
    begun = [choice for choice in lowered if choice.startswith(beginnings)]
    found = difflib.get_close_matches(word.lower(), lowered, n=count, cutoff=cutoff)
    nearest_first = dict.fromkeys((*sorted(begun, key=len), *found))
    return [lowered[match] for match in nearest_first][:count]
