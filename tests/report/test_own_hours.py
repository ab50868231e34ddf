"""The hour of owned GPUs: its parts, every way to count it, and what all of them are worth."""

import pytest

from flopwatt.report.own_hours import own_section, own_text
from flopwatt.studies.run import run_plan

BARE = {
    "server_price": "$87660", "gpus_per_server": 8, "network_share": "0 %", "life": "1 year",
    "cost_of_capital": "0 %/year", "residual": "0 %", "power": "1 kW per GPU",
    "colocation": "$73.05 per kW-month", "pue": 1, "load": "50 %", "electricity": "$0.1 per kWh",
    "operating": "0 %/year",
}  # fmt: skip


def study(**assets):
    return run_plan({"start": "2026-09-01", "assets": assets})


def tables(found, texts):
    return {table.id: texts(table) for table in own_section(found).tables}


def test_each_part_in_a_column(texts):
    """$10,957.50 over 8,766 hours; $73.05 over 730.5; half a kW at 10 cents."""
    found = study(a=BARE)
    told = tables(found, texts)
    row = ["a", "1 year", "$1.25", "$0.10", "$0.05", "$0", "$1.40"]
    assert told["own-parts"] == [row]
    assert own_text(found) == "An hour of an owned GPU costs $1.40 (a), used or not."
    assert own_section(found).title == "Capital is 89 % of the hour of a, electricity 4 %."


def test_idle_hours_have_a_column_where_there_are_some(texts):
    found = study(a=BARE | {"utilisation": "50 %"})
    table = own_section(found).tables[0]
    assert table.columns[-1] == "used hour"
    assert texts(table)[0][-1] == "$2.80"
    assert "A used hour pays for the idle ones too." in table.note
    assert "Taxes are left out." in table.note


def test_a_discount_shows_beside_the_list_price(texts):
    (row,) = tables(study(a=BARE | {"server_discount": "20 %"}), texts)["own-ways"]
    assert row == ["a", "$8,766", "$1.25", "$1.00", "$1.00", "$1.15", "not known"]


def test_all_of_them_where_their_number_is_known(texts):
    """16 GPUs: capital $175,320; running 15 cents an hour, $21,038 a year; rent saves $35,064."""
    told = tables(study(a=BARE | {"gpus": 16, "rent": "$0.40 per GPU-hour"}), texts)
    (row,) = told["own-worth"]
    assert row == ["a", "16", "$175k", "$21k", "$0.40", "350 %", "-$140k"]
    assert "own-worth" not in tables(study(a=BARE), texts)


def test_what_is_not_known_says_what_to_add():
    found = study(a={"accelerator": "MI300X"})
    section = own_section(found)
    assert own_text(found) == "What an hour of a costs is not known."
    assert "server_price: $276k" in section.tables[0].note
    assert section.title == "What an hour costs is given, or not known, for a."


def test_many_assets_are_told_by_their_ends():
    many = {f"a{n}": BARE | {"life": f"{n} years"} for n in range(1, 6)}
    assert own_text(study(**many)) == (
        "An owned GPU costs $0.40 (a5) to $1.40 (a1) an hour, used or not."
    )


def test_where_each_stands_is_told_once(texts):
    site = BARE | {"housing": "own site", "pue": 1.2}
    note = own_section(study(a=BARE, b=site, c=BARE)).tables[0].note
    assert "Space of a and c is colocation for 1 kW per GPU, PUE 1." in note
    assert "Space of b is own site for 1 kW per GPU, PUE 1.2." in note


def test_the_market_beside_it(example, texts):
    found = example("own-h100")
    rows = {table.id: texts(table) for table in own_section(found).tables}["own-ways"]
    assert [row[0] for row in rows] == ["five-years", "three-years", "six-years"]
    assert {row[-1] for row in rows} == {"$3.58"}


def test_a_plan_without_assets_has_no_such_section(plan):
    assert own_section(run_plan(plan)) is None
    assert own_section(study(a=BARE), ["b"]) is None


@pytest.mark.parametrize("names", [["a"], None])
def test_only_those_named(names, texts):
    table = own_section(study(a=BARE, b=BARE), names).tables[0]
    assert [row[0] for row in texts(table)] == (names or ["a", "b"])
