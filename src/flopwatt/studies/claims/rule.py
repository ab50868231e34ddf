"""A rule by which somebody counts: a known mistake, or a convention that is right by its name.

A mistake is a fact got wrong. So each rule changes the facts, and the same arithmetic is done on
what it made of them; two rules are applied one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

Wrong = TypeVar("Wrong", bound="Facts")


class Facts(Protocol):
    """What a value is worked out from, and the words in which rules speak of it."""

    def total(self) -> float:
        """The value that the facts lead to."""

    @property
    def said(self) -> Mapping[str, str]:
        """Numbers of this model for the sentences of rules."""


@dataclass(frozen=True)
class Rule(Generic[Wrong]):
    """One way to count that is not the one shown.

    Rules of one ``family`` exclude one another; one of two families names both, with a plus.
    ``text`` names the mistake and the right rule, with the model's numbers in braces. ``weight``
    is how often it was met in public trackers. ``right`` marks a convention: another answer to
    another question, not a mistake.
    """

    family: str
    text: str
    change: Callable[[Wrong], Wrong]
    weight: float = 1.0
    right: bool = False

    def excludes(self, other: Rule[Wrong]) -> bool:
        """Whether both say how one and the same thing is counted."""
        return not self._families.isdisjoint(other._families)

    @cached_property
    def _families(self) -> frozenset[str]:
        return frozenset(self.family.split(" + "))


UNIT_WORDS = {1: ("kB", "KiB"), 2: ("MB", "MiB"), 3: ("GB", "GiB"), 4: ("TB", "TiB"),
              5: ("PB", "PiB"), 6: ("EB", "EiB")}  # fmt: skip


def unit_slip(step: int, *, binary: bool) -> tuple[float, str] | None:
    """The factor and the sentence of GB for GiB, or the reverse; None below a kilobyte."""
    if step not in UNIT_WORDS:
        return None
    decimal, power = UNIT_WORDS[step]
    ratio = 1000.0**step / 1024.0**step
    if binary:
        return 1 / ratio, f"{decimal} written as {power}: 1 {power} is {1 / ratio:.3f} {decimal}"
    return ratio, f"{power} written as {decimal}: 1 {power} is {1 / ratio:.3f} {decimal}"
