"""Sources as people read them: what a document is, where it stands and of when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flopwatt.catalog import source_of
from flopwatt.report.explanation import Cited

CONVENTIONS = "docs/conventions.md"
DEFINITION = "identity"  # follows from the definition of its terms, and cites nothing


def source_note(cited: str) -> str:
    """A citation with its document: ``kaplan-2020, section 2.1: Kaplan et al. ..., 2020-01``."""
    source = source_of(cited)
    name, _, locator = cited.partition("#")
    head = ", ".join(part for part in (name, locator) if part)
    about = ", ".join(part for part in (source.title, source.where, source.date) if part)
    return f"{head}: {about}"


def document_of(cited: str) -> str:
    """The id of the document that a citation names: what stands before its locator."""
    return cited.partition("#")[0]


def cited_documents(cited: Iterable[str]) -> tuple[Cited, ...]:
    """The documents that citations name, each once, in the order in which they are cited."""
    return tuple(_cited(name) for name in dict.fromkeys(map(document_of, cited)) if name)


def _cited(name: str) -> Cited:
    source = source_of(name)
    where = CONVENTIONS if source.kind == "convention" else source.where
    return Cited(name, source.title, where, source.date)


def numbered(cited: Iterable[str]) -> Mapping[str, str]:
    """A mark for each document, [1] and on, in the order in which they are first cited."""
    names = dict.fromkeys(map(document_of, cited))
    return {name: f"[{number}]" for number, name in enumerate(names, 1)}


def mark_of(marks: Mapping[str, str], cited: str) -> str:
    """The mark of the document that a citation names."""
    return marks[document_of(cited)]


def legend(marks: Mapping[str, str]) -> list[str]:
    """What each mark stands for, one document a line."""
    return [f"{mark} {source_note(name)}" for name, mark in marks.items()]
