"""What is assumed and looked up of runs that state failures, and of no others."""

import pytest

import flopwatt
from flopwatt.problems import PlanError
from flopwatt.studies.campaigns import PURCHASES, STATED, stating
from flopwatt.studies.run import load_plan, load_vocabulary, run_plan

HOUR, MONTH = 3600.0, 730.5 * 3600.0
PLAN = {
    "start": "2026-09-01",
    "horizon": "12 months",
    "models": {"m": {"params": "405B"}},
    "training": {
        "r": {
            "accelerator": "H100 SXM",
            "gpus": "1024",
            "flops": "1e24 FLOP",
            "mfu": "40 %",
            "price": "$2.50 per GPU-hour",
        }
    },
}


def made(**fields):
    run = PLAN["training"]["r"] | {key.replace("__", "."): text for key, text in fields.items()}
    return PLAN | {"training": {"r": run}}


def test_what_may_be_stated_are_quantities_of_a_run():
    quantities = load_vocabulary().quantities
    assert {quantities[name].entity for name in STATED} == {"run"}
    assumed = {name for name in STATED if quantities[name].default}
    assert {"gpu_mtbf", "restart_time", "preemption_rate", "block_longest"} < assumed


def test_a_run_that_says_nothing_loses_nothing_and_has_none_of_it():
    plain = run_plan(PLAN)
    assert plain.results["training.r.effective_time"].central == 1
    assert plain.results["training.r.effective_time"].origin.kind == "assumed"
    keys = {key.removeprefix("training.r.") for key in tuple(plain.results.keys())}
    assert not keys & {
        *("mean_time_between_interruptions", "checkpoint_time", "lost_share", "stops", "machines"),
        *("spot.price", "on_demand.cost", "mtbf_per_gpu", "restart_time"),
    }
    assert plain.spread is None  # and so nothing is drawn


def test_modelled_failures_lengthen_the_run():
    """40,000 GPU-hours over 1,024 are 39.06 h; 5.67 TB at 153.6 GB/s take 36.9 s."""
    results = run_plan(made(failures="modelled")).results
    between = 40_000 / 1024 * HOUR
    write = 405e9 * 14 / (1024 * 0.15e9)
    assert results["training.r.checkpoint_time"].central == pytest.approx(write)
    lost = (2 * write / between) ** 0.5 + 600 / between
    assert results["training.r.effective_time"].central == pytest.approx(1 - lost)
    assert results["training.r.effective_time"].origin.kind == "computed"
    plain = run_plan(PLAN).results["training.r.accelerator_hours"].central
    assert results["training.r.accelerator_hours"].central == pytest.approx(plain / (1 - lost))
    assert results["training.r.useful_hours"].central == pytest.approx(plain)


def test_what_is_stated_counts_before_what_is_worked_out():
    results = run_plan(made(failures="modelled", effective_time="90 %")).results
    assert results["training.r.effective_time"].central == pytest.approx(0.9)
    named = run_plan(made(mean_time_between_interruptions="3.09 hours", checkpoint_time="60 s",
                          restart_time="0 s")).results  # fmt: skip
    assert named["training.r.lost_share"].central == pytest.approx(0.104, rel=2e-3)


def test_the_catalog_knows_prices_and_how_often_machines_are_taken_back():
    results = run_plan(made(failures="modelled")).results
    rate = results["training.r.spot.preemption_rate"]
    assert rate.central * MONTH == pytest.approx(0.175)  # the middle of 15 to 20 %
    assert (rate.origin.kind, rate.origin.source) == ("catalog", "spot-advisor-bands")
    price = flopwatt.find_prices("H100 SXM", "2026-09-01", purchase="spot", provider="nebius")
    assert results["training.r.spot.price"].central * HOUR == pytest.approx(price.offers[0].price)
    assert "training.r.block.price" not in results  # none is known of that day
    given = run_plan(made(spot__price="$1.00 per GPU-hour")).results
    assert given["training.r.spot.price"].central * HOUR == pytest.approx(1)


def test_each_version_of_a_run_knows_the_same():
    results = run_plan(made(failures="modelled", every="4 months")).results
    for key in ("spot.price", "spot.preemption_rate", "on_demand.cost", "effective_time"):
        first, later = (results[f"training.{name}.{key}"] for name in ("r", "r-v3"))
        assert first.central == later.central
        assert first.origin.source == later.origin.source


def test_an_accelerator_that_nobody_sells_has_no_prices():
    plan = made(failures="modelled")
    plan["training"]["r"]["accelerator"] = "H800"
    results = run_plan(plan).results
    assert not [name for name in PURCHASES if f"training.r.{name}" in results]
    assert results["training.r.spot.preemption_rate"].central * MONTH == pytest.approx(0.1)


def test_who_states_failures():
    assert stating(load_plan(PLAN).leaves) == set()
    assert stating(load_plan(made(restart_time="5 minutes")).leaves) == {"r"}


def test_a_run_without_progress_is_told_and_is_no_large_number():
    """40,000 GPU-hours over a million GPUs are 2.4 minutes, a quarter of a restart."""
    with pytest.raises(PlanError) as caught:
        run_plan(made(failures="modelled", gpus="1000000"))
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == ("no-progress", "training.r.effective_time")
    assert "every 2.4 minutes" in problem.message
    assert problem.given == "restarts alone take 420 %"
    told = flopwatt.calculate("training.effective_time", {
        "training.gpus": 1_000_000, "models.params": "405B", "failures": "modelled"})  # fmt: skip
    assert told.value == 0
    assert [one.code for one in told.warnings] == ["no-progress"]


def test_failures_that_cannot_be_modelled_are_told():
    plan = made(failures="modelled")
    del plan["training"]["r"]["gpus"]
    study = run_plan(plan)
    (warning,) = [one for one in study.warnings if one.field == "training.r.failures"]
    assert (warning.code, warning.warning) == ("unused", True)
    assert warning.allowed == "`gpus: 2048` under training.r"
    assert study.results["training.r.effective_time"].central == 1
