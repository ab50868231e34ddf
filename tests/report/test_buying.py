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


def test_each_way_with_its_price_its_threshold_and_both_bills(section):
    ways = cells(section.tables[0])
    assert ways["on demand"] == ["$4.00", "as used", "-", "0", "$0", "$350k"]
    # 15 % of the hours are lost: 3.45 an hour that counts; a year pays above 2.40 / 3.45
    assert ways["spot"] == ["$3.45", "as used", "-", "0", "$0", "$302k"]
    # two years are kept to the plan's end: 10 x 24 x 730.5 h
    assert ways["reserved 1 year"] == ["$2.40", "12 months", "70 %", "87.6k", "$210k", "$420k"]


def test_when_one_more_would_pay_is_told_with_its_numbers(section):
    note = section.tables[0].note
    assert "At most 10 lots of 1 GPU are committed: the last is used 100 % of that time" in note
    assert "one more would be used 0 % of the plan; a term pays above 70 % at least" in note


def test_years_and_regret(section):
    years = cells(section.tables[1])
    assert years["2026"] == ["10", "0 %", "$210k", "$210k"]
    assert years["2027"] == ["0", "0 %", "$0", "$0"]
    regret = cells(section.tables[2])
    assert regret["half the plan's"] == ["$210k", "$105k", "100 %"]
    # ten more on spot at 3.45: 302k beside 210k, where 420k would do
    assert regret["twice the plan's"] == ["$512k", "$420k", "22 %"]


def test_spot_for_users_is_shown_with_its_price_and_never_used():
    fleet = {
        "start": "2026-01-01",
        "horizon": "12 months",
        "models": {"m": {"catalog": "llama-3.1-8b"}},
        "products": {
            "chat": {"requests": "1M per day", "input_tokens": "1000", "output_tokens": "100"}
        },
        "fleets": {"chat": {"accelerator": "1xH100 SXM", "ttft": "1 s", "tpot": "50 ms"}},
        "buying": {"chat": {**PRICES, "spot": "$1 per GPU-hour"}},
    }
    table = buying_section(run_plan(fleet)).tables[0]
    assert cells(table)["spot"][:3] == ["$1.15", "as used", "never"]
    assert "users are not served from GPUs that may be taken away" in table.note


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
