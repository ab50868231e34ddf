"""Pages of grids: the list, and one region with what a plan is given there."""

from flopwatt.catalog import find, list_things
from flopwatt.report.grids import grid_page, grids_page


def test_the_list_has_every_region_with_figures_of_its_own():
    (table,) = grids_page().tables
    assert len(table.rows) == len(list_things("grid"))
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert rows["United States"] == [
        "country", "$82.60", "370 gCO2e", "48 months", "North America",
    ]  # fmt: skip
    assert rows["Virginia"] == ["state", "$89.20", "-", "-", "PJM"]
    assert rows["Norway"][1] == "$65.00*"
    assert "location-based" in table.note


def test_a_region_says_what_a_plan_is_given_and_of_where():
    given, every = grid_page(find("grid", "Virginia")).tables
    rows = {row[0].text: [cell.text for cell in row[1:5]] for row in given.rows}
    assert rows["price"] == ["$89.20 per MWh", "-", "Virginia", "2023"]
    assert rows["carbon"] == ["370 gCO2e per kWh", "94 to 588 gCO2e", "United States", "2023"]
    assert rows["connection"] == ["48 months", "36 to 84 months", "United States", "2026"]
    assert [row[0].text for row in every.rows] == ["price"]
    assert "eia-industrial-prices" in every.note


def test_what_needs_care_is_marked():
    given, _ = grid_page(find("grid", "UK")).tables
    assert given.rows[0][1].text == "$320 per MWh*"
    assert "* needs care" in given.note
    given, _ = grid_page(find("grid", "Italy")).tables
    assert {row[0].text: row[2].text for row in given.rows}["connection"] == "60 to 147 months"
