"""How GPU-hours are bought, as people read it."""

import pytest

from flopwatt.report.buying import buying_section, buying_text
from flopwatt.studies.run import run_plan

PRICES = {"on_demand": "$4 per GPU-hour", "reserved_1y": "$2.40 per GPU-hour", "lot": "1"}


def plan(**more):
    """Ten GPUs throughout the first of two years: on demand, or reserved for it."""
    return {
        "start": "2026-01-01",
        "horizon": "24 months",
        "models": {"m": {"params": "8B"}},
        "training": {"base": {"gpus": "10", "held_for": "365 days", "tokens": "2T tokens"}},
        "products": {"chat": {"cost_per_day": "$1000"}},
        "buying": {"base": {**PRICES, **more}},
    }


@pytest.fixture
def section():
    return buying_section(run_plan(plan(spot="$3 per GPU-hour")))


def cells(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_what_is_bought_and_what_that_saves(section):
    # 10 x 8,760 h at 2.40 in place of 4.00
    assert section.title == (
        "base takes 100 % reserved 1 year: $210k over the plan, 40 % below all on demand."
    )


def test_years_and_regret(section):
    years = cells(section.tables[1])
    assert years["2026"] == ["10", "0 %", "$210k", "$210k"]
    assert years.keys() == {"2026"}
    assert section.tables[1].note.endswith("Left out, with nothing: 2027.")
    regret = cells(section.tables[2])
    assert regret["half the plan's"] == ["$210k", "$105k", "100 %"]
    # ten more on spot at 3.45: 302k beside 210k, where 420k would do
    assert regret["twice the plan's"] == ["$512k", "$420k", "22 %"]


def test_where_nothing_is_needed_nothing_is_bought():
    nothing = plan()
    nothing["training"]["base"]["start"] = "2029-01-01"
    assert buying_text(run_plan(nothing), "base") == "base takes no GPU-hours within the plan."


def test_without_purchases_there_is_no_section():
    bare = plan()
    del bare["buying"]
    bare["training"]["base"]["price"] = "$2 per GPU-hour"
    assert buying_section(run_plan(bare)) is None


def test_what_lacks_is_told_with_the_line_to_add():
    short = plan()
    short["training"]["base"] = {"tokens": "2T tokens", "price": "$2 per GPU-hour",
                                 "achieved_flops": "400 TFLOP/s"}  # fmt: skip
    section = buying_section(run_plan(short))
    assert section.title == "What the GPU-hours of base cost does not follow from this plan."
    (table,) = section.tables
    assert [cell.text for cell in table.rows[0]] == ["base", "not known", "not known"]
    assert "`gpus: 2048` under training.base" in table.note
