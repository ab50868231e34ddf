import math

import pytest

from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan
from flopwatt.studies.swings import find_swings

DAY_S = 86_400


def swings(plan, key="crossover"):
    study = run_plan(plan, None, Sampling(200))
    central, found = find_swings(study.results, study.drivers[key])
    return central, {one.key: one for one in found}


@pytest.fixture
def ranged(plan):
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$5k", "high": "$20k"}
    return plan


def test_one_input_at_both_ends(ranged):
    central, found = swings(ranged)
    one = found["products.chat.cost_per_day"]
    assert central == pytest.approx(100 * DAY_S)
    assert one.at_low == pytest.approx(200 * DAY_S)  # $1M at $5k a day
    assert one.at_high == pytest.approx(50 * DAY_S)
    assert one.width == pytest.approx(150 * DAY_S)


def test_a_crossover_is_told_since_the_start_of_the_plan(ranged):
    ranged["products"]["chat"]["launch"] = {
        **{"value": "2026-02-01", "low": "2026-01-20", "high": "2026-03-01"},
    }
    central, found = swings(ranged, "products.chat.crossover")
    assert central == pytest.approx(131 * DAY_S)  # 100 days after launch
    assert found["products.chat.cost_per_day"].at_low == pytest.approx(231 * DAY_S)
    one = swings(ranged)[1]["products.chat.launch"]
    assert one.at_low == pytest.approx(119 * DAY_S)
    assert one.at_high == pytest.approx(159 * DAY_S)


def test_values_of_one_range_move_together(plan):
    price = {"value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour"}
    hours = {"accelerator_hours": "100k GPU-hours"}
    plan["training"] = {"base": {**hours, "price": price, "every": "6 months"}}
    _, found = swings(plan, "training_total")
    one = found["training.base.price"]
    assert one.shared_by
    assert one.at_high == pytest.approx(4 * one.at_low)


def test_never_is_the_widest(ranged):
    ranged["horizon"] = "5 months"
    central, found = swings(ranged)
    assert math.isfinite(central)
    assert found["products.chat.cost_per_day"].at_low == math.inf


def test_what_has_no_range_does_not_swing(plan):
    study = run_plan(plan)
    central, found = find_swings(study.results, study.drivers["crossover"])
    assert math.isnan(central)
    assert found == []
