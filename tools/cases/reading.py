"""What adapters share: a case's input taken key by key, units as cases write them, and a solver.

An adapter names what each input is. It never computes: every number comes out of flopwatt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import flopwatt


class Unmapped(Exception):  # noqa: N818 - it is an outcome, and not always an error
    """A case whose input the adapter of its kind does not understand."""


@dataclass(frozen=True)
class Got:
    """What flopwatt says to a case: a number in the unit asked for, or an outcome without one."""

    value: float | None
    outcome: str = ""
    remark: str = ""


@dataclass
class Case:
    """The input of a case while it is read; whatever is not taken in the end is not understood.

    ``unit`` is the unit the answer is asked in; ``folder`` is where the case file lies.
    """

    input: dict[str, Any]
    unit: str
    folder: Path
    remarks: list[str] = field(default_factory=list)

    def take(self, *names: str) -> Any:
        """Take the first of some keys that is there; None where none is."""
        for name in names:
            if name in self.input:
                return self.input.pop(name)
        return None

    def need(self, *names: str) -> Any:
        """Take the first of some keys that is there, without which the case means nothing."""
        found = self.take(*names)
        if found is None:
            raise Unmapped(f"needs one of {', '.join(names)}")
        return found

    def done(self) -> None:
        """Everything must have been understood."""
        if self.input:
            raise Unmapped(f"does not know {', '.join(self.input)}")


Fields = Mapping[str, tuple[str, str]]  # a pattern of input keys: a flopwatt key and a unit
Goals = Iterable[tuple[str, str]]  # a flopwatt key, and the unit in which it answers the case


NUMERAL = re.compile(r"[-+]?[\d.,_]+(e[-+]?\d+)? ?[kKMBGTPE]?")


def amount(value: Any, unit: str) -> str:
    """A number of a case as flopwatt reads it; a text with a unit of its own stands as it is."""
    if isinstance(value, str):
        return f"{value} {unit}" if NUMERAL.fullmatch(value) else value
    return f"{value!r} {unit}"


def take_fields(case: Case, fields: Fields) -> dict[str, Any]:
    """Everything that some pattern knows, as what is given to flopwatt."""
    given = {}
    for name in list(case.input):
        for pattern, (key, unit) in fields.items():
            if re.fullmatch(pattern, name) and not isinstance(case.input[name], dict | list):
                if key in given:
                    raise Unmapped(f"{name} says {key} a second time")
                given[key] = amount(case.input.pop(name), unit)
                break
    return given


def growth(share: Any, period: str) -> str:
    """A growth of a case, written as a fraction, as flopwatt reads it: 10 %/month."""
    if isinstance(share, str):
        return share if re.search(r" (per|every|a) |/", share) else f"{share}/{period}"
    return f"{flopwatt.convert(f'{share!r} ratio', '%').value!r} %/{period}"


def solve(given: Mapping[str, Any], goals: Goals) -> Got:
    """The first goal that can be worked out from all that is given, in its unit."""
    lacks: list[flopwatt.Problem] = []
    for key, unit in goals:
        try:
            found = flopwatt.calculate(key, given)
        except flopwatt.PlanError as error:
            if all(problem.code == "missing-quantity" for problem in error.problems):
                lacks += error.problems
                continue
            raise
        if idle := unused(found):
            lacks += idle
            continue
        if found.value is None:
            return Got(None, found.outcome)
        return Got(in_unit(found.value, found.unit, unit), found.outcome)
    raise Unmapped("; ".join(f"{lack.field}: {lack.message}" for lack in lacks) or "asks nothing")


def unused(found: flopwatt.Calculation) -> list[flopwatt.Problem]:
    """What was given and is no part of an answer, which then answers some other question."""
    return [problem for problem in found.warnings if problem.code == "unused"]


def in_unit(value: float, unit: str, wanted: str) -> float:
    """A number in another unit; one that is a share of something stands for the share."""
    if wanted == "ratio" and unit == "FLOP/peak FLOP":
        return value
    return flopwatt.convert(f"{value!r} {unit}", wanted).value


def value_in(found: flopwatt.Answer, key: str, wanted: str) -> float:
    """A number of an answer in another unit."""
    return in_unit(found[key], found.report.document["results"][key]["unit"], wanted)


SPELLINGS = (
    (r"\b(output|input|useful|inference|prompt|used|training|trainable|facility) ", ""),
    (r"^fraction per (month|year)$", r"ratio/\1"),
    (r"^per ?cent per (month|year)$", r"%/\1"),
    (r"^fraction.*|^share.*", "ratio"),
    (r"^factor.*|^times$", "×"),
    (r"^per ?cent.*", "%"),
    (r"^years of one GPU$", "GPU-year"),
    (r" per (1e6|million|1M|M) tokens?", "/Mtoken"),
    (r" per (1e3|1k|1,?000|thousand) tokens?", "/ktoken"),
    (r"\b(chip|accelerator)\b", "GPU"),
)


def unit_of(text: str) -> str:
    """The unit of an answer as flopwatt writes it: USD per 1e6 output tokens is USD/Mtoken."""
    for pattern, spelled in SPELLINGS:
        text = re.sub(pattern, spelled, text)
    return text.strip()
