"""Two plans: which values of their texts differ, and how far each of them moves an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flopwatt.plan import PlanText
from flopwatt.plan.edit import VALUE, edit_text
from flopwatt.problems import FlopwattError
from flopwatt.reader.spans import read_spans
from flopwatt.studies.run import Study, run_plan

MOST = 12  # inputs whose part is worked out one by one
TOP = ("name",)  # says nothing that anything is worked out from


@dataclass(frozen=True)
class Difference:
    """One value that two plans say differently; an empty text where one does not say it."""

    key: str
    first: str
    second: str


@dataclass(frozen=True)
class Comparison:
    """Two plans worked out, what their texts say differently, and what each of that does.

    ``moved`` are the values of ``key`` as one input after the other goes from the first plan to
    the second, in the order of its text: the first value is the first plan's; nothing where a
    step could not be worked out. Inputs beyond the first dozen change together, in the last step.
    """

    first: Study
    second: Study
    differences: tuple[Difference, ...]
    key: str = ""
    moved: tuple[float, ...] = ()


def compare_plans(
    first: PlanText, second: PlanText, studies: tuple[Study, Study], keys: Sequence[str]
) -> Comparison:
    """Hold a second plan against a first; of ``keys`` the first that both know is followed."""
    before, after = (_said(plan) for plan in (first, second))
    names = [*after, *(key for key in before if key not in after)]
    differing = tuple(
        Difference(key, before.get(key, ""), after.get(key, ""))
        for key in names
        if before.get(key, "") != after.get(key, "")
    )
    known = (key for key in keys if all(key in study.results for study in studies))
    key = next(known, "")
    moved = _steps(first, differing, studies, key) if key and differing else ()
    return Comparison(*studies, differing, key, moved)


def _said(plan: PlanText) -> Mapping[str, str]:
    """Every value of a plan's text by key, in its order."""
    spans = read_spans(plan.text, plan.name)
    return {
        key.removesuffix(f".{VALUE}"): span.text
        for key, span in spans.items()
        if span.text is not None and key not in TOP
    }


def _steps(
    first: PlanText, differing: Sequence[Difference], studies: tuple[Study, Study], key: str
) -> tuple[float, ...]:
    """The value that is followed after each change; the last is the second plan's."""
    found, text = [studies[0].results[key].central], first.text
    singly = differing[: MOST if len(differing) > MOST else len(differing) - 1]
    for one in singly:
        try:
            text = edit_text(text, {one.key: one.second}, first.name)
            found.append(run_plan(PlanText(text, first.name)).results[key].central)
        except (FlopwattError, KeyError):
            return ()  # the parts would not add up
    return (*found, studies[1].results[key].central)
