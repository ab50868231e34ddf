"""Training formulas, each called as the plain function it is, against sums done by hand."""

import numpy as np
import pytest

from flopwatt.formulas import training

HOUR = 3600.0


def test_six_flop_per_parameter_and_token():
    assert training.training_flops(6, 70e9, 2e12) == 8.4e23


def test_achieved_is_a_share_of_peak():
    assert training.achieved_flops(989.4e12, 0.4) == pytest.approx(395.76e12)


def test_hours_of_the_worked_example():
    seconds = training.accelerator_hours(8.4e23, 400e12, 1.0)
    assert seconds / HOUR == pytest.approx(583_333.33, abs=0.01)


def test_duration_on_the_published_cluster():
    # DeepSeek-V3: 2.788M hours on 2,048 GPUs are 56.7 days
    assert training.training_duration(2.788e6 * HOUR, 2048) / 86_400 == pytest.approx(
        56.72, abs=0.01
    )


def test_cost_of_the_worked_example():
    assert training.training_cost(583_333.333 * HOUR, 2.5 / HOUR) == pytest.approx(1_458_333.33)


def test_flops_over_paid_hours():
    assert training.paid_flops(3.2856e24, 2.788e6 * HOUR) == pytest.approx(327.36e12, rel=1e-4)
    assert training.paid_hours_mfu(327.36e12, 989.4e12) == pytest.approx(0.3309, rel=1e-3)


def test_a_run_starts_with_the_plan():
    assert training.training_start(0.0) == 0.0


def test_a_model_sums_its_runs():
    runs = np.array([5.576e6, 0.294672e6, np.nan]).reshape(3, 1, 1, 1, 1)
    assert training.model_training_cost(runs).item() == pytest.approx(5.870672e6)
    assert training.model_training_hours(runs).item() == pytest.approx(5.870672e6)


def test_hours_of_a_published_run_and_what_is_left_unexplained():
    # Llama 3.1 405B: 3.8e25 FLOP at 400 TFLOP/s and 90 % effective time, against 30.84M hours
    hours = training.accelerator_hours(3.8e25, 400e12, 0.9) / HOUR
    assert hours == pytest.approx(29.32e6, rel=1e-3)
    rest = training.unexplained_hours(30.84e6, hours)
    assert training.unexplained_share(rest, 30.84e6) == pytest.approx(0.0492, abs=1e-4)


def test_bills_by_numerator():
    assert training.final_run_bill(100.0, 0.0) == 100
    assert training.final_run_bill(100.0, 1.0) == 0
    assert training.all_runs_bill(100.0, 0.5, 0.1) == pytest.approx(160)
    assert training.all_research_bill(160.0, 40.0) == 200
    assert [training.training_bill(np.array(w), 1.0, 2.0, 3.0) for w in (0, 1, 2)] == [1, 2, 3]
