"""What the catalog says of a region: its own figure, or that of the larger one around it."""

import datetime

import pytest

from flopwatt.catalog import choose_thing, find, find_fact
from flopwatt.catalog.grids import (
    figures_of,
    grid_fact,
    grid_figure,
    load_figures,
    regions_around,
)
from flopwatt.problems import CatalogError

DAY = datetime.date(2026, 9, 1)
MWH = 3.6e9


def test_a_region_lies_within_larger_ones():
    around = ("Northern Virginia", "Virginia", "PJM", "United States", "North America", "World")
    assert regions_around("Northern Virginia") == around


@pytest.mark.parametrize(
    ("name", "measure", "value", "of"),
    [
        ("Virginia", "price", 89.2, "Virginia"),
        ("Virginia", "carbon", 369.5, "United States"),
        ("NoVA", "carbon", 322, "Northern Virginia"),
        ("gcp us-east4", "connection", 66, "Northern Virginia"),
        ("aws us-east-1", "connection", 66, "Northern Virginia"),
        ("Pittsburgh", "price", 85.9, "Pennsylvania"),
        ("usa", "connection", 48, "United States"),
        ("Germany", "price", 251.6, "Germany"),  # 233 EUR at 1.08
    ],
)
def test_a_figure_is_the_region_s_own_or_the_next_larger_one_s(name, measure, value, of):
    figure = grid_figure(find("grid", name).thing.name, measure, DAY)
    assert (figure.fact.value, figure.fact.thing) == (value, of)


def test_the_newest_seen_by_the_day_holds_and_the_oldest_before_that():
    """Texas: 66.3 in November 2025, 72.5 in January 2026."""
    days = {"2024-01-01": 66.3, "2025-12-31": 66.3, "2026-01-01": 72.5}
    for day, value in days.items():
        figure = grid_figure("Texas", "price", datetime.date.fromisoformat(day))
        assert figure.fact.value == value
    (problem,) = find_fact("grid", "Texas", "price", "2024-01-01").problems
    assert "after the day asked for" in problem.message


def test_what_was_not_re_read_serves_only_where_nothing_else_is_known():
    """The wait of ERCOT is recalled: Texas has that of the US; the UK has no price but its own."""
    assert grid_figure("Texas", "connection", DAY).grid == "United States"
    assert grid_figure("Netherlands", "price", DAY).grid == "European Union"
    own = grid_figure("London", "price", DAY)
    assert (own.grid, own.use, own.fact.verified) == ("United Kingdom", "caution", "memory")
    assert grid_figure("United States", "connection", DAY).fact.value == 48  # not 24 of all loads


def test_the_queue_of_generators_is_never_the_wait_of_a_load():
    assert grid_figure("PJM", "connection", DAY).grid == "United States"
    assert grid_figure("PJM", "generator_queue", DAY).fact.value == 96


def test_the_range_is_stated_or_that_of_the_regions_inside():
    wait = grid_figure("United States", "connection", DAY)
    assert (wait.low, wait.high) == (36, 84)
    carbon = grid_figure("United States", "carbon", DAY)
    assert (carbon.low, carbon.high) == (94, 588)  # The Dalles and Salt Lake City
    assert "the range is that of 9 regions inside" in carbon.fact.note
    assert grid_figure("France", "carbon", DAY).low is None  # one region inside


def test_what_nobody_states_comes_back_with_the_reason():
    fact = grid_fact(find("grid", "Norway").thing, "connection", DAY)
    assert (fact.value, fact.known) == (None, False)
    assert "states connection of Norway" in fact.reason
    assert figures_of("Norway", "connection") == []


def test_naming_a_grid_gives_what_the_entity_asks_for(vocabulary):
    found = choose_thing(vocabulary, "asset", "own", "grid", "Virginia", DAY)
    (leaf,) = found.leaves
    assert (leaf.quantity, leaf.value) == ("electricity_price", pytest.approx(89.2 / MWH))
    assert (leaf.range, found.count, found.name) == (None, None, "Virginia")
    assert leaf.origin.detail.startswith("Virginia: price delivered to industry")
    spread = choose_thing(vocabulary, "asset", "own", "grid", "US", DAY).leaves[0].range
    assert (spread.low, spread.high) == pytest.approx((53.7 / MWH, 190.7 / MWH))


@pytest.mark.parametrize(
    ("name", "day", "note"),
    [
        ("UK", DAY, "320 USD/MWh: from memory, not re-read"),
        ("Oregonn", DAY, ""),
        ("The Dalles", DAY, "no price of The Dalles: that of United States is taken"),
        ("Virginia", datetime.date(2027, 2, 1), "is of 2023, older than 48 months"),
    ],
)
def test_what_is_told_of_the_figures_taken(vocabulary, name, day, note):
    if not note:
        with pytest.raises(CatalogError) as caught:
            choose_thing(vocabulary, "asset", "own", "grid", name, day)
        assert caught.value.problems[0].code == "unknown-name"
        return
    found = choose_thing(vocabulary, "asset", "own", "grid", name, day)
    assert any(note in one for one in found.notes)


def test_a_name_that_is_close_is_offered_and_grids_have_no_count():
    with pytest.raises(CatalogError) as caught:
        find("grid", "Virgina")
    assert caught.value.problems[0].nearest == "Virginia"
    with pytest.raises(CatalogError):
        find("grid", "8xVirginia")


def test_every_wait_for_a_connection_has_a_range():
    """A date without one would be certain to the day, which no connection is."""
    waits = [one for one in load_figures() if one.fact.quantity == "connection"]
    assert len(waits) > 10
    for one in waits:
        assert one.low is not None, one.grid
        assert one.high is not None, one.grid
        assert one.low < one.fact.value < one.high, one.grid
