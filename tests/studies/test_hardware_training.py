"""Runs on every accelerator: hours by peaks, states by memory, and what is not known."""

import math

import pytest

from flopwatt.studies.hardware import study_hardware

HOUR, DAY, MWH = 3600, 86400, 3.6e9


@pytest.fixture
def base():
    """70B parameters, 1T tokens, at 40 % of the peak of 1,000 A100: 4.2e23 FLOP."""
    return {
        "start": "2026-09-01",
        "models": {"m": {"params": "70B"}},
        "training": {
            "base": {"accelerator": "A100", "gpus": 1000, "tokens": "1T tokens", "mfu": "40 %"}
        },
    }


def rated(plan, run="base"):
    """The rated run and its rows by accelerator."""
    one = next(one for one in study_hardware(plan).runs if one.name == run)
    return one, {row.part.name: row for row in one.rows}


@pytest.mark.parametrize(
    ("name", "peak", "watts"),
    [("A100 SXM4 80GB", 312e12, 400), ("H100 SXM5 80GB", 989.4e12, 700)],
)
def test_hours_are_flops_over_the_share_of_each_peak(base, name, peak, watts):
    """4.2e23 FLOP at 40 % of 312 TFLOP/s are 935k GPU-hours, at 40 % of 989.4 they are 295k."""
    _, rows = rated(base)
    hours = 4.2e23 / (0.4 * peak) / HOUR
    row = rows[name]
    assert row.hours / HOUR == pytest.approx(hours)
    assert row.time / DAY == pytest.approx(hours / 1000 / 24)
    assert row.energy / MWH == pytest.approx(hours * watts / 1e6)
    assert row.cost == pytest.approx(hours * row.hourly * HOUR)
    assert row.hourly * HOUR == pytest.approx(row.part.price * HOUR)
    assert row.fits


def test_states_are_divided_over_all_gpus_of_the_run(base):
    """16 bytes of 70B are 1.12 TB: 14 cards of 79.5 GiB, 2 of them too few by twelve."""
    _, rows = rated(base)
    assert rows["A100 SXM4 80GB"].least == math.ceil(1.12e12 / (79.5 * 2**30)) == 14
    base["training"]["base"]["gpus"] = 13
    _, rows = rated(base)
    assert rows["A100 SXM4 80GB"].fits is False
    assert not rows["A100 SXM4 80GB"].does
    assert rows["MI325X"].fits


def test_a_run_may_state_what_it_keeps_of_each_parameter(base):
    """8 bytes of 70B are 560 GB: 7 cards of 79.5 GiB."""
    base["training"]["base"]["bytes_per_param"] = "8 byte/param"
    assert rated(base)[1]["A100 SXM4 80GB"].least == 7


def test_a_run_told_by_its_hours_keeps_what_it_made_of_them(base):
    """Hours that are known hold lost time too: on the accelerator of the plan they stay."""
    run = base["training"]["base"]
    del run["mfu"]
    run["accelerator_hours"] = "2M GPU-hours"
    one, rows = rated(base)
    assert rows["A100 SXM4 80GB"].hours / HOUR == pytest.approx(2e6)
    assert rows["H100 SXM5 80GB"].hours / HOUR == pytest.approx(2e6 * 312 / 989.4)
    assert one.mfu == pytest.approx(4.2e23 / (2e6 * HOUR) / 312e12)


def test_lost_time_is_lost_on_any_hardware(base):
    base["training"]["base"]["effective_time"] = "50 %"
    one, rows = rated(base)
    assert one.mfu == pytest.approx(0.2)
    assert rows["H100 SXM5 80GB"].hours / HOUR == pytest.approx(4.2e23 / (0.2 * 989.4e12) / HOUR)


def test_mfu_is_enough_where_the_plan_names_no_accelerator(base):
    run = base["training"]["base"]
    del run["accelerator"]
    run["effective_time"] = "50 %"
    one, rows = rated(base)
    assert one.own == ""
    assert rows["H100 SXM5 80GB"].hours / HOUR == pytest.approx(4.2e23 / (0.2 * 989.4e12) / HOUR)


def test_the_hardware_of_the_plan_keeps_the_price_of_the_plan(base):
    base["training"]["base"] |= {"price": "$1 per GPU-hour", "every": "12 months", "versions": 2}
    for name in ("base", "base-v2"):
        one, rows = rated(base, name)
        assert one.own == "A100 SXM4 80GB"
        assert rows[one.own].hourly * HOUR == pytest.approx(1)
        assert rows["H100 SXM5 80GB"].hourly == rows["H100 SXM5 80GB"].part.price


def test_the_hardware_of_the_plan_costs_what_the_plan_says(base):
    """A cost that is given stands on the planned accelerator, and on no other."""
    worked_out = rated(base)[1]
    base["training"]["base"]["cost"] = "$123M"
    one, rows = rated(base)
    assert rows[one.own].cost == pytest.approx(123e6)
    assert rows["H200 SXM"] == worked_out["H200 SXM"]


def test_what_no_datasheet_says_is_not_known(base):
    _, rows = rated(base)
    silent, no_watts = rows["Max 1550 (Ponte Vecchio)"], rows["Trainium1"]
    assert (silent.fits, silent.lacks, silent.does) == (None, "16-bit peak", False)
    assert math.isnan(silent.hours)
    assert math.isnan(no_watts.energy)
    assert no_watts.does
    assert math.isnan(rows["Maia 100"].cost)
    assert rows["Maia 100"].hours > 0


def test_without_gpus_only_gpu_hours_are_known(base):
    del base["training"]["base"]["gpus"]
    one, rows = rated(base)
    row = rows["A100 SXM4 80GB"]
    assert math.isnan(one.gpus)
    assert math.isnan(row.time)
    assert (row.fits, row.least, row.does) == (None, 14, True)


def test_a_run_that_cannot_be_rated_says_which_lines_it_lacks(base):
    base["training"]["base"] = {"tokens": "1T tokens", "achieved_flops": "400 TFLOP/s"}
    one, rows = rated(base)
    assert not rows
    assert one.lacks.startswith("`accelerator: H100 SXM` under training.base, or `peak:")
    base["training"]["base"] = {"accelerator": "A100", "tokens": "1T tokens"}
    assert rated(base)[0].lacks == "`mfu: 40 %` under training.base"


def test_a_plan_without_runs_has_none(plan):
    del plan["training"]
    assert study_hardware(plan).runs == ()
