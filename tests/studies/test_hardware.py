"""The best of all that is rated: by dollars, time and energy, with ties and gaps."""

import math
from dataclasses import replace

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.hardware import (
    cheapest,
    fastest,
    picks,
    ranked,
    rate_hardware,
    study_hardware,
    thriftiest,
)
from flopwatt.studies.hardware_parts import Part
from flopwatt.studies.hardware_training import TrainingRow
from flopwatt.studies.run import run_plan


def row(name, cost=math.nan, hours=1.0, energy=math.nan, fits=True, offered=True):
    part = Part(name, "shipping", "2024-01", offered, offered, math.nan, 8)
    return TrainingRow(part, fits, "", 1.0, hours, hours, math.nan, cost, energy)


def names(rows):
    return [one.part.name for one in rows]


def test_dollars_come_first_then_time_of_what_can_be_had():
    rows = [
        row("captive", hours=1, offered=False),
        row("slow", hours=9),
        row("dear", cost=5),
        row("quick", hours=2),
        row("cheap", cost=3),
    ]
    assert names(ranked(rows)) == ["cheap", "dear", "quick", "slow", "captive"]


def test_what_does_not_fit_or_is_not_known_is_not_ranked():
    silent = replace(row("silent", cost=1), lacks="16-bit peak")
    rows = [row("small", cost=1, fits=False), silent, row("maybe", cost=2, fits=None)]
    assert names(ranked(rows)) == ["maybe"]
    assert cheapest(rows).part.name == "maybe"


def test_of_equals_the_first_is_taken():
    rows = [row("one", cost=3, energy=2), row("other", cost=3, energy=2)]
    assert names(ranked(rows)) == ["one", "other"]
    assert cheapest(rows).part.name == thriftiest(rows).part.name == "one"


def test_without_a_price_time_says_which_is_best():
    rows = [row("slow", hours=3), row("quick", hours=2), row("captive", hours=1, offered=False)]
    assert cheapest(rows) is fastest(rows) is rows[1]
    assert picks(rows) == {"time": rows[1]}


def test_nothing_is_best_of_nothing():
    assert cheapest([row("small", fits=False)]) is None
    assert picks([]) == {}


def test_training_and_serving_may_want_different_hardware():
    study = study_hardware(
        {
            "start": "2026-09-01",
            "models": {"m": {"catalog": "mixtral-8x7b"}},
            "training": {
                "base": {"accelerator": "H100", "gpus": 512, "tokens": "1T", "mfu": "35 %"}
            },
            "products": {
                "chat": {"requests": "1M per day", "input_tokens": 500, "output_tokens": 800}
            },
        }
    )
    assert len(study.runs[0].rows) == len(study.products[0].rows) == 70
    best = picks(study.runs[0].rows), picks(study.products[0].rows)
    assert all(found.keys() == {"cost", "energy"} for found in best)
    assert best[0]["cost"].dollars == min(
        one.dollars for one in study.runs[0].rows if one.does and not math.isnan(one.dollars)
    )


def test_a_plan_need_not_lead_to_its_goals(plan):
    """What a product costs need not be known to choose what it runs on."""
    plan["products"] = {"chat": {"input_tokens": 100, "output_tokens": 100}}
    with pytest.raises(PlanError):
        run_plan(plan)
    assert study_hardware(plan).products[0].name == "chat"


def test_a_plan_that_cannot_be_used_is_refused(plan):
    plan["training"]["base"] = {"accelerator": "H999"}
    with pytest.raises(PlanError, match="H999"):
        study_hardware(plan)
    plan["training"]["base"] = {
        "accelerator": "H100",
        "gpus": 1,
        "tokens": "1T",
        "duration": "1 day",
        "accelerator_hours": "24 GPU-hours",
    }
    with pytest.raises(PlanError, match="paid_hours_mfu"):
        study_hardware(plan)


def test_settings_win_over_the_plan(plan):
    plan["training"]["base"] = {"accelerator": "H100", "gpus": 8, "tokens": "1T", "mfu": "40 %"}
    found = study_hardware(plan, {"training.base.gpus": "16"})
    assert found.runs[0].gpus == 16


def test_the_results_of_a_plan_are_enough(plan):
    study = run_plan(plan)
    found = rate_hardware(study.plan, study.results)
    assert [one.name for one in (*found.runs, *found.products)] == ["base", "chat"]
    assert found.warnings == study.plan.warnings
