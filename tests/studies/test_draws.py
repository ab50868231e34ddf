"""Draws: closed forms come back, seeds reproduce, and nothing depends on chunks or neighbours."""

import math
from dataclasses import replace

import numpy as np
import pytest

import flopwatt
from flopwatt.faces.json import render_json
from flopwatt.model.engine import evaluate
from flopwatt.model.ranges import Z_90, Range, Shape
from flopwatt.problems import PlanError
from flopwatt.studies import kept
from flopwatt.studies.draws import LEAST_DRAWS, MAX_DRAWS, Sampling, has_ranges, run_draws
from flopwatt.studies.run import run_plan

DRAWS = 10_000
HOURS = {"value": "1M GPU-hours", "low": "800k GPU-hours", "high": "1.25M GPU-hours"}
PRICE = {"value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour"}
PER_DAY = {"value": "$10k", "low": "$5k", "high": "$20k"}
SERIES = ("product_spent", "operating_expense")


@pytest.fixture
def ranged(plan):
    """Hours and a price that are lognormal, and a product whose spend is."""
    plan["training"]["base"] = {"accelerator_hours": HOURS, "price": PRICE}
    plan["products"]["chat"] = {"cost_per_day": PER_DAY}
    return plan


def draw(plan, count=DRAWS, **more):
    return run_draws(run_plan(plan).results, Sampling(count, **more))


def test_a_product_of_lognormals_is_the_lognormal_it_should_be(ranged):
    cost = draw(ranged).samples["training.base.cost"][0]
    spread = math.hypot(math.log(1.25), math.log(2)) / Z_90
    logs = np.log(cost / 2e6)
    assert logs.mean() == pytest.approx(0, abs=4 * spread / math.sqrt(DRAWS))
    assert logs.std() == pytest.approx(spread, rel=4 / math.sqrt(2 * DRAWS))
    for share, z in ((0.1, -Z_90), (0.5, 0.0), (0.9, Z_90)):
        below = np.mean(cost < 2e6 * math.exp(z * spread))
        assert below == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / DRAWS))


def test_the_share_of_never_is_that_of_the_closed_form(ranged):
    # the crossover comes if the spend of all days of the plan reaches the bill
    ranged["horizon"] = "12 months"
    spread = draw(ranged)
    width = math.sqrt(sum(math.log(x) ** 2 for x in (1.25, 2, 2))) / Z_90
    z = math.log(2e6 / (1e4 * 365)) / width
    expected = 1 - 0.5 * math.erfc(z / math.sqrt(2))
    (found,) = spread.summary("products.chat.crossover")
    assert found.never == pytest.approx(expected, abs=4 * math.sqrt(0.25 / DRAWS))
    assert found.high == math.inf
    assert found.p50 == pytest.approx(200 * 86400, rel=0.05)


def test_one_seed_gives_one_document_byte_for_byte(ranged):
    one, same, other = (
        render_json(flopwatt.run(ranged, draws=300, seed=seed).report) for seed in (1, 1, 2)
    )
    assert one == same != other


def test_the_first_draws_of_many_are_those_of_few(ranged):
    few, many = draw(ranged, 100), draw(ranged, 1000)
    for key, numbers in few.samples.items():
        assert numbers.tobytes() == many.samples[key][:, :100].tobytes()


@pytest.mark.parametrize("size", [1, 7, 250, 1000])
def test_the_size_of_chunks_changes_nothing(ranged, size):
    ranged["products"] |= {
        f"p{i}": {"cost_per_day": f"${i + 1}k", "growth": f"{i} %/month"} for i in range(9)
    }
    ranged["products"]["p3"]["growth"] = {
        "value": "3 %/month",
        "low": "-9 %/month",
        "high": "9 %/month",
    }
    ranged["training"]["next"] = {"cost": "$9M", "start": "2027-01-01"}
    whole = draw(ranged, 1000, series=SERIES)
    cut = draw(ranged, 1000, series=SERIES, max_cases=size)
    assert list(whole.samples) == list(cut.samples)
    for key, numbers in whole.samples.items():
        assert numbers.tobytes() == cut.samples[key].tobytes(), key


def test_another_range_changes_no_draws_of_those_there_were(ranged):
    before = draw(ranged)
    ranged["products"]["chat"]["growth"] = {
        "value": "1 %/month", "low": "0 %/month", "high": "2 %/month",
    }  # fmt: skip
    ranged["products"]["code"] = {"cost_per_day": PER_DAY}
    after = draw(ranged)
    assert set(before.inputs) < set(after.inputs)
    for name, one in before.inputs.items():
        assert one.numbers.tobytes() == after.inputs[name].numbers.tobytes()
    key = "training.base.cost"
    assert before.samples[key].tobytes() == after.samples[key].tobytes()


def test_a_range_of_its_own_is_drawn_apart_and_one_line_for_several_together(ranged):
    ranged["models"]["m"]["params"] = {"value": "70B", "low": "60B", "high": "75B"}
    ranged["products"]["code"] = {"cost_per_day": PER_DAY}
    found = draw(ranged).samples
    total, active = (found[f"models.m.params.{key}"] for key in ("total", "active.all"))
    assert total.tobytes() == active.tobytes()
    one, other = (found[f"products.{name}.cost_per_day"][0] for name in ("chat", "code"))
    assert abs(np.corrcoef(one, other)[0, 1]) < 0.05


def test_a_draw_of_a_default_is_shared_by_all_instances(plan):
    run = {"accelerator_hours": "1M GPU-hours"}
    plan["training"] = {
        "a": run | {"price": "$2 per GPU-hour"},
        "b": run | {"price": "$3 per GPU-hour"},
    }
    results = run_plan(plan).results
    leaves = [x for c in results.columns.values() for group in c.supplied for x in group]
    shared = [
        replace(x, range=Range(0.5 * x.value, 2 * x.value, Shape.LOGNORMAL, x.quantity))
        if x.quantity == "accelerator_price"
        else x
        for x in leaves
    ]
    spread = run_draws(evaluate(results.vocabulary, results.population, shared), Sampling(500))
    (price,) = spread.inputs.values()
    assert price.keys == ("training.a.price", "training.b.price")
    a, b = (spread.samples[f"training.{name}.cost"][0] for name in "ab")
    assert a / 2 == pytest.approx(b / 3)


def test_the_median_of_uneven_ranges_is_the_value(ranged):
    ranged["training"]["base"]["price"] = {**PRICE, "low": "$1.90 per GPU-hour"}
    (found,) = draw(ranged).summary("training.base.price")
    assert found.p50 * 3600 == pytest.approx(2, rel=0.01)
    assert found.low * 3600 == pytest.approx(1.9, rel=0.01)
    assert found.high * 3600 == pytest.approx(4, rel=0.05)


def test_every_scalar_that_varies_is_there_and_no_other(ranged):
    spread = draw(ranged, 200, series=SERIES)
    assert spread.samples["operating_expense"].shape == (60, 200)
    assert spread.samples["products.chat.spent"].shape == (60, 200)
    assert "inference_spend" not in spread.samples
    assert "models.m.params.total" not in spread.samples
    assert spread.samples["inference_total"].shape == (1, 200)


def test_what_varies_by_rounding_alone_has_no_range(plan):
    plan["training"]["base"] = {
        "tokens": {"value": "2T", "low": "1T", "high": "3T"},
        "achieved_flops": "400 TFLOP/s", "price": "$2 per GPU-hour",
    }  # fmt: skip
    found = draw(plan, 500).samples
    assert "training.base.accelerator_hours" in found
    assert "training.base.paid_flops" not in found


def test_none_is_ten_thousand_where_there_are_ranges_and_else_none(plan, ranged):
    assert draw(ranged, None).draws == 10_000
    del plan["training"]["base"], plan["products"]["chat"]
    plan["training"]["base"], plan["products"]["chat"] = {"cost": "$1M"}, {"cost_per_day": "$1k"}
    assert not has_ranges(run_plan(plan).results)
    assert draw(plan, None) is draw(plan, 10) is None
    assert draw(ranged | {"training": {"base": {"cost": "$1M"}}}, 0) is None


def test_progress_is_told_chunk_by_chunk(ranged):
    told = []
    draw(ranged, 250, max_cases=100, progress=lambda *done: told.append(done))
    assert told == [(100, 250), (200, 250), (250, 250)]


@pytest.mark.parametrize("count", [-1, 1, LEAST_DRAWS - 1, MAX_DRAWS + 1, 10.5, "many", True])
def test_a_number_of_draws_that_is_none_is_refused(count):
    with pytest.raises(PlanError) as caught:
        Sampling(count)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field, problem.given) == ("out-of-range", "draws", str(count))
    assert problem.allowed == "a whole number from 10 to 10,000,000; 0 for the central case alone"


@pytest.mark.parametrize("seed", [-1, 1.5, "one"])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(PlanError) as caught:
        Sampling(10, seed)
    assert [problem.field for problem in caught.value.problems] == ["seed"]


def test_more_than_one_draw_in_a_hundred_cut_is_a_warning(ranged):
    ranged["products"]["chat"]["cost_per_day"] = {"value": "$1k", "low": "$0", "high": "$2k"}
    (warning,) = run_plan(ranged, sampling=Sampling(1000)).warnings
    assert (warning.code, warning.field) == ("out-of-range", "products.chat.cost_per_day")
    assert warning.warning
    # a tenth lies below the low, which is the bound itself
    assert warning.message.startswith("10 % of the draws") or warning.message.startswith("9")


def test_draws_of_a_plan_without_ranges_are_told(plan):
    (warning,) = flopwatt.run(plan, draws=100).to_dict()["warnings"]
    assert (warning["field"], warning["given"], warning["warning"]) == ("draws", "100", True)
    assert flopwatt.run(plan, draws=0).to_dict()["warnings"] == []


def test_growth_too_large_in_some_draws_is_told(ranged):
    ranged["horizon"] = "600 months"
    ranged["products"]["chat"]["growth"] = {
        "value": "1 %/month", "low": "0 %/month", "high": "900 %/month",
    }  # fmt: skip
    found = run_plan(ranged, sampling=Sampling(500, series=SERIES))
    (warning,) = (problem for problem in found.warnings if problem.code == "not-finite")
    assert "of the draws" in warning.message
    (crossover,) = found.spread.summary("products.chat.crossover")
    assert crossover.p50 < math.inf


def test_series_keep_the_first_draws_where_there_are_too_many(ranged, monkeypatch):
    for name in ("LEAST_FIRST", "MOST_FIRST"):
        monkeypatch.setattr(kept, name, 100)
    whole = draw(ranged, 300, series=SERIES, max_cases=70)
    assert whole.samples["operating_expense"].shape == (60, 100)
    assert whole.samples["inference_total"].shape == (1, 300)
    assert whole.series_draws == whole.draws_of("training.base.price") == 100
    assert whole.draws_of("inference_total") == 300
    assert whole.draws_of("models.m.params.total") == 0
    last = whole.samples["products.chat.spent"][-1]
    # a series keeps seven digits
    first = whole.samples["inference_total"][0, :100]
    assert last.tolist() == pytest.approx(first.tolist(), rel=1e-7)


def test_a_shared_market_draws_alike_whatever_the_chunks():
    plan = {"start": "2026-10-01", "sites": {"s": {"power": "1 GW", "phases": "2"}}}
    study = run_plan(plan)
    one, other = (run_draws(study.results, Sampling(3000, max_cases=cases)) for cases in (2000, 77))
    assert one.samples.keys() == other.samples.keys()
    for key, draws in one.samples.items():
        assert (draws == other.samples[key]).all(), key
    gear = [one.inputs[f"activity_duration/phase-{x}-gensets"].numbers for x in (1, 2)]
    ranks = [np.argsort(np.argsort(numbers)) for numbers in gear]
    assert np.corrcoef(*ranks)[0, 1] == pytest.approx(0.5, abs=0.05)
    apart = [one.inputs[f"activity_duration/phase-{x}-shell"].numbers for x in (1, 2)]
    assert np.corrcoef(*apart)[0, 1] == pytest.approx(0, abs=0.06)


def test_a_moving_picture_keeps_what_is_named_and_judges_nothing(plan):
    price = {"value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour"}
    plan["training"]["base"] = {"accelerator_hours": "1M GPU-hours", "price": price}
    plan["products"]["chat"]["tokens_per_request"] = "1500 tokens"  # which nothing reads
    whole = run_plan(plan, sampling=Sampling(200))
    moving = run_plan(plan, sampling=Sampling(200, keep=frozenset({"training_total"})))
    assert whole.warnings
    assert not moving.warnings
    assert set(moving.spread.samples) == {"training_total"}
    assert moving.spread.summary("training_total") == whole.spread.summary("training_total")
