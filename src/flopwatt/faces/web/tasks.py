"""What a worker process is asked: run a plan, explain a number, compare two plans, make a file."""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flopwatt import api
from flopwatt.faces.web.exports import make_file
from flopwatt.faces.web.plain import (
    WIDE,
    comparison_data,
    explanation_data,
    input_data,
    problem_data,
    report_data,
    to_json,
)

MOST_KEPT = 3  # answers with all their draws
NAME = "plan.yaml"

_kept: OrderedDict[tuple[Any, ...], api.Answer] = OrderedDict()
_latest: api.Answer | None = None


def warm_up() -> None:
    """Read the catalog and work something out once, so that the first question is quick."""
    api.run(api.PlanText(api.init_plan()), draws=16)
    _kept.clear()
    gc.freeze()  # a sweep through the whole catalog would hold up the page


def run(
    plan: str,
    name: str = NAME,
    changes: Mapping[str, str] | None = None,
    draws: int | None = None,
    sections: Sequence[str] | None = None,
    inputs: bool = True,
    key: str | None = None,
    width: int = WIDE,
) -> bytes:
    """A plan with some values changed, as a Report; or all that is wrong with it."""
    text = api.PlanText(plan, name)
    found: dict[str, Any] = {"plan": plan, "report": None, "problems": [], "explanation": None}
    try:
        text = api.edit_plan(text, changes, follow=True) if changes else text
        found["plan"] = text.text
        found["inputs"] = input_data(api.list_inputs(text)) if inputs else None
        report = _answer(text, draws, sections).report
        found["report"] = report_data(report, width, sections)
        found["problems"] = problem_data(report.warnings)
        if key and report.known(key):
            found["explanation"] = explanation_data(report.explain(key))
    except api.FlopwattError as error:
        found["problems"] = problem_data(error.problems)
    return to_json(found)


def explain(
    plan: str, key: str, name: str = NAME, draws: int | None = None, whole: bool = False
) -> bytes:
    """Where one number of a plan comes from."""
    found: dict[str, Any] = {"explanation": None, "problems": []}
    try:
        report = _answer(api.PlanText(plan, name), draws, None).report
        found["explanation"] = explanation_data(report.explain(key, whole=whole))
    except api.FlopwattError as error:
        found["problems"] = problem_data(error.problems)
    return to_json(found)


def compare(plan: str, other: str, name: str, other_name: str, draws: int | None = None) -> bytes:
    """A plan held against another one."""
    found: dict[str, Any] = {"comparison": None, "problems": []}
    try:
        texts = api.PlanText(other, other_name), api.PlanText(plan, name)
        found["comparison"] = comparison_data(api.compare(*texts, draws))
    except api.FlopwattError as error:
        found["problems"] = problem_data(error.problems)
    return to_json(found)


def download(
    plan: str, kind: str, name: str = NAME, draws: int | None = None, part: str = ""
) -> bytes:
    """A file of a plan's results. Raises FlopwattError with what is wrong."""
    return make_file(_answer(api.PlanText(plan, name), draws, None), kind, part)


def fields(entity: str | None = None) -> bytes:
    """Every field that a plan may have."""
    try:
        return to_json({"fields": [vars(one) for one in api.list_fields(entity)], "problems": []})
    except api.FlopwattError as error:
        return to_json({"fields": [], "problems": problem_data(error.problems)})


def _answer(text: api.PlanText, draws: int | None, sections: Sequence[str] | None) -> api.Answer:
    """The answer to a plan, from before where it was asked lately."""
    asked = (text.text, text.name, draws)
    if asked in _kept:
        _kept.move_to_end(asked)
        return _kept[asked]
    global _latest  # a slider changes one value of the plan that was asked about last
    answer = _latest = api.run(text, draws, sections=sections, before=_latest)
    if sections is None:
        _kept[asked] = answer
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return answer


TASKS: Mapping[str, Callable[..., bytes]] = {
    "run": run,
    "explain": explain,
    "compare": compare,
    "download": download,
    "fields": fields,
}
