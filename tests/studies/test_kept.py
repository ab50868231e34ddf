"""What is kept of the draws: all of the headline results, of the rest the first ones."""

import re

import numpy as np
import pytest

import flopwatt
from flopwatt.faces.json import render_json
from flopwatt.problems import PlanError
from flopwatt.studies import kept
from flopwatt.studies.draws import MAX_DRAWS, Sampling, run_draws
from flopwatt.studies.run import run_plan

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


def draw(plan, count, **more):
    return run_draws(run_plan(plan).results, Sampling(count, **more))


@pytest.fixture
def few_kept(monkeypatch):
    """All but the headline results of the first 100 draws alone."""
    for name in ("LEAST_FIRST", "MOST_FIRST"):
        monkeypatch.setattr(kept, name, 100)


@pytest.mark.parametrize("size", [1, 7, 90, 1000])
def test_beyond_the_first_draws_neither_chunks_nor_what_is_kept_change_a_number(
    ranged, monkeypatch, size
):
    ranged["products"]["chat"]["launch"] = {
        "value": "2026-03-01", "low": "2026-02-01", "high": "2026-05-01",
    }  # fmt: skip
    whole = draw(ranged, 450, series=SERIES)
    for name in ("LEAST_FIRST", "MOST_FIRST"):
        monkeypatch.setattr(kept, name, 100)
    cut = draw(ranged, 450, series=SERIES, max_cases=size)
    assert set(cut.samples) <= set(whole.samples)  # without what varies in later draws alone
    for key, numbers in cut.samples.items():
        assert numbers.tobytes() == whole.samples[key][:, : numbers.shape[1]].tobytes(), key
    for key in ("products.chat.crossover", "products.chat.launch", "training_total"):
        assert cut.draws_of(key) == 450
    for name, one in cut.inputs.items():
        assert one.numbers.tobytes() == whole.inputs[name].numbers[:100].tobytes()
        assert one.clipped == pytest.approx(whole.inputs[name].clipped)


def test_a_report_of_more_draws_than_are_kept_reproduces(ranged, few_kept):
    one, same = (render_json(flopwatt.run(ranged, draws=250).report) for _ in range(2))
    assert one == same


def test_what_stays_the_same_in_the_first_draws_may_vary_later(ranged, few_kept):
    result = run_plan(ranged).results
    room = kept.make_room(result, {"accelerator_price": ("base",)}, (), 300)
    store = kept.Store(result, room, 300)
    steady = np.full((1, 1, 1, 101), 5.0)
    for begin in (0, 100):
        store.add({"training_total": steady}, begin, begin + 100)
    store.add(
        {"training_total": np.concatenate([steady[..., :51], steady[..., 51:] + 1], -1)}, 200, 300
    )
    (numbers,) = store.samples()["training_total"]
    assert numbers.tolist() == [5.0] * 250 + [6.0] * 50


def test_more_draws_than_memory_holds_are_refused_with_the_number_that_fits(
    ranged, few_kept, monkeypatch
):
    monkeypatch.setattr(kept, "STORED_BYTES", 100_000)
    with pytest.raises(PlanError) as caught:
        draw(ranged, 100_000)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field, problem.given) == ("out-of-range", "draws", "100000")
    most = int(
        re.search(r"a whole number from 10 to ([\d,]+)", problem.allowed)[1].replace(",", "")
    )
    assert 100 < most < 25_000
    assert draw(ranged, most).draws == most
    with pytest.raises(PlanError):
        draw(ranged, most + 1)


def test_many_draws_are_kept_to_seven_digits(ranged, few_kept, monkeypatch):
    whole = draw(ranged, 300)
    monkeypatch.setattr(kept, "ALL_DIGITS", 200)
    cut = draw(ranged, 300)
    key = "products.chat.crossover"
    assert cut.samples[key].dtype == np.float32
    assert cut.samples[key] == pytest.approx(whole.samples[key], rel=1e-7)
    assert cut.summary(key)[0].p50 == pytest.approx(whole.summary(key)[0].p50, rel=1e-7)


def test_a_plan_of_one_product_has_room_for_ten_million_draws(ranged):
    room = kept.make_room(
        run_plan(ranged).results, {"accelerator_price": ("base",)}, SERIES, MAX_DRAWS
    )
    assert room.fitting >= MAX_DRAWS
