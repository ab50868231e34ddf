"""The ways on offer to a purchase, as people read them."""

import pytest

from flopwatt.report.buying_ways import way_text, ways_of, ways_table
from flopwatt.studies.run import run_plan

PRICES = {"on_demand": "$4 per GPU-hour", "reserved_1y": "$2.40 per GPU-hour", "lot": "1"}


def plan(ways=None, **more):
    """Ten GPUs throughout the first of two years: on demand, or reserved for it."""
    return {
        "start": "2026-01-01",
        "horizon": "24 months",
        "models": {"m": {"params": "8B"}},
        "training": {"base": {"gpus": "10", "held_for": "365 days", "tokens": "2T tokens"}},
        "products": {"chat": {"cost_per_day": "$1000"}},
        "buying": {"base": {**PRICES, **more}},
        "ways": {name: {"purchase": "base", **way} for name, way in (ways or {}).items()},
    }


@pytest.fixture
def table():
    return ways_table(run_plan(plan(spot="$3 per GPU-hour")), "base")


def cells(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_each_way_with_its_price_its_threshold_and_both_bills(table):
    ways = cells(table)
    assert ways["on demand"] == ["$4.00", "as used", "-", "0", "$0", "$350k"]
    # 15 % of the hours are lost: 3.45 an hour that counts; a year pays above 2.40 / 3.45
    assert ways["spot"] == ["$3.45", "as used", "-", "0", "$0", "$302k"]
    # two years are kept to the plan's end: 10 x 24 x 730.5 h
    assert ways["reserved 1 year"] == ["$2.40", "12 months", "70 %", "87.6k", "$210k", "$420k"]


def test_when_one_more_would_pay_is_told_with_its_numbers(table):
    note = table.note
    assert "At most 10 lots of 1 GPU are committed: the last is used 100 % of that time" in note
    assert "one more would be used 0 % of the plan; a term pays above 70 % at least" in note


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
    table = ways_table(run_plan(fleet), "chat")
    assert cells(table)["spot"][:3] == ["$1.15", "as used", "never"]
    assert "users are not served from GPUs that may be taken away" in table.note


def test_a_term_that_never_pays_or_cannot_be_taken_says_so():
    ways = {
        "dear": {"price": "$5 per GPU-hour", "term": "6 months"},
        "late": {"price": "$1 per GPU-hour", "term": "12 months", "lead": "18 months"},
        "long": {"price": "$1 per GPU-hour", "term": "36 months"},
    }
    table = ways_table(run_plan(plan(ways)), "base")
    assert {name: row[2] for name, row in cells(table).items()} == {
        "on demand": "-", "reserved 1 year": "60 %", "dear": "never", "late": "too long",
        "long": "too long", "reserved 3 years": "too long",
    }  # fmt: skip
    assert "Too long: its lead time and its term end after the plan does." in table.note
    # 10 GPUs for 24 months at 1.00, from the first of them on
    assert "All of it late costs less than the mix" in table.note


def test_a_way_of_the_plan_keeps_its_name():
    study = run_plan(plan({"ours": {"price": "$2 per GPU-hour", "kind": "spot"}}))
    names = [way_text(study, way) for way in ways_of(study, "base")]
    assert "ours" in names
    assert "spot" not in names


def test_a_run_that_may_not_be_interrupted():
    made = plan(spot="$1 per GPU-hour")
    made["training"]["base"]["interruptible"] = "no"
    table = ways_table(run_plan(made), "base")
    assert cells(table)["spot"][2] == "never"
    assert "the run may not be interrupted" in table.note


def test_an_old_price_of_the_catalog_is_marked():
    made = plan()
    made["start"] = "2026-12-01"
    made["training"]["base"]["accelerator"] = "H100 SXM"
    made["buying"] = {"base": {"lot": "1"}}
    table = ways_table(run_plan(made), "base")
    assert cells(table)["reserved 3 years"][0] == "$1.30 *"  # of 2025-08
    assert "* older than 12 months on the plan's first day." in table.note
