"""A claimed number beside the right one: as a table, in a sentence and as plain data."""

from flopwatt.report.claim import claim_answer, claim_document, claim_section
from flopwatt.studies.claims import answer_claim


def test_a_number_that_is_right(studied, tiny):
    found = answer_claim(studied(tiny), "202,048 params")
    (table,) = claim_section(found).tables
    rows = {row[0].text: row[1] for row in table.rows}
    assert rows["right"].key == "params.total"
    assert "because" not in rows
    assert claim_document(found)["outcome"] == "right"
    assert "is claimed" not in claim_answer(found)


def test_a_number_that_one_mistake_gives(studied, tiny):
    # all 4 query heads are kept instead of the 2 that are: 512 bytes
    found = answer_claim(studied(tiny), "512 bytes per token")
    (table,) = claim_section(found).tables
    because = [row[1].text for row in table.rows if row[0].text == "because"]
    assert because
    said = claim_answer(found)
    assert said.startswith("512 bytes")
    assert "256 bytes" in said
    document = claim_document(found)
    assert (document["key"], document["truth"]) == ("kv_cache.bytes_per_token", 256)
    assert document["explanations"][0]["value"] == 512
    assert [one["mistakes"] for one in document["explanations"]] == [
        text.split("; and ") for text in because
    ]


def test_a_number_that_no_mistake_gives_has_the_nearest_that_one_does(studied, tiny):
    found = answer_claim(studied(tiny), "12345.678 bytes per token")
    (table,) = claim_section(found).tables
    assert table.rows[-1][0].text == "nearest"
    assert table.title == '"12345.678 bytes per token"'
    document = claim_document(found)
    assert (document["explanations"], document["outcome"]) == ([], "unknown")
    assert document["nearest"]["mistakes"]
