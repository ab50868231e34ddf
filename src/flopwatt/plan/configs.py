"""A plan's model by its config.json, which lies in the plan's folder; or by the catalog's shape."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flopwatt.architecture.config import QUANT_FILE
from flopwatt.architecture.published import (
    Wanted,
    find_catalogued,
    find_published,
    read_published,
)
from flopwatt.model.value import Leaf
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.draft import Draft, shown
from flopwatt.problems import PlanError, Problem
from flopwatt.reader import Text

MOST_COUNTED = 64
# counts of catalog models: a plan that is read again and again has the same model each time
_counted: dict[tuple[str, str], tuple[Vocabulary, tuple[Leaf, ...]]] = {}
ALLOWED = "a config.json in the plan's folder or below it, such as models/config.json"


def read_config(draft: Draft, instance: str, path: str, word: Text) -> None:
    """The counts of the model whose config a plan names; problems are told with both places."""
    file = _inside(draft, word.text)
    if isinstance(file, str):
        draft.problems.append(
            Problem("bad-file", file, word.place, path, shown(word.text), ALLOWED)
        )
        return
    try:
        published = find_published(file, draft.vocabulary)
        reading = read_published(published, Wanted(), draft.vocabulary, instance)
    except PlanError as error:
        draft.problems += [_told(problem, path, word) for problem in error.problems]
        return
    draft.leaves += reading.leaves
    draft.warnings += [replace(problem, warning=True) for problem in reading.warnings]


def shape_leaves(draft: Draft, instance: str, name: str) -> tuple[Leaf, ...]:
    """The counts of a model of the catalog, where the catalog has its shape."""
    before = _counted.get((name, instance))
    if before is not None and before[0] is draft.vocabulary:
        return before[1]
    published = find_catalogued(name, draft.vocabulary, instance)
    leaves: tuple[Leaf, ...] = ()
    if published.config is not None:
        leaves = read_published(published, Wanted(), draft.vocabulary, instance).leaves
    if len(_counted) >= MOST_COUNTED:
        _counted.clear()
    _counted[name, instance] = (draft.vocabulary, leaves)
    return leaves


def _inside(draft: Draft, text: str) -> Path | str:
    """The file that a text names, or why it cannot be read."""
    if draft.folder is None or draft.within is None:
        return "a config can be named only where there is a plan file"
    if "://" in text:
        return "no network read: a plan names files alone"
    try:
        file = (draft.folder / text).resolve()
        if file.is_dir():
            file = (file / "config.json").resolve()
        beside = file.with_name(QUANT_FILE).resolve()  # which is read with it
    except (OSError, RuntimeError, ValueError):
        return "this is no path that can be followed"
    if not file.is_relative_to(draft.within) or not beside.is_relative_to(draft.within):
        return "a plan reads only files in its own folder or below"
    return file


def _told(problem: Problem, path: str, word: Text) -> Problem:
    """A problem of a config, with the line of the plan that names the config where it has none."""
    if problem.place is not None:
        return replace(problem, field=f"{path}: {problem.field}".rstrip(": "))
    return replace(problem, place=word.place, field=path, given=shown(word.text))
