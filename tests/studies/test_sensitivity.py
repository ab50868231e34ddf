"""What drives a result: rank correlations and elasticities, against answers known by hand."""

import numpy as np
import pytest

from flopwatt.studies import sensitivity
from flopwatt.studies.draws import Sampling
from flopwatt.studies.kept import case_numbers
from flopwatt.studies.run import run_plan
from flopwatt.studies.sensitivity import correlation, find_drivers, headline_keys, ranks

CROSSOVER = "products.chat.crossover"


def test_equal_numbers_share_the_mean_of_their_ranks():
    assert ranks(np.array([10.0, 30.0, 20.0])).tolist() == [0, 2, 1]
    assert ranks(np.array([5.0, 1.0, 5.0, 5.0])).tolist() == [2, 0, 2, 2]
    assert ranks(np.array([np.inf, -np.inf, 0.0, np.inf])).tolist() == [2.5, 0, 1, 2.5]


def test_the_rank_correlation_of_a_textbook():
    # hours before the television against intelligence: rho = -29 / 165
    iq = np.array([106, 86, 100, 101, 99, 103, 97, 113, 112, 110.0])
    hours = np.array([7, 0, 27, 50, 28, 29, 20, 12, 6, 17.0])
    assert correlation(ranks(iq), ranks(hours)) == pytest.approx(-29 / 165)


def test_a_rank_correlation_with_ties_by_hand():
    # ranks 0, 1.5, 1.5, 3 and 0, 1, 2, 3: covariance 4.5, variances 4.5 and 5
    found = correlation(ranks(np.array([1.0, 2, 2, 3])), ranks(np.array([1.0, 2, 3, 4])))
    assert found == pytest.approx(4.5 / np.sqrt(4.5 * 5))
    assert correlation(ranks(np.array([1.0, 1, 1, 1])), ranks(np.array([1.0, 2, 3, 4]))) is None


def drivers(plan, result, draws=0):
    study = run_plan(plan, sampling=Sampling(draws))
    return {driver.key: driver for driver in study.drivers[result]}


@pytest.fixture
def priced(plan):
    plan["training"]["base"] = {"accelerator_hours": "1M GPU-hours", "price": "$2 per GPU-hour"}
    return plan


def test_the_elasticity_of_products_and_quotients(priced):
    found = drivers(priced, "training_total")
    assert found["training.base.price"].elasticity == pytest.approx(1)
    assert found["training.base.accelerator_hours"].elasticity == pytest.approx(1)
    assert "products.chat.cost_per_day" not in found
    found = drivers(priced, CROSSOVER)
    assert found["training.base.price"].elasticity == pytest.approx(1, rel=1e-3)
    # 1 % more a day: the bill is met after 1 / 1.01 of the time
    by_day = found["products.chat.cost_per_day"].elasticity
    assert by_day == pytest.approx((1 / 1.01 - 1) / 0.01, rel=1e-3)
    assert found["products.chat.share"].elasticity == pytest.approx(1, rel=1e-3)
    assert all(driver.correlation is None for driver in found.values())


def test_what_one_line_sets_is_one_driver(plan):
    plan["training"]["base"] = {
        "tokens": "2T", "achieved_flops": "400 TFLOP/s", "price": "$2 per GPU-hour",
    }  # fmt: skip
    found = drivers(plan, "training_total")["models.m.params.total"]
    assert found.shared_by == ("models.m.params.active.all",)
    assert found.elasticity == pytest.approx(1)


def test_a_default_that_several_take_is_one_driver(plan):
    run = {"tokens": "2T", "achieved_flops": "400 TFLOP/s", "price": "$2 per GPU-hour"}
    plan["training"] = {"a": run, "b": run}
    found = drivers(plan, "training_total")["training.a.flops_per_param_token"]
    assert found.shared_by == ("training.b.flops_per_param_token",)
    assert found.elasticity == pytest.approx(1)


def test_a_date_and_what_is_zero_have_no_elasticity(plan):
    plan["training"]["base"]["start"] = "2026-02-01"
    plan["products"]["chat"] |= {
        "launch": {"value": "2026-03-01", "low": "2026-02-01", "high": "2026-05-01"},
        "growth": {"value": "0 %/month", "low": "-2 %/month", "high": "2 %/month"},
    }
    found = drivers(plan, "crossover", draws=500)
    launch, growth = (found[f"products.chat.{key}"] for key in ("launch", "growth"))
    assert launch.elasticity is growth.elasticity is None
    assert launch.correlation > 0.5
    assert growth.correlation < -0.1


def test_drivers_come_with_their_rank_correlation_the_strongest_first(priced):
    priced["training"]["base"]["price"] = {
        "value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour",
    }  # fmt: skip
    priced["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$9k", "high": "$11k"}
    study = run_plan(priced, sampling=Sampling(2000))
    price, per_day, *others = study.drivers[CROSSOVER]
    assert (price.key, per_day.key) == ("training.base.price", "products.chat.cost_per_day")
    assert price.correlation > 0.95
    assert -0.3 < per_day.correlation < 0
    assert all(one.correlation is None for one in others)
    (alone,) = [one for one in study.drivers["training_total"] if one.correlation is not None]
    assert alone.correlation == pytest.approx(1)


def test_where_it_does_not_come_the_time_at_the_last_rate_is_told(priced):
    priced["products"]["chat"]["cost_per_day"] = "$10"
    found = drivers(priced, CROSSOVER)["training.base.price"]
    assert found.of == "products.chat.crossover.at_this_rate"
    assert found.elasticity == pytest.approx(1, rel=0.05)
    assert drivers(priced, "training_total")["training.base.price"].of == "training_total"


def test_nothing_spent_and_already_have_no_elasticity(priced):
    priced["products"]["chat"] = {"cost_per_day": "$0"}
    assert not drivers(priced, CROSSOVER)
    priced["products"]["chat"] = {"cost_per_day": "$10k", "spent_before": "$9M"}
    assert not drivers(priced, CROSSOVER)


def test_a_plan_cut_into_several_evaluations_says_the_same(priced, monkeypatch):
    results = run_plan(priced).results
    whole = find_drivers(results)
    monkeypatch.setattr(sensitivity, "CASE_NUMBERS", 1)
    assert find_drivers(results) == whole


def test_members_of_a_group_count_when_cases_are_divided(priced, monkeypatch):
    run = priced["training"].pop("base")
    priced["training"] = {f"run{n}": {**run, "start": "2026-02-01"} for n in range(30)}
    results = run_plan(priced).results
    # 30 runs over 60 months, where the largest column has 60 numbers
    assert max(column.data.size for column in results.columns.values()) < 30 * 60
    assert case_numbers(results, results.columns) >= 30 * 60
    whole = find_drivers(results)
    monkeypatch.setattr(sensitivity, "MEMBER_NUMBERS", 5 * 30 * 60)
    assert find_drivers(results) == whole


def test_in_a_plan_too_large_only_what_has_a_range_is_varied(priced, monkeypatch):
    priced["training"]["base"]["price"] = {
        "value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour",
    }  # fmt: skip
    monkeypatch.setattr(sensitivity, "MAX_NUMBERS", 1)
    assert list(drivers(priced, "training_total")) == ["training.base.price"]


def test_the_headline_results_are_those_that_are_known(plan):
    assert headline_keys(run_plan(plan).results) == [
        CROSSOVER, "crossover", "training_total", "inference_total",
    ]  # fmt: skip
    del plan["training"]
    assert headline_keys(run_plan(plan).results) == ["inference_total"]


@pytest.fixture
def two_fleets(plan):
    """A chat served in the east and code in the west, of which defaults say the same."""
    lengths = {"requests": "1M per day", "input_tokens": 2000, "output_tokens": 300}
    plan["models"] = {"m": {"catalog": "llama-3.1-8b"}}
    plan["products"] = {"chat": lengths, "code": lengths}
    unit = {"accelerator": "L4", "price": "$1 per GPU-hour", "gpus": "2", "pp": "2"}
    plan["fleets"] = {"east": unit | {"product": "chat"}, "west": unit | {"product": "code"}}
    return run_plan(plan, None, Sampling(draws=500))


def test_drivers_of_a_product_are_those_of_its_own_fleet(two_fleets):
    for product, fleet in (("chat", "east"), ("code", "west")):
        found = two_fleets.drivers[f"products.{product}.crossover"]
        keys = {key for driver in found for key in (driver.key, *driver.shared_by)}
        assert f"fleets.{fleet}.day_peak" in keys
        assert {key.split(".")[1] for key in keys if key.startswith("fleets.")} == {fleet}
    both = next(d for d in two_fleets.drivers["crossover"] if d.key.endswith("day_peak"))
    assert (both.key, both.shared_by) == ("fleets.east.day_peak", ("fleets.west.day_peak",))


def test_whole_numbers_are_not_varied_by_a_hundredth(two_fleets):
    """A unit has two GPUs or three, and two stages or one."""
    keys = {driver.key for found in two_fleets.drivers.values() for driver in found}
    assert not {key for key in keys if key.endswith((".gpus", ".pp"))}
