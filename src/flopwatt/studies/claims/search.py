"""Which mistake, or which two, give exactly the number that somebody claims."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flopwatt.architecture.lacking import LackingError
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.claims.answer import (
    ClaimAnswer,
    Explanation,
    apart,
    summarised,
    written_text,
)
from flopwatt.studies.claims.known import Known, Subject, known_of, subjects_of
from flopwatt.studies.claims.reading import FIELD, Claim, Written, read_claim, refused
from flopwatt.studies.claims.rule import Facts, Rule
from flopwatt.studies.models import ModelStudy

SHOWN = 3  # readings of one claim that are told
CLOSE = 0.02  # a claim that is off by less needs no mistake to be explained
SAME = 1e-9  # values that differ by less are one


@dataclass(frozen=True)
class _Found:
    """A set of rules applied to a subject, and the value it leads to."""

    place: int
    rules: tuple[Rule[Any], ...]
    value: float
    same: tuple[Rule[Any], ...] = ()

    @property
    def mistakes(self) -> float:
        """Mistakes, with half for a convention: it is another question, rightly answered."""
        return sum(0.5 if rule.right else 1.0 for rule in self.rules)

    @property
    def weight(self) -> float:
        return math.prod(rule.weight for rule in self.rules)


def answer_claim(model: ModelStudy, text: str) -> ClaimAnswer:
    """What somebody claims about a model, held against what is right. Raises PlanError."""
    claim = read_claim(text)
    return judge(claim, known_of(model))


def judge(claim: Claim, known: Known) -> ClaimAnswer:
    """The shortest and likeliest explanation of a claim. Raises PlanError."""
    try:
        subjects = list(subjects_of(claim, known))
    except LackingError as error:
        raise PlanError([_lacks(error.names)]) from None
    if not subjects:
        raise refused(claim.text, "nothing of this model is known that is measured so")
    right = next(_right(claim, subjects), None)
    if right is not None:
        place, written = right
        return _answer(claim, subjects[place], "right", written)
    if claim.amounts[0].value == 0:
        return _answer(claim, subjects[0], "unknown", claim.amounts[0])
    singles = [list(_singles(place, subject)) for place, subject in enumerate(subjects)]
    found = [one for some in singles for one in some]
    fits = _fitting(claim, found)
    if not fits and claim.digits <= 3 and _close(claim.amounts[0], subjects[0]):
        return _answer(claim, subjects[0], "close", claim.amounts[0])
    if not fits:
        # two are looked for only where one does not do
        found = [
            one
            for subject, some in zip(subjects, singles, strict=True)
            for one in _pairs(subject, some)
        ]
        fits = _fitting(claim, found)
    if fits:
        return _explained(claim, subjects, sorted(fits, key=lambda fit: _rank(*fit)))
    closest = [*singles[0], *(one for one in found if one.place == 0)]
    return _unknown(claim, subjects[0], closest)


def _fitting(claim: Claim, found: Iterable[_Found]) -> list[tuple[_Found, Written]]:
    return [(one, said) for one in found for said in claim.amounts if _fits(one.value, said)]


def _right(claim: Claim, subjects: Sequence[Subject]) -> Iterator[tuple[int, Written]]:
    for place, subject in enumerate(subjects):
        for written in claim.amounts:
            truth = subject.facts.total()
            if truth == written.value or (written.value and _fits(truth, written)):
                yield place, written
            elif subject.unit == "param" and claim.digits <= 2 and _cut(truth, written):
                yield place, replace(written, note="cut off rather than rounded, as names are")


def _rank(found: _Found, written: Written) -> tuple[float, int, float, float]:
    return found.mistakes, found.place, -found.weight, abs(found.value - written.value)


def _fits(value: float, written: Written) -> bool:
    """Whether a value, rounded to the digits of the claim, is what was written."""
    room = max(written.half, abs(written.value) * SAME)
    return abs(value - written.value) <= room * (1 + SAME)


def _cut(truth: float, written: Written) -> bool:
    """Whether a value comes to what was written when its further digits are dropped."""
    return 0 <= truth - written.value < 2 * written.half


def _close(written: Written, subject: Subject) -> bool:
    return abs(written.value - subject.facts.total()) <= CLOSE * written.value


def _pairs(subject: Subject, singles: Sequence[_Found]) -> Iterator[_Found]:
    """Every two rules of different families that each change what the other leads to."""
    truth = subject.facts.total()
    for index, first in enumerate(singles):
        changed = first.rules[0].change(subject.facts)
        for second in singles[index + 1 :]:
            rules = (first.rules[0], second.rules[0])
            if rules[0].excludes(rules[1]) or all(rule.right for rule in rules):
                continue
            value = _total(rules[1].change(changed))
            alone = (truth, first.value, second.value)
            if value is not None and not any(_alike(value, other) for other in alone):
                yield _Found(first.place, rules, value, (*first.same, *second.same))


def _singles(place: int, subject: Subject) -> Iterator[_Found]:
    """Each rule that changes the value; those of one family with the same value as one."""
    truth = subject.facts.total()
    kept: list[_Found] = []
    for rule in sorted(subject.rules, key=lambda one: (not one.right, -one.weight)):
        value = _total(rule.change(subject.facts))
        if value is None or _alike(value, truth):
            continue
        like = next(
            (i for i, one in enumerate(kept)
             if one.rules[0].excludes(rule) and _alike(one.value, value)), None,
        )  # fmt: skip
        if like is None:
            kept.append(_Found(place, (rule,), value))
        elif rule.right == kept[like].rules[0].right:
            kept[like] = _Found(place, kept[like].rules, value, (*kept[like].same, rule))
    order = {rule: index for index, rule in enumerate(subject.rules)}
    yield from sorted(kept, key=lambda one: order[one.rules[0]])


def _total(facts: Facts) -> float | None:
    value = facts.total()
    return value if math.isfinite(value) and value > 0 else None


def _alike(value: float, other: float) -> bool:
    return math.isclose(value, other, rel_tol=SAME)


def _explained(
    claim: Claim, subjects: Sequence[Subject], fits: Sequence[tuple[_Found, Written]]
) -> ClaimAnswer:
    """The likeliest of the shortest explanations, all of one subject."""
    best, written = fits[0]
    rank = (best.mistakes, best.place)
    short = list(dict.fromkeys(one for one, _ in fits if (one.mistakes, one.place) == rank))
    told = [one for one in short if math.isclose(one.weight, best.weight)][:SHOWN]
    subject = subjects[best.place]
    shown = tuple(_explanation(claim, subject, one) for one in told)
    outcome = "convention" if all(rule.right for rule in best.rules) else "mistake"
    return _answer(
        claim, subject, outcome, written, explanations=shown, others=len(short) - len(shown)
    )


def _unknown(claim: Claim, subject: Subject, found: Iterable[_Found]) -> ClaimAnswer:
    """None fits: the closest of all, the shorter of two that are as close."""
    written = claim.amounts[0]

    def distance(one: _Found) -> tuple[float, float]:
        return round(abs(math.log(one.value / written.value)), 6), one.mistakes

    closest = min(found, key=distance, default=None)
    if closest is None:
        return _answer(claim, subject, "unknown", written)
    if _close(written, subject):
        return _answer(claim, subject, "close", written)
    nearest = _explanation(claim, subject, closest)
    gap = f"the claim is {apart(written.value, closest.value)} for that"
    return _answer(claim, subject, "unknown", written, nearest=nearest, gap=gap)


def _explanation(claim: Claim, subject: Subject, found: _Found) -> Explanation:
    said = subject.facts.said
    return Explanation(
        texts=tuple(rule.text.format_map(said) for rule in found.rules),
        value=found.value,
        value_text=written_text(claim, subject, found.value),
        same=tuple(rule.text.format_map(said) for rule in found.same),
        mistakes=found.mistakes,
        weight=found.weight,
    )


def _answer(
    claim: Claim, subject: Subject, outcome: str, written: Written, **more: Any
) -> ClaimAnswer:
    truth = subject.facts.total()
    off = "" if outcome == "right" else apart(written.value, truth)
    made = ClaimAnswer(
        claim=claim,
        subject=subject.title,
        key=subject.key,
        unit=subject.unit,
        truth=truth,
        truth_text=written_text(claim, subject, truth),
        claimed_text=claim.written,
        outcome=outcome,
        off=off,
        summary=summarised(outcome, more.get("explanations", ()), more.get("others", 0)),
        note=written.note,
        **more,
    )
    return made


def _lacks(names: Iterable[str]) -> Problem:
    return Problem(
        "missing-quantity",
        "cannot be told right or wrong without fields that the config does not hold",
        field=FIELD,
        given=", ".join(sorted(names)),
        allowed="the values that the model was published with",
    )
