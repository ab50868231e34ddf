"""What is given to a call: refused where it is of another kind than can be used."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from flopwatt.plan import PlanText
from flopwatt.problems import PlanError, Problem, nearest


def check_kind(field: str, given: object, kind: Any, allowed: str) -> None:
    """Refuse what is of another kind than can be used, with what was given."""
    if not isinstance(given, kind):
        message = f"a value of type {type(given).__name__} cannot be used here"
        problem = Problem("bad-structure", message, None, field, repr(given)[:60], allowed)
        raise PlanError([problem])


def check_path(field: str, given: object, more: str = "") -> None:
    """Refuse what is no path, and an empty one."""
    check_kind(field, given, str | os.PathLike, f"the path of a file{more}")
    if given == "":
        problem = Problem("bad-file", "the path is empty", None, field, "''", "the path of a file")
        raise PlanError([problem])


def check_plan(plan: object, settings: Any) -> None:
    """Refuse what is neither a plan nor the path of one, and settings that are no settings."""
    if not isinstance(plan, Mapping | PlanText):
        check_path("plan", plan, ", or the plan as a dict")
    if settings is None:
        return
    check_kind("settings", settings, Mapping, 'keys and values, such as {"horizon": "24 months"}')
    for key in settings:
        check_kind("settings", key, str, "keys that are texts, such as training.base.price")
        if any(str(other).startswith(f"{key}.") for other in settings) and "." not in key:
            message = "is set as a whole and in part"
            problem = Problem("conflict", message, None, key, key, "either of the two")
            raise PlanError([problem])


def check_model(source: object, params: object) -> None:
    """Refuse a model that is named in no way, or in two."""
    if source is None and params is not None:
        return
    if params is not None:
        message = "a model and a size are both given"
        problem = Problem("conflict", message, None, "params", str(params), "either of the two")
        raise PlanError([problem])
    if not isinstance(source, Mapping):
        check_path("model", source, ", the name of a model, or a config as a dict")


def with_unit(amount: str | float | None, unit: str) -> str | None:
    """A number as the text that a person would write; a text as it is, its unit added if bare."""
    if amount is None:
        return None
    text = str(amount).strip()
    bare = re.fullmatch(r"[-+]?[\d_.,]+(e[-+]?\d+)? ?[kKMBT]?i?", text)
    return f"{text} {unit}" if bare else text


def check_options(given: Iterable[str], allowed: Iterable[str]) -> None:
    """Refuse options that a call does not have, with the nearest one that it has."""
    names = list(allowed)
    problems = [
        Problem("unknown-key", "there is no such option", None, name, name, ", ".join(names),
                nearest(name, names))
        for name in given
        if name not in names
    ]  # fmt: skip
    if problems:
        raise PlanError(problems)
