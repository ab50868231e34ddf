"""Where values stand: blocks by instance, what a plan says of them first."""

from flopwatt.report.workbook.pieces import Span
from flopwatt.report.workbook.places import Spot, month_heads, place_values, why_link


def test_every_value_has_a_row_of_its_own(example):
    results = example("start-up").results
    places = place_values(results)
    assert set(places.spots) == set(places.explained) == set(results.keys())
    rows = [(spot.sheet, spot.row) for spot in places.spots.values()]
    assert len(set(rows)) == len(rows)
    assert places.spots["training.fine-tune.price"].sheet == "Inputs"
    assert places.spots["training.fine-tune.cost"].sheet == "Workings"


def test_blocks_that_the_plan_says_nothing_of_come_last(example):
    places = place_values(example("start-up").results)
    titles = [block.title for block in places.inputs]
    assert titles[-1] == "models.assistant"
    assert [block.title for block in places.workings][-1] == "plan"


def test_cells_are_named_by_month_or_alone():
    assert Spot("Workings", 11, False).address(Span(0, 0)) == "Workings!$B$12"
    series = Spot("Workings", 11, True)
    assert series.address(Span(1, 1)) == "Workings!F12"
    assert series.address(Span(0, 2)) == "Workings!$E12:G12"
    assert series.range(3) == "Workings!$E$12:$G$12"
    assert series.cell == "Workings!E12"
    assert month_heads("Workings", 3) == "Workings!$E$4:$G$4"


def test_a_value_leads_to_its_explanation(example):
    places = place_values(example("two-products").results)
    assert why_link(places, next(iter(places.explained))) == "Explanations!A5"
