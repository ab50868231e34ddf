"""Runs and fleets, and what a plan has for each of them."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.works import (
    Share,
    kind_of_work,
    load_shares,
    shares_named,
    work_of,
    works_of,
)

LOADS = Share("load", "power", "flopwatt power", "NAME", "load, run or fleet")
PLAN = {
    "start": "2026-10-01",
    "horizon": "12 months",
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "training": {
        "base": {"accelerator": "H100 SXM", "gpus": "16", "accelerator_hours": "100k GPU-hours"},
        "other": {"accelerator": "A100", "gpus": "8", "accelerator_hours": "1k GPU-hours"},
    },
    "products": {"chat": {"cost_per_day": "$1000"}},
    "power": {"mine": {"run": "other"}},
}


def test_what_a_run_has_is_not_made_again():
    plan = load_shares(PLAN, None, LOADS, lambda plan, chosen: True)
    assert plan.population.names("load") == ("base", "mine")
    assert [work_of(plan, "load", one) for one in ("base", "mine")] == ["base", "other"]
    assert kind_of_work(plan, "load", "mine") == "run"
    assert works_of(plan) == ["base", "other"]


def test_nothing_is_made_for_a_gpu_that_does_not_suit():
    plan = load_shares(PLAN, None, LOADS, lambda plan, chosen: "A100" in chosen.name)
    assert plan.population.names("load") == ("mine",)


def test_one_is_named_by_itself_or_by_its_work():
    plan = load_shares(PLAN, None, LOADS, lambda plan, chosen: True)
    assert shares_named(plan, LOADS, None) == ("base", "mine")
    assert shares_named(plan, LOADS, "other") == shares_named(plan, LOADS, "mine") == ("mine",)
    with pytest.raises(PlanError, match="no load, run or fleet of this name") as caught:
        shares_named(plan, LOADS, "bas")
    assert caught.value.problems[0].nearest == "base"
