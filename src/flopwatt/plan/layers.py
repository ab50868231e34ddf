"""A plan in layers: what it extends, the plan itself, and what is set on the command line.

A later layer wins over an earlier one, value by value; what it wins over is kept beside it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flopwatt.model.value import Rank
from flopwatt.problems import PlanError, Problem
from flopwatt.reader import Document, Entry, Text, read_dict, read_text, read_yaml

EXTENDS = "extends"
SET = "--set"
MAX_LAYERS = 8  # nobody can follow a longer chain


@dataclass(frozen=True)
class PlanText:
    """A plan as the text of a file that lies nowhere: it names no other file, and none is read.

    ``name`` is what its places carry.
    """

    text: str
    name: str = "plan.yaml"


PlanSource = str | os.PathLike[str] | Mapping[str, Any] | PlanText


@dataclass(frozen=True)
class Layer:
    """One document of a plan, the rank of what it gives, and whether it may add entries.

    Files that it names are looked for in its own ``folder``, and lie in the plan's folder
    ``within`` or below it; without them it can name none.
    """

    document: Document
    rank: Rank
    closed: bool = False
    folder: Path | None = None
    within: Path | None = None


def read_layers(source: PlanSource, settings: Mapping[str, Any] | None = None) -> list[Layer]:
    """The layers of a plan, the plan that others extend first.

    ``settings`` maps public keys to values. Raises PlanError where a file cannot be read.
    """
    within: Path | None
    documents: list[tuple[Document, Path | None]]
    if isinstance(source, PlanText):
        within, documents = None, [(_homeless(source), None)]
    elif isinstance(source, Mapping):
        within = Path.cwd().resolve()
        documents = _chain(read_dict(source), within)
    else:
        within = Path(source).resolve().parent
        documents = _chain(read_yaml(source), within)
    layers = [
        Layer(document, Rank.COMMAND if place else Rank.GIVEN, folder=folder, within=within)
        for place, (document, folder) in enumerate(documents)
    ]
    if settings:
        layers.append(Layer(_settings(settings), Rank.COMMAND, True, within, within))
    return layers


def _homeless(source: PlanText) -> Document:
    """The document of a text alone, which can extend nothing."""
    document = read_text(source.text, source.name)
    if (entry := _extends(document)) is not None:
        raise _refused(entry, "a plan given as text has no folder, and extends no file")
    return document


def _chain(document: Document, folder: Path) -> list[tuple[Document, Path | None]]:
    """A document and all that it extends, base first, each with its folder.

    Files stay in the plan's own folder.
    """
    documents: list[tuple[Document, Path]] = [(document, folder)]
    paths = [(folder / Path(document.file).name).resolve()]
    while (entry := _extends(documents[0][0])) is not None:
        if len(documents) == MAX_LAYERS:
            raise _refused(entry, f"plans extend one another more than {MAX_LAYERS} deep")
        path = (documents[0][1] / _path_text(entry)).resolve()
        if path in paths:
            circle = " -> ".join(
                _within(one, folder) for one in (*paths[paths.index(path) :], path)
            )
            raise _refused(entry, f"plans extend one another in a circle: {circle}")
        if not path.is_relative_to(folder):
            raise _refused(entry, "a plan extends only files in its own folder or below")
        documents.insert(0, (read_yaml(path), path.parent))
        paths.append(path)
    return [*documents]


def _within(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else path.name


def _extends(document: Document) -> Entry | None:
    return next((e for e in document.root.entries if e.key.text == EXTENDS), None)


def _path_text(entry: Entry) -> str:
    if not isinstance(entry.node, Text) or not entry.node.text:
        raise _refused(entry, "the name of one plan file is needed here")
    if "://" in entry.node.text:
        raise _refused(entry, "no network read: a plan extends files alone")
    return entry.node.text


def _refused(entry: Entry, message: str) -> PlanError:
    return PlanError(
        [
            Problem(
                "bad-file",
                message,
                entry.node.place or entry.key.place,
                EXTENDS,
                given=entry.node.text if isinstance(entry.node, Text) else "no single name",
                allowed="the name of a plan file beside this one, for example base.yaml",
            )
        ]
    )


def _settings(settings: Mapping[str, Any]) -> Document:
    """Settings by public key as the document a person would have written."""
    nested: dict[str, Any] = {}
    for key, value in settings.items():
        section, _, rest = key.partition(".")
        instance, _, field = rest.partition(".")
        if field:
            nested.setdefault(section, {}).setdefault(instance, {})[field] = value
        else:
            nested[key] = value
    return read_dict(nested, SET)
