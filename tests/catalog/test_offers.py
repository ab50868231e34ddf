"""A price file of somebody's own: read as written, with every problem at its cell."""

import math

import pytest

from flopwatt.catalog import read_offers
from flopwatt.problems import CatalogError, Place

HEAD = "provider,instance,accelerator,count,purchase,price,region,as_of\n"


@pytest.fixture
def read(tmp_path):
    def write(text, name="mine.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_offers(path)

    return write


def test_a_row_becomes_an_offer(read):
    found = read(HEAD + "aws,p5.48xlarge,H100,8,on-demand,6.88,us-east-1,2026-07\n")
    (offer,) = found.offers
    assert found.problems == ()
    assert (offer.provider, offer.accelerator, offer.count) == ("aws", "H100 SXM5 80GB", 8)
    assert (offer.purchase, offer.price, offer.use) == ("on_demand", 6.88, "default")
    assert offer.places["price"] == Place("mine.csv", 2, 34)


def test_columns_may_have_the_names_of_other_lists(read):
    (offer,) = read("gpu,purchase,USD per GPU hour\nH100 PCIe,spot,1\n".replace(
        "USD per GPU hour", "usd_per_gpu_hour")).offers  # fmt: skip
    assert (offer.accelerator, offer.purchase, offer.price) == ("H100 PCIe 80GB", "spot", 1)
    assert (offer.provider, offer.count) == ("mine", None)


@pytest.mark.parametrize(
    ("unit", "written", "price"),
    [("USD/GPU/hour", "2.5", 2.5), ("cent/GPU/hour", "250", 2.5), ("", "2.5", 2.5),
     ("", "$2.50", 2.5), ("", "$2.50/GPU/hour", 2.5), ("", "2.50 USD/hour", 2.5)],
)  # fmt: skip
def test_a_price_may_state_its_unit(read, unit, written, price):
    rows = f"accelerator,purchase,price\nunit,,{unit}\nH100,spot,{written}\n"
    assert read(rows).offers[0].price == pytest.approx(price)


def test_a_count_may_stand_in_the_name(read):
    assert read("accelerator,purchase,price\n8xH100,spot,1\n").offers[0].count == 8


@pytest.mark.parametrize("cell", ["", "NaN"])
def test_a_price_that_is_none_is_kept_for_the_checks(read, cell):
    (offer,) = read(f"accelerator,purchase,price\nH100,spot,{cell}\n").offers
    assert offer.price is None or math.isnan(offer.price)


def test_all_that_is_wrong_comes_at_once_with_its_place(read):
    found = read(
        "accelerator,purchase,price,count,as_of,colour\n"
        "H900,spot,1,8,2026-07,\n"
        "H100,lease,1,8,2026-07,\n"
        "H100,spot,lots,8,2026-07,\n"
        "H100,spot,1,0,2026-07,\n"
        "H100,spot,1,8,July,\n"
        "TPU,spot,1\n"
    )
    assert [(p.code, p.place, p.field, p.given) for p in found.problems] == [
        ("bad-structure", Place("mine.csv", 7, 10), "", ""),
        ("unknown-key", Place("mine.csv", 1, 40), "colour", "colour"),
        ("unknown-name", Place("mine.csv", 2, 1), "accelerator", "H900"),
        ("unknown-name", Place("mine.csv", 3, 6), "purchase", "lease"),
        ("bad-number", Place("mine.csv", 4, 11), "price", "lots"),
        ("bad-number", Place("mine.csv", 5, 13), "count", "0"),
        ("bad-date", Place("mine.csv", 6, 15), "as_of", "July"),
        ("unknown-name", Place("mine.csv", 7, 1), "accelerator", "TPU"),
    ]
    assert len(found.offers) == 4
    assert [p.warning for p in found.problems].count(True) == 1


def test_a_unit_that_measures_something_else_is_told_once(read):
    found = read("accelerator,purchase,price\nunit,,GB\nH100,spot,1\nH100,spot,2\n")
    (problem,) = found.problems
    assert (problem.code, problem.place.line) == ("wrong-unit", 2)
    assert [offer.price for offer in found.offers] == [1, 2]


def test_a_file_with_many_mistakes_is_not_told_without_end(read):
    found = read("accelerator,purchase,price\n" + "H900,spot,1\n" * 1000)
    assert len(found.problems) == 200


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "bad-structure", "the table is empty"),
        ("accelerator,price\nH100,1\n", "bad-structure", "no column purchase"),
        (b"\xff\xfea\0", "bad-file", "not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_at_all(read, text, code, words):
    with pytest.raises(CatalogError) as caught:
        read(text)
    assert code in {problem.code for problem in caught.value.problems}
    assert words in str(caught.value)


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path, monkeypatch):
    for path, words in ((tmp_path / "no.csv", "no such file"), (tmp_path, "no ordinary file")):
        with pytest.raises(CatalogError, match=words):
            read_offers(path)
    monkeypatch.setattr("flopwatt.catalog.offers.MAX_BYTES", 3)
    (tmp_path / "big.csv").write_text("four")
    with pytest.raises(CatalogError, match="larger than 3 bytes"):
        read_offers(tmp_path / "big.csv")
