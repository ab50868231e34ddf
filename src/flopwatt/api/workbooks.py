"""Workbooks: a plan as an xlsx file whose formulas move with its inputs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from flopwatt.api.answers import Answer
from flopwatt.api.given import check_path
from flopwatt.api.plans import run
from flopwatt.plan import PlanSource
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.draws import DEFAULT_SEED

PLANS = (".yaml", ".yml")
ALLOWED = "a new file such as plan.xlsx in a folder that exists"


def write_workbook(
    plan: PlanSource,
    path: str | os.PathLike[str],
    draws: int | None = None,
    seed: int = DEFAULT_SEED,
    progress: Callable[[int, int], None] | None = None,
    settings: Mapping[str, Any] | None = None,
    *,
    force: bool = False,
) -> Answer:
    """Work out a plan and write it as an xlsx file; change an input there and the rest follows.

    A file that is there already is left as it is, unless ``force`` says to replace it; the plan
    itself never is. Draws, seed and settings are those of ``run``.
    Raises PlanError with every problem of the plan, or where the file cannot be written.
    """
    check_path("path", path)
    check_workbook_path(path, plan, force=force)
    answer = run(plan, draws, seed, progress, settings)
    data = answer.to_xlsx()
    try:
        Path(path).write_bytes(data)
    except (OSError, ValueError) as error:
        _refuse(f"cannot be written: {_reason(error)}", path)
    return answer


def check_workbook_path(
    path: str | os.PathLike[str], plan: PlanSource, *, force: bool = False
) -> None:
    """Refuse, before anything is worked out, a file that would cost another or cannot be written.

    Raises PlanError.
    """
    target = Path(path)
    if target.suffix.lower() in PLANS:
        _refuse("a workbook is no plan, and is not written to a file that ends like one", path)
    try:
        there = _is_there(target)
        if target.is_dir():
            _refuse("this is a folder; a workbook is a file", path)
        if there and isinstance(plan, str | os.PathLike) and Path(plan).exists():
            if target.samefile(plan):
                _refuse("this is the plan itself, which is left as it is", path)
        elif not there and not target.parent.is_dir():
            _refuse("there is no such folder to write it to", path)
        if not os.access(target if there else target.parent, os.W_OK):
            _refuse("cannot be written: it, or its folder, is read-only", path)
    except (OSError, ValueError) as error:
        _refuse(f"cannot be written: {_reason(error)}", path)
    if there and not force:
        _refuse("is there already, and is left as it is; force replaces it", path)


def _is_there(target: Path) -> bool:
    """Whether a file has this name. Raises ValueError for a name that no file can have."""
    try:
        target.stat()
    except FileNotFoundError:
        return False
    return True


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _refuse(message: str, path: str | os.PathLike[str]) -> NoReturn:
    problem = Problem("bad-file", message, field="xlsx", given=str(path), allowed=ALLOWED)
    raise PlanError([problem]) from None
