"""Use to break even against offers: a row for each, the plan's own rent first."""

import pytest

from flopwatt.report.own_offers import own_offers_section, share_text
from flopwatt.studies.run import run_plan


def study(**assets):
    return run_plan({"start": "2026-09-01", "assets": assets})


def test_the_example_shows_the_three_rents(example, texts):
    section = own_offers_section(example("own-h100"))
    (table,) = section.tables
    assert table.columns[4:] == ("five-years", "three-years", "six-years")
    rows = {tuple(row[:4]): row[4:] for row in texts(table)}
    assert rows["1 year", "market", "$2.35", "2026-03"][0] == "81 %"
    assert rows["on demand", "lambda", "$3.99", "2026-07"][0] == "48 %"
    assert rows["on demand", "aws", "$6.88", "2026-07"][0] == "28 %"
    assert rows["rent", "the plan", "$2.35", "-"] == ["81 %", "95 %", "70 %"]
    assert rows["3 years", "market", "$1.30", "2025-08 *"] == ["never"] * 3
    assert "never: renting costs less" in table.note
    assert "* older than 12 months" in table.note
    assert section.title.startswith(
        "Use from which owning beats the cheapest and the dearest offer on demand: five-years"
    )


def test_four_assets_take_two_tables_and_each_accelerator_its_own():
    sxm, other = {"accelerator": "H100 SXM"}, {"accelerator": "H200 SXM"}
    section = own_offers_section(study(a=sxm, b=sxm, c=other, d=sxm, e=sxm))
    assert [table.columns[4:] for table in section.tables] == [("a", "b", "d"), ("e",), ("c",)]
    assert section.title == "When 5 assets cost less than renting, by use."


def test_one_asset_is_told_in_a_sentence():
    section = own_offers_section(study(a={"accelerator": "H100 SXM", "server_price": "$276k"}))
    assert section.title.startswith("a beats the cheapest offer on demand from ")
    assert section.title.count(" use on") == 2


def test_without_offers_the_rent_of_the_plan_alone(texts):
    bare = {"owned_hour_price": "$1 per GPU-hour", "rent": "$2 per GPU-hour"}
    (table,) = own_offers_section(study(a=bare)).tables
    assert texts(table) == [["rent", "the plan", "$2.00", "-", "50 %"]]
    assert own_offers_section(study(a={"owned_hour_price": "$1 per GPU-hour"})) is None


def test_what_is_not_known_is_said():
    (table,) = own_offers_section(study(a={"accelerator": "MI300X"})).tables
    assert {row[4].text for row in table.rows} == {"not known"}


@pytest.mark.parametrize(
    ("share", "said"), [(None, "not known"), (1.2, "never"), (0.804, "80 %"), (1.0, "100 %")]
)
def test_a_share_in_words(share, said):
    assert share_text(share) == said
