import pytest

from flopwatt.formulas import reported_training as r


def test_hours_from_speed_from_tokens_and_from_gpus_held():
    assert r.accelerator_hours_by_speed(1000, 10, 0.5) == 200
    assert r.accelerator_hours_by_token(14.8, 180) == pytest.approx(2664)
    assert r.accelerator_hours_held(768, 60) == 46080


def test_speed_from_a_step_and_from_a_cluster():
    assert r.cluster_throughput(1000, 2.0) == 500
    assert r.training_throughput(500, 5) == 100


def test_arithmetic_from_speed_from_size_and_from_a_step():
    assert r.training_flops_by_token(42e9, 10) == 420e9
    assert r.achieved_flops_by_speed(100, 42e9) == 4.2e12
    assert r.achieved_flops_by_size(100, 6, 7e9) == 4.2e12
    assert r.achieved_flops_by_step(192, 2, 2.0) == 192


def test_a_utilisation_on_the_wrong_peak_is_restated_on_the_right_one():
    assert r.achieved_mfu(175, 312) == pytest.approx(0.56, abs=0.001)
    assert r.restated_mfu(1.04, 312, 989.4) == pytest.approx(0.328, abs=0.001)
