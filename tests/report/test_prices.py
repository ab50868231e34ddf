import pytest

from flopwatt.catalog import find_prices
from flopwatt.problems import CatalogError
from flopwatt.report.prices import price_page


def test_every_offer_with_date_and_source():
    (table,) = price_page("H100").tables
    assert len(table.rows) == len(find_prices("H100"))
    for row in table.rows:
        texts = [cell.text for cell in row]
        assert texts[1].startswith("$")
        assert texts[4][:2] == "20"
        assert f"\n{texts[5]} " in f"\n{table.note}"


def test_what_all_gpus_cost():
    (table,) = price_page().tables
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert len(rows["H100 SXM5 80GB"]) == 5
    assert all(len(row) == 6 for row in table.rows)


def test_tokens_of_a_model():
    page = price_page("gpt-4o")
    legs = {row[0].text: row[1].text for row in page.tables[0].rows}
    assert legs["input"] == "$2.50"
    assert "gpt-4o" in page.title


def test_a_gpu_that_nobody_rents_out_is_told():
    page = price_page("MI350X")
    assert page.tables == ()
    assert "no offer" in page.title


def test_an_unknown_name_is_told_as_a_gpus():
    with pytest.raises(CatalogError, match="no accelerator"):
        price_page("H1000")


def test_a_name_like_a_models_is_told_as_a_models():
    with pytest.raises(CatalogError) as caught:
        price_page("llama-3.1-8b")
    assert caught.value.problems[0].nearest == "llama-3.1-8b-instant"
    with pytest.raises(CatalogError) as caught:
        price_page("H1000")
    assert "accelerator" in caught.value.problems[0].message
