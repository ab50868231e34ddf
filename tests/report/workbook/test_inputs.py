"""The sheet of inputs: value, unit, range, source and place; what may be changed."""

import pytest

from flopwatt.report.workbook.inputs import input_sheet


@pytest.fixture
def sheet(example, desk):
    on = desk(example("start-up"))
    return on, input_sheet(on)


def row_of(sheet, key):
    on, made = sheet
    row = on.places.spots[key].row
    return {column: cell for (at, column), cell in made.cells.items() if at == row}


def test_an_input_has_its_value_unit_range_and_place(sheet):
    row = row_of(sheet, "training.fine-tune.price")
    assert [row[column].value for column in (0, 1, 2, 5, 6, 7)] == [
        *("price", pytest.approx(2.35), "USD/GPU/hour"),
        *("given in the plan", "start-up.yaml:20", "training.fine-tune.price"),
    ]
    assert (row[3].value, row[4].value) == (pytest.approx(2.0), pytest.approx(2.95))
    assert row[1].look == "input"


def test_a_repeated_run_follows_the_first(sheet):
    row = row_of(sheet, "training.fine-tune-v2.price")
    assert row[1].formula.startswith("=$B$")
    assert row_of(sheet, "training.fine-tune-v2.start")[1].formula == ""


def test_a_word_is_chosen_from_a_list_and_the_months_stand_still(sheet):
    row = row_of(sheet, "against")
    assert row[1].value in row[1].words
    assert {cell.look for column, cell in row_of(sheet, "month_end").items() if column > 8} == {
        "fixed"
    }


def test_what_no_formula_reads_is_no_cell_to_change(example, desk):
    on = desk(example("campus-1gw"))
    sheet = input_sheet(on)
    spots = on.places.spots
    (site,) = on.study.results.population.names("site")
    shaping, moving = f"sites.{site}.bridge", f"sites.{site}.power"
    waits = next(key for key in spots if key.endswith(".follows"))
    for key in (shaping, waits):
        assert sheet.cells[spots[key].row, 1].look == "fixed"
        assert sheet.cells[spots[key].row, 8].value.startswith("no formula here reads it")
    assert sheet.cells[spots[moving].row, 1].look == "input"
