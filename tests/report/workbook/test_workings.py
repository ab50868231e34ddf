"""The sheet of workings: months across, live or told not to move."""

from flopwatt.report.workbook.workings import working_sheet


def test_a_series_stands_month_by_month(example, desk):
    on = desk(example("two-products"))
    sheet = working_sheet(on)
    row = on.places.spots["inference_spend"].row
    cells = [sheet.cells[row, 4 + month] for month in range(60)]
    assert all(cell.formula for cell in cells)
    assert sheet.cells[row, 2].value == "USD in the month"
    assert sheet.cells[row, 3].value == "live"
    assert "Workings!" not in cells[0].formula


def test_a_value_without_a_formula_is_a_number_that_says_so(example, desk):
    on = desk(example("mix-of-offers"))
    sheet = working_sheet(on)
    row = on.places.spots["ways.base.spot.held"].row
    assert sheet.cells[row, 4].formula == ""
    assert sheet.cells[row, 3].value == "worked out by flopwatt; does not move"


def test_what_hangs_on_a_row_that_does_not_move_names_it(example, desk):
    on = desk(example("mix-of-offers"))
    sheet = working_sheet(on)
    row = on.places.spots["training_total"].row
    told = sheet.cells[row, 3].value
    assert told.startswith("live but for ways.base.")
    assert sheet.cells[row, 1].look == "part"
