"""Sources as people read them: what a document is, where it stands and of when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flopwatt.catalog import source_of


def source_note(cited: str) -> str:
    """A citation with its document: ``kaplan-2020, section 2.1: Kaplan et al. ..., 2020-01``."""
    source = source_of(cited)
    name, _, locator = cited.partition("#")
    head = ", ".join(part for part in (name, locator) if part)
    about = ", ".join(part for part in (source.title, source.where, source.date) if part)
    return f"{head}: {about}"


def numbered(cited: Iterable[str]) -> Mapping[str, str]:
    """A mark for each document, [1] and on, in the order in which they are first cited."""
    names = dict.fromkeys(text.partition("#")[0] for text in cited)
    return {name: f"[{number}]" for number, name in enumerate(names, 1)}


def mark_of(marks: Mapping[str, str], cited: str) -> str:
    """The mark of the document that a citation names."""
    return marks[cited.partition("#")[0]]


def legend(marks: Mapping[str, str]) -> list[str]:
    """What each mark stands for, one document a line."""
    return [f"{mark} {source_note(name)}" for name, mark in marks.items()]
