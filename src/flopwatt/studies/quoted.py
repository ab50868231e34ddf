"""Figures that are widely quoted, and what all that bears on them comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from flopwatt.catalog.facts import read_limit
from flopwatt.catalog.outlook import Quoted, load_quoted
from flopwatt.studies.evidence import Evidence, Stand, evidence_of, unit_of


class Verdict(StrEnum):
    """What all comparable figures together say of a quoted one."""

    SUPPORTED = "supported"
    OUTGROWN = "outgrown"
    CONTESTED = "contested"
    TOO_LOW = "too low"
    TOO_HIGH = "too high"
    NOT_MET = "not met"
    NOT_TESTED = "not tested"


@dataclass(frozen=True)
class Tested:
    """A quoted figure with its evidence and what that comes to."""

    quoted: Quoted
    unit: str
    evidence: tuple[Evidence, ...]
    verdict: Verdict

    def standing(self, stand: Stand) -> tuple[Evidence, ...]:
        """The evidence that stands so; what was not re-read has no say."""
        return tuple(one for one in self.evidence if one.stand is stand and not one.recalled)

    @property
    def comparable(self) -> tuple[Evidence, ...]:
        """The evidence that can be held against what is quoted, that recalled left out."""
        known = (one for one in self.evidence if not one.recalled)
        return tuple(one for one in known if one.stand is not Stand.BESIDE)


def hold_quoted(one: Quoted) -> Tested:
    """Hold one quoted figure against every row of the catalog that bears on it."""
    evidence = evidence_of(one)
    return Tested(one, unit_of(one), evidence, _verdict(one, evidence))


def hold_all() -> tuple[Tested, ...]:
    """Every quoted figure, in the order of its table."""
    return tuple(map(hold_quoted, load_quoted()))


def _verdict(one: Quoted, evidence: Sequence[Evidence]) -> Verdict:
    stands = [
        found.stand for found in evidence if found.stand is not Stand.BESIDE and not found.recalled
    ]
    if not stands:
        return Verdict.NOT_TESTED
    if Stand.MEETS not in stands:
        if set(stands) == {Stand.ABOVE}:
            return Verdict.TOO_LOW
        return Verdict.TOO_HIGH if set(stands) == {Stand.BELOW} else Verdict.NOT_MET
    if set(stands) != {Stand.MEETS}:
        return Verdict.CONTESTED
    starts = [found.low for found in evidence if found.stand is Stand.MEETS]
    grown = one.low and one.high is None and min(starts) >= read_limit("outgrown") * one.low
    return Verdict.OUTGROWN if grown else Verdict.SUPPORTED
