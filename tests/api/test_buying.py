"""Buying from Python."""

import copy

import pytest

import flopwatt

PLAN = {
    "start": "2026-01-01",
    "horizon": "12 months",
    "models": {"m": {"params": "8B"}},
    "training": {
        "base": {
            "accelerator": "H100 SXM",
            "gpus": "10",
            "held_for": "365 days",
            "tokens": "2T tokens",
        }
    },
    "products": {"chat": {"cost_per_day": "$1000"}},
}


def test_a_plan_that_says_nothing_of_buying_has_the_offers_of_the_catalog():
    answer = flopwatt.buy(PLAN)
    assert answer["buying.base.hours"] == pytest.approx(87_600)
    assert answer["ways.base.on_demand.price"] == answer["buying.base.on_demand"] > 1
    assert answer["buying.base.total_cost"] <= answer["buying.base.on_demand_cost"]


def test_settings_win_over_the_catalog():
    prices = {
        "buying.base.lot": "1",
        "buying.base.on_demand": "$4 per GPU-hour",
        "buying.base.spot": "$9 per GPU-hour",
        "buying.base.reserved_1y": "$2 per GPU-hour",
    }
    answer = flopwatt.buy(PLAN, "base", settings=prices)
    assert answer["buying.base.total_cost"] == pytest.approx(2 * 87_600)


def test_a_run_of_the_same_plan_pays_what_is_bought():
    plan = copy.deepcopy(PLAN)
    plan["buying"] = {
        "base": {
            "lot": "1",
            "on_demand": "$4 per GPU-hour",
            "spot": "$9 per GPU-hour",
            "reserved_1y": "$2 per GPU-hour",
        }
    }
    assert flopwatt.run(plan)["training.base.cost"] == pytest.approx(2 * 87_600)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(flopwatt.PlanError, match="no run, fleet or purchase"):
        flopwatt.buy(PLAN, "bass")
    with pytest.raises(flopwatt.PlanError):
        flopwatt.buy(PLAN, 3)
