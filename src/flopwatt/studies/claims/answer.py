"""What is answered to a claim, in short texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flopwatt.studies.claims.known import Subject
from flopwatt.studies.claims.reading import Claim
from flopwatt.units import exact, parse_unit, show


@dataclass(frozen=True)
class Explanation:
    """One way to the claimed number: what was done, and what it gives.

    ``texts`` are the sentences of its rules, ``same`` those of rules that come to the same here.
    """

    texts: tuple[str, ...]
    value: float
    value_text: str
    same: tuple[str, ...] = ()
    mistakes: float = 0.0
    weight: float = 1.0


@dataclass(frozen=True)
class ClaimAnswer:
    """What a claim was taken to mean, what is right, and how the claimed number comes about.

    ``outcome`` is right, close, convention, mistake or unknown. ``explanations`` are the likeliest
    of the shortest; ``others`` counts those as short that are not told. Where none fits,
    ``nearest`` is the closest and ``gap`` how far it is off.
    """

    claim: Claim
    subject: str
    key: str
    unit: str
    truth: float
    truth_text: str
    claimed_text: str
    outcome: str
    off: str
    summary: str
    explanations: tuple[Explanation, ...] = ()
    others: int = 0
    nearest: Explanation | None = None
    gap: str = ""
    note: str = ""


def summarised(outcome: str, explanations: Sequence[Explanation], others: int) -> str:
    """What came of the search, in one phrase."""
    if outcome == "right":
        return "right within the digits written"
    if outcome == "convention":
        return "right by another convention"
    if outcome == "close":
        return "close, though not to the digits written; no mistake we know gives it"
    if outcome == "unknown":
        return "no mistake or pair of mistakes we know gives it"
    several = "; several fit" if len(explanations) + others > 1 else ""
    pair = any(len(one.texts) > 1 for one in explanations)
    return ("two departures together give it" if pair else "one mistake gives it") + several


def apart(claimed: float, truth: float) -> str:
    """How far a number is from the right one, as a factor or in percent."""
    if not truth or not claimed:
        return "not to be compared: one of the two is 0" if claimed != truth else ""
    ratio, way = (claimed / truth, "high") if claimed > truth else (truth / claimed, "low")
    if ratio >= 1.995:
        return f"{_digits(ratio, 2 if ratio < 100 else 3)} times too {way}"
    # 5 % too high is held against what is right, so is too low
    share = abs(claimed / truth - 1) * 100
    return f"{_digits(share, 2)} % too {way}"


def _digits(value: float, digits: int) -> str:
    return f"{float(f'{value:.{digits}g}'):,.12g}" if value < 1e6 else f"{value:.1e}"


def written_text(claim: Claim, subject: Subject, value: float) -> str:
    """A value in the unit and the manner of the claim."""
    if subject.unit == "token":
        return exact(value, "token")
    digits = max(3, min(claim.digits, 6))
    if subject.unit == "byte" and value:
        number = value / parse_unit(claim.unit).factor
        if 1e-3 <= number < 1e6:
            text = f"{float(f'{number:.{digits}g}'):,.12g}"
            return f"{text} {claim.unit}"
    return show(value, subject.unit, digits)
