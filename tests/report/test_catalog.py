import pytest

from flopwatt.catalog import list_kinds, list_things
from flopwatt.problems import CatalogError
from flopwatt.report.catalog import catalog_page


def test_what_there_is():
    (table,) = catalog_page().tables
    assert [row[0].text for row in table.rows] == [f"{kind}s" for kind in list_kinds()]


@pytest.mark.parametrize("kind", ["accelerators", "instance", "servers", "model"])
def test_a_list_names_source_and_date_of_every_thing(kind):
    (table,) = catalog_page(kind).tables
    assert len(table.rows) == len(list_things(kind.removesuffix("s")))
    for row in table.rows:
        *_, as_of, source = (cell.text for cell in row)
        assert as_of[:2] == "20"
        assert f"\n{source} " in f"\n{table.note}"


def test_one_thing_with_every_figure_and_its_source():
    page = catalog_page("accelerators", "h100_sxm")
    (table,) = page.tables
    rows = {row[0].text: row[1].text for row in table.rows}
    assert page.title == "H100 SXM5 80GB"
    assert (rows["peak bf16"], rows["peak fp4"]) == ("989.4 TFLOP/s", "none")
    assert "Every figure as of 2026-08, verified: primary." in table.note
    assert "github.com/" in table.note


def test_a_name_is_enough():
    assert catalog_page("p5.48xlarge").title == "p5.48xlarge"
    assert catalog_page("llama-2-70b").title == "Llama 2 70B"


@pytest.mark.parametrize("words", [["acelerators"], ["things", "H100"], ["accelerators", "H1000"]])
def test_what_it_does_not_know(words):
    with pytest.raises(CatalogError) as caught:
        catalog_page(*words)
    assert caught.value.problems[0].code == "unknown-name"
