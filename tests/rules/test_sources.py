"""The sources rule: every citation names a source that exists, and every source is cited."""

from collections.abc import Iterator

from flopwatt.catalog import (
    list_tables,
    load_definitions,
    load_sources,
    load_table,
    source_of,
)
from flopwatt.formulas import load_formulas


def _cited() -> set[str]:
    return {
        *(formula.source for formula in load_formulas()),
        *(q.default.source for q in load_definitions().quantities if q.default),
        *_cited_in_tables(),
    }


def _cited_in_tables() -> Iterator[str]:
    for table in list_tables():
        for row in load_table(table).rows:
            yield row.cells["source"]
            yield from (cited for cited in row.cells["also"].split("; ") if cited)


def test_every_citation_names_a_source():
    for cited in _cited():
        assert source_of(cited).title


def test_every_source_is_cited():
    assert {cited.partition("#")[0] for cited in _cited()} == set(load_sources())


def test_a_document_says_where_and_when():
    for source in load_sources().values():
        if source.kind not in ("definition", "convention", "unsourced"):
            assert source.where, source.id
            assert source.date, source.id


def test_what_has_no_source_is_counted():
    """An honest gap: each is shown as `unsourced` wherever its value is explained."""
    found = [q for q in load_definitions().quantities if q.default]
    bare = {q.name for q in found if q.default.source == "unsourced"}
    assert bare == {"useful_life", "gpu_lead"}
    assert [
        sum(
            "unsourced" in (row.cells["source"], row.cells["also"])
            for row in load_table(table).rows
        )
        for table in ("lead_times", "power_sources")
    ] == [11, 8]
