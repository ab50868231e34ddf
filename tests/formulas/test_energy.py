"""Energy, what it costs, and for each request and token; each by hand."""

import numpy as np
import pytest

from flopwatt.formulas import energy


def test_energy_of_a_run_by_its_gpu_hours():
    # 1,082,990 GPU-hours at 400 W, and 59.2 % of idle machines beside: the run of BLOOM
    assert energy.load_gpu_hours(1000, 0.02) == pytest.approx(1020)
    assert energy.load_gpu_hours_alone(384, 10) == 3840
    assert energy.chips_energy(1_082_990, 400) == pytest.approx(433.196e6)
    assert energy.idle_energy(433.196, 1, 0.59244) == pytest.approx(256.646, rel=1e-4)
    assert energy.it_energy(6.4e6, 700) == pytest.approx(4.48e9)
    assert energy.load_energy(257, 1.12) == pytest.approx(287.84)
    assert energy.load_energy_by_power(11.83, 8760) == pytest.approx(103_630.8)


def test_energy_and_money_by_month():
    months = np.array([1.0, 2.0]).reshape(1, 2, 1, 1)
    assert energy.load_energy_over_plan(months).ravel() == [3]
    assert energy.load_gpu_hours_over_plan(months, 10).ravel() == [30]
    assert energy.power_cost(months).ravel() == [3]
    assert energy.month_energy(42, 730) == 30_660
    assert energy.month_energy_cost(1000, 0.08) == 80
    assert energy.month_capacity_cost(10, 329.17, 30) == pytest.approx(98_751)
    assert energy.month_demand_cost(10, 6, 1) == 60
    assert energy.month_power_cost(80, 20, 5) == 105
    assert energy.energy_bill(1000, 0.05) == 50


def test_for_each_request_and_token():
    assert energy.fleet_requests(200, 2, 0) == 100
    assert energy.fleet_tokens(200, 500) == 100_000
    assert energy.load_requests(7) == energy.load_tokens(7) == 7
    assert energy.request_energy(300, 100) == 3
    assert energy.token_energy(300, 1000) == 0.3
    assert energy.chips_at_work(10, 700, 0.8, 0.5) == 2800
    assert energy.full_stack(5600, 2800) == 2
    with np.errstate(divide="ignore"):
        assert energy.request_energy(300, np.array(0.0)) == 0
        assert energy.token_energy(300, np.array(0.0)) == 0
        assert energy.full_stack(5600, np.array(0.0)) == 0


def test_from_the_chips_of_a_request_to_the_meter():
    """Gemini: 58 % TPU, 25 % host, 10 % idle, and a PUE of 1.09: 0.139 Wh becomes 0.243."""
    full = energy.full_stack_by_shares(25 / 58, 10 / 58, 1, 1.09)
    assert full == pytest.approx(1.748, rel=1e-3)
    assert energy.request_energy_by_chip(0.139, full) == pytest.approx(0.243, rel=0.002)
