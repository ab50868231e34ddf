"""Fleets over time, on the fleet of ``fleets``: sizes, bills and the cost of tokens."""

import pytest

from flopwatt.report.fleet_months import fleet_month_section

GROWING = {"growth": "20 %/month"}


@pytest.fixture
def section(fleets):
    return lambda *args, names=None, **more: fleet_month_section(fleets(*args, **more), names)


def test_sizes_and_costs_of_a_fleet_that_stays_as_it_is(section, texts):
    found = section()
    assert found.title == "The fleet of chat keeps 44 GPUs throughout."
    sizes, costs = found.tables
    assert sizes.columns == ("month", "calls/s", "needed", "units", "GPUs", "in use", "bill")
    # 44 GPUs for 31 days, and for 28; 5 of 22 units are busy
    assert texts(sizes) == [
        ["2026-01", "10", "20", "22", "44", "23 %", "$32.7k"],
        ["2026-02", "10", "20", "22", "44", "23 %", "$29.6k"],
        ["2026-03", "10", "20", "22", "44", "23 %", "$32.7k"],
    ]
    # $44 an hour for 36,000 calls: a fifth of it for 1,000 tokens read, the rest for 400 written
    assert texts(costs) == [["throughout", "$0.244", "$2.44", "$0.873", "$3.06", "$0.00122"]]
    assert costs.columns == ("month", "input", "output", "all", "output pays all", "request")


def test_whole_units_with_their_spares_follow_growth(section, texts):
    """On the last day of each month 12.04, 14.24 and 17.15 calls a second, of which each takes two
    units; a tenth of those, rounded up, are spares."""
    found = section(GROWING)
    assert found.title == "The fleet of chat goes from 56 GPUs in Jan 2026 to 78 at the plan's end."
    assert [row[2:5] for row in texts(found.tables[0])] == [
        ["25", "28", "56"], ["29", "32", "64"], ["35", "39", "78"]
    ]  # fmt: skip
    assert len(found.tables[1].rows) == 3


def test_capacity_that_follows_the_load_says_what_is_paid(section, texts):
    """Five busy units are half of those that are on: hours go from none to twenty, one at least.

    Those below one are 1/20 of all and 1/2 short of it: 10.025, with two spares for a tenth of it.
    """
    found = section(fleet={"capacity": "follows load"})
    assert found.title == (
        "The fleet of chat keeps 44 GPUs throughout, of which 24 are paid on average."
    )
    sizes, costs = found.tables
    assert sizes.columns[3:6] == ("units", "paid", "GPUs")
    assert texts(sizes)[0] == ["2026-01", "10", "20", "22", "12", "44", "23 %", "$17.9k"]
    assert "paid is what each hour takes" in sizes.note
    assert texts(costs)[0][3] == "$0.477"


def test_a_plan_of_years_is_told_by_year_and_folded_by_month(section, texts):
    found = section({"growth": "5 %/month"}, horizon="24 months")
    assert [table.id for table in found.tables] == [
        "fleet-chat-by-year", "tokens-chat-by-year", "fleet-chat-by-month", "tokens-chat-by-month"
    ]  # fmt: skip
    assert [table.folded for table in found.tables] == [False, False, True, True]
    # of each year its last month, but the bill is summed
    by_year, _, by_month, _ = map(texts, found.tables)
    assert [row[1:-1] for row in by_year] == [by_month[11][1:-1], by_month[23][1:-1]]
    assert [row[-1] for row in by_year] == ["$556k", "$981k"]


def test_months_are_left_out_where_fleets_are_named(fleets):
    study = fleets({"growth": "5 %/month"}, horizon="24 months")
    tables = fleet_month_section(study, ["chat"]).tables
    assert [table.id for table in tables] == ["fleet-chat-by-year", "tokens-chat-by-year"]


def test_cached_tokens_cost_something_only_where_a_cache_is_found(fleets, texts):
    study = fleets({"cached_share": "50 %"})
    # where rates are given what is found is in them
    assert "cached" not in fleet_month_section(study).tables[1].columns


def test_several_fleets_side_by_side(fleets, texts):
    two = fleet_month_section(fleets(names=("chat", "code")))
    assert two.title == "2 fleets keep 88 GPUs throughout."
    first = two.tables[0]
    assert first.columns == ("fleet", "calls/s", "units", "GPUs", "$/Mtoken", "bill")
    # 44 GPUs for 90 days
    assert texts(first) == [[name, "10", "22", "44", "$0.873", "$95k"] for name in ("chat", "code")]
    assert len(two.tables) == 5


def test_of_many_fleets_each_is_folded_or_left_out_where_named(fleets):
    study = fleets(names=("a", "b", "c"))
    every = fleet_month_section(study).tables
    assert [table.folded for table in every] == [False] + 6 * [True]
    assert [table.id for table in fleet_month_section(study, ["a", "b", "c"]).tables] == ["fleets"]


def test_a_price_that_lacks_leaves_units_known(section, texts):
    found = section(fleet={"price": None})
    assert found.title == "The fleet of chat keeps 44 GPUs throughout."
    (sizes,) = found.tables
    assert texts(sizes)[0] == ["2026-01", "10", "20", "22", "44", "23 %", "not known"]
    assert sizes.note.endswith("to add: `price: $2.50 per GPU-hour` under fleets.chat")


def test_a_product_that_is_launched_after_the_plan(section):
    found = section({"launch": "2027-01-01"})
    assert found.title == "The fleet of chat has no calls within the plan."


def test_a_product_that_is_launched_within_the_plan(section, texts):
    found = section({"launch": "2026-02-01"})
    assert [texts(table)[0][0] for table in found.tables] == ["2026-02", "throughout"]
    assert "Left out, with nothing: 2026-01." in found.tables[0].note
    assert found.title == "The fleet of chat keeps 44 GPUs from Feb 2026 on."


def test_a_volume_that_is_not_known(section, texts):
    found = section({"requests": None})
    assert found.title == "How large the fleet of chat is does not follow from this plan."
    (table,) = found.tables
    assert texts(table) == [["chat", "not known", "not known"]]
    assert "`requests: 5M per day` under products.chat" in table.note


def test_a_plan_without_fleets_has_no_such_section(fleets):
    assert fleet_month_section(fleets(), ["other"]) is None


def test_each_phase_apart_has_its_own_units(section, texts):
    sizes, _ = section(fleet={"phases": "apart"}).tables
    assert sizes.columns[2:6] == ("for prompts", "for answers", "needed", "units")
    # 10 calls a second take 0.1 and 0.4 s, at the peak and with headroom four times as many
    assert {tuple(row[2:6]) for row in texts(sizes)} == {("4", "16", "20", "22")}
    assert "a spare may stand in for either" in sizes.note
