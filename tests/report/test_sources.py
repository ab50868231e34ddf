from pathlib import Path

from flopwatt.report.sources import cited_documents, legend, mark_of, numbered, source_note


def test_a_document_is_named_once():
    marks = numbered(["kaplan-2020#section 2.1", "identity", "kaplan-2020"])
    assert mark_of(marks, "kaplan-2020#section 5") == "[1]"
    assert [line[:4] for line in legend(marks)] == ["[1] ", "[2] "]


def test_a_citation_says_where_and_when():
    note = source_note("kaplan-2020#section 2.1")
    assert note.startswith("kaplan-2020, section 2.1: Kaplan et al.")
    assert note.endswith("arXiv 2001.08361, 2020-01")


def test_documents_are_named_once_and_conventions_stand_in_the_docs():
    found = cited_documents(["kaplan-2020#section 2.1", "", "kaplan-2020", "convention#neutral"])
    assert [(one.id, one.where) for one in found] == [
        ("kaplan-2020", "arXiv 2001.08361"),
        ("convention", "docs/conventions.md"),
    ]
    assert (Path(__file__).parents[2] / found[1].where).exists()
