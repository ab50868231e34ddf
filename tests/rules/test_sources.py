"""The sources rule: every citation names a source that exists, and every source is cited."""

from flopwatt.catalog import load_definitions, load_sources, load_things, source_of
from flopwatt.formulas import load_formulas


def _cited() -> set[str]:
    definitions = load_definitions()
    things = (
        thing
        for entity in definitions.entities
        for kind in entity.choices
        for thing in load_things(kind).values()
    )
    return {
        *(formula.source for formula in load_formulas()),
        *(q.default.source for q in definitions.quantities if q.default),
        *(fact.source for thing in things for fact in thing.facts),
    }


def test_every_citation_names_a_source():
    for cited in _cited():
        assert source_of(cited).title


def test_every_source_is_cited():
    assert {cited.partition("#")[0] for cited in _cited()} == set(load_sources())


def test_a_document_says_where_and_when():
    for source in load_sources().values():
        if source.kind not in ("definition", "convention"):
            assert source.where, source.id
            assert source.date, source.id


def test_nothing_is_unsourced_yet():
    """When the first unsourced value comes, it is counted here and shown in the report."""
    assert not [cited for cited in _cited() if cited.startswith("unsourced")]
