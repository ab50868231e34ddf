"""A thing hands out its facts; what is not known says why."""

import pytest

from flopwatt.catalog import Prices, Thing, find_thing

CELLS = {
    "name": "X1", "aliases": "", "size": "80", "form": "PCIe", "speed": "", "fp4": "none",
    "as_of": "2026-01", "source": "made-up", "also": "a; b#c", "verified": "primary", "note": "so",
}  # fmt: skip
UNITS = dict.fromkeys(CELLS, "") | {"size": "GB", "speed": "GB/s", "fp4": "TFLOP/s"}
X1 = Thing("card", "X1", (), frozenset({"x1"}), CELLS, UNITS)


def test_a_number_has_a_unit_a_date_and_a_source():
    fact = X1.fact("size")
    assert (fact.value, fact.unit, fact.text, fact.known) == (80, "GB", "80 GB", True)
    assert (fact.as_of, fact.source, fact.also) == ("2026-01", "made-up", ("a", "b#c"))
    assert (fact.verified, fact.note, fact.reason) == ("primary", "so", "")


def test_a_property_in_words_has_no_number():
    fact = X1.fact("form")
    assert (fact.value, fact.text, fact.known) == (None, "PCIe", True)


@pytest.mark.parametrize(
    ("column", "text", "reason"),
    [("speed", "not known", "no source in the catalog states speed of X1"),
     ("fp4", "none TFLOP/s", "X1 has no fp4")],
)  # fmt: skip
def test_what_is_not_known_travels_with_the_reason(column, text, reason):
    fact = X1.fact(column)
    assert (fact.value, fact.reason, fact.known) == (None, reason, False)
    assert fact.text == (text if column == "speed" else "none")


def test_facts_are_all_columns_but_those_about_the_row():
    assert [fact.quantity for fact in X1.facts] == ["size", "form", "speed", "fp4"]
    assert X1.verified == "primary"
    with pytest.raises(KeyError):
        X1.fact("weight")


def test_things_are_equal_by_name_and_kind():
    assert find_thing("accelerator", "H100") == find_thing("accelerator", "h100 sxm")
    assert len({X1, X1}) == 1


def test_prices_are_walked_like_a_list():
    assert (list(Prices((), "none")), len(Prices(()))) == ([], 0)
