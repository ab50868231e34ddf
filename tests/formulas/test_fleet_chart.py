"""GPUs in use by month, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import fleet_chart as chart

DAY = 86_400.0
STARTS, ENDS = (np.array(days).reshape(1, -1, 1, 1) * DAY for days in ([0, 31, 59], [31, 59, 90]))


def test_a_run_holds_its_gpus_while_it_runs():
    """1,000 GPUs from day 21 for 20 days: ten of January's 31 days, ten of February's 28."""
    held = chart.run_gpus(1000, 21 * DAY, 20 * DAY, STARTS, ENDS)
    assert held.ravel() == pytest.approx([1000 * 10 / 31, 1000 * 10 / 28, 0])


def test_months_add_up_to_the_gpu_hours_of_the_run():
    held = chart.run_gpus(1000, 21 * DAY, 20 * DAY, STARTS, ENDS)
    assert (held * (ENDS - STARTS)).sum() / 3600 == pytest.approx(1000 * 20 * 24)


def test_a_run_before_the_plan_and_one_longer_than_it():
    assert chart.run_gpus(8, -90 * DAY, 60 * DAY, STARTS, ENDS).ravel().tolist() == [0, 0, 0]
    assert chart.run_gpus(8, -90 * DAY, 900 * DAY, STARTS, ENDS).ravel().tolist() == [8, 8, 8]


def test_runs_and_fleets_add_up():
    members = np.array([[1.0, 2.0], [10.0, 20.0]]).reshape(2, 1, 2, 1, 1)
    training, serving = chart.training_gpus(members), chart.serving_gpus(2 * members)
    assert training.ravel().tolist() == [11, 22]
    assert chart.gpus_in_use(training, serving).ravel().tolist() == [33, 66]
