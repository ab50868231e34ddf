"""Amounts in other units, fields, formulas and files of prices."""

import flopwatt


def test_amounts_fields_and_formulas_are_looked_up():
    assert flopwatt.convert("400 Gbit/s", "GB/s").value == 50
    assert {field.entity for field in flopwatt.list_fields("training")} == {"run"}
    assert flopwatt.list_formulas("training.cost")[0].unit == "USD"
    assert flopwatt.find_fact("accelerator", "H100", "peak_bf16").value == 989.4
    assert len(flopwatt.find_prices("H100")) > 10


def test_doubtful_prices_are_told(tmp_path):
    path = tmp_path / "prices.csv"
    path.write_text("accelerator,purchase,price\nH100,on_demand,0\nH100,on_demand,3\n")
    (problem,) = flopwatt.check_prices(path)
    assert (problem.code, problem.place.line) == ("out-of-range", 2)
