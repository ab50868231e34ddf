import pytest

from flopwatt.formulas import load_formulas
from flopwatt.problems import PlanError
from flopwatt.report.formulas import formula_page, written_formulas


def test_every_formula_is_written_out():
    assert len(written_formulas()) == len(load_formulas())


def test_one_way_with_its_unit_source_and_needs():
    (way,) = written_formulas("training.cost")
    assert way.written == "cost = accelerator_hours x price"
    assert (way.unit, way.source) == ("USD", "identity")
    assert way.needs == ("training.accelerator_hours", "training.price")


def test_all_ways_of_a_key_and_all_of_an_entity():
    assert len(written_formulas("products.cost_per_day")) > 1
    assert {way.entity for way in written_formulas("training")} == {"run"}
    with pytest.raises(PlanError, match="no formula makes it"):
        written_formulas("products.spent_before")


def test_the_page_of_one_key_says_what_it_needs():
    ways, needs = formula_page("training.cost").tables
    assert ways.rows[0][0].text == "cost = accelerator_hours x price"
    assert "GPU-hours that the run pays for. In GPU-hour." in needs.rows[0][1].text
