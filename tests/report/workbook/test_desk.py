"""The desk: each formula is written from flopwatt's own, and only where it comes to the same."""

from dataclasses import replace

import numpy as np
import pytest

from flopwatt.report.workbook.desk import agree


def test_a_formula_is_written_on_the_cells_of_its_needs(example, desk):
    study = example("two-products")
    on = desk(study)
    (text,) = on.formula(study.results["training.base.cost"]).texts
    hours = on.places.spots["training.base.accelerator_hours"].cell.replace("!B", "!$B$")
    price = on.places.spots["training.base.price"].cell.replace("!B", "!$B$")
    assert text == f"{hours}*{price}"


def test_every_value_of_the_worked_examples_moves(example, desk):
    for name in ("two-products", "start-up"):
        study = example(name)
        on = desk(study)
        follow = (v for v in study.results.values() if v.origin.kind == "computed")
        told = {value.key: on.formula(value).why for value in follow}
        assert not {key: why for key, why in told.items() if why}


def test_what_is_decided_or_comes_to_something_else_has_no_formula(example, desk):
    study = example("two-products")
    on = desk(study)
    cost = study.results["training.base.cost"]
    decided = replace(cost, formula=replace(cost.formula, decided=True))
    assert on.formula(decided).why == "decided"
    wrong = replace(cost, array=cost.array + 1)
    assert on.formula(wrong).why == "a spreadsheet would not come to the same"


def test_steps_of_what_cannot_be_written_are_taken_back(example, desk):
    study = example("two-products")
    on = desk(study)
    crossover = study.results["crossover"]
    assert on.formula(replace(crossover, array=crossover.array + 1e9)).why
    assert (on.sheet.cells, on.row, on.done) == ({}, 0, {})


def test_a_step_stands_in_a_row_of_its_own(example, desk, ref):
    on = desk(example("two-products"))
    found = on.step("twice", ref(1, 1.0, 2.0) * 2.0, "USD")
    assert found.number.tolist() == [2.0, 4.0]
    assert [on.sheet.cells[0, column].value for column in (0, 2, 3, 4)] == ["twice", "USD", 2, 4]
    assert on.sheet.cells[0, 3].formula == "=A1*2"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1.0, 1.0 + 1e-12, True),
        (1.0, 1.0 + 1e-6, False),
        (np.nan, np.nan, True),
        (np.inf, 1, False),
    ],
)
def test_numbers_agree_to_nine_digits(one, other, same):
    assert agree(np.array([one]), np.array([other])) == same
