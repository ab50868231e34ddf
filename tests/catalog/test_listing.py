"""What the catalog holds can be listed, and every column says what it is."""

import pytest

from flopwatt.catalog import describe_table, list_kinds, list_tables, list_things
from flopwatt.problems import CatalogError


def test_kinds_say_what_a_row_is():
    kinds = list_kinds()
    assert list(kinds) == [
        "accelerator",
        "instance",
        "server",
        "model",
        "threshold",
        "grid",
        "metric",
    ]
    assert kinds["accelerator"].startswith("One accelerator part; every figure is per GPU")


def test_things_come_in_the_order_of_their_table():
    assert list_things("accelerator")[0].name == "V100 SXM2 16GB"
    assert len(list_things("model")) > 45
    with pytest.raises(CatalogError) as caught:
        list_things("modell")
    assert caught.value.problems[0].nearest == "model"


def test_tables_and_columns():
    assert {"accelerators", "models", "labels", "offers/aws"} <= set(list_tables())
    table = describe_table("offers/aws")
    price = next(column for column in table.columns if column.name == "price")
    assert (table.kind, price.unit) == ("offer", "USD/GPU/hour")
    assert "before tax" in price.meaning
