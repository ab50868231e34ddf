"""Plans as text: what one says, field by field, one with values changed, and the examples."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from pathlib import Path

from flopwatt.api.given import check_kind, check_path
from flopwatt.plan import PlanText
from flopwatt.plan.edit import edit_text
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.reader.files import load_text
from flopwatt.report import InputGroup, follow_ranges, plan_inputs

PACKAGE = Path(__file__).parents[1]
# beside the package where it is installed, at the root of the project where it is worked on
FOLDERS = (PACKAGE / "examples", PACKAGE.parents[1] / "examples")


def list_inputs(plan: PlanText) -> tuple[InputGroup, ...]:
    """Every value that a plan's text says, entry by entry. Raises PlanError."""
    check_kind("plan", plan, PlanText, "a PlanText")
    return plan_inputs(plan.text, plan.name)


def edit_plan(plan: PlanText, changes: Mapping[str, str], follow: bool = False) -> PlanText:
    """The same plan with values changed by key, all else as people wrote it. Raises PlanError.

    A key that the plan does not have yet gets a line; an empty text takes its line away. With
    ``follow`` a value that goes past an end of its range takes that end along.
    """
    check_kind("plan", plan, PlanText, "a PlanText")
    check_kind("changes", changes, Mapping, 'keys and texts, such as {"horizon": "24 months"}')
    for key, value in changes.items():
        check_kind("changes", key, str, "keys that are texts")
        check_kind("changes", value, str, "values that are texts, as a plan writes them")
    if follow:
        changes = follow_ranges(plan.text, changes, plan.name)
    return PlanText(edit_text(plan.text, changes, plan.name), plan.name)


def read_plan_text(path: str | os.PathLike[str]) -> PlanText:
    """The text of a plan file. Raises PlanError where it cannot be read."""
    check_path("path", path)
    name, text = load_text(path)
    return PlanText(text, name)


def list_examples() -> tuple[str, ...]:
    """The names of the example plans."""
    return tuple(_examples())


def read_example(name: str) -> PlanText:
    """An example plan. Raises PlanError for a name that is none."""
    check_kind("name", name, str, "the name of an example")
    found = _examples()
    if name not in found:
        problem = Problem(
            "unknown-name",
            "no example has this name",
            given=name[:60],
            allowed=", ".join(found),
            nearest=nearest(name[:60], found),
        )
        raise PlanError([problem])
    return PlanText(found[name].read_text(encoding="utf-8"), found[name].name)


@functools.cache
def _examples() -> Mapping[str, Path]:
    folder = next((folder for folder in FOLDERS if folder.is_dir()), None)
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))} if folder else {}
