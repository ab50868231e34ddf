"""Formulas of hardware: states of training, energy, and what a token takes."""

import numpy as np
import pytest

from flopwatt.formulas import hardware

GIB = 2.0**30


def one(number):
    return np.array([[[[number]]]], dtype=float)


def test_states_are_sixteen_bytes_of_each_parameter():
    assert hardware.run_states(16.0, 70e9) == 1.12e12


def test_states_are_divided_over_whole_gpus():
    """1.12 TB over 79.1 GiB (84.93 GB) each is 13.2 GPUs."""
    assert hardware.state_accelerators(1.12e12, 79.1 * GIB) == 14
    assert hardware.state_accelerators(160 * GIB, 80 * GIB) == 2


def test_energy_is_nameplate_power_over_all_gpu_hours():
    """1,000 GPU-hours at 700 W are 0.7 MWh."""
    assert hardware.run_energy(1000 * 3600, 700.0) == pytest.approx(0.7 * 3.6e9)


def test_gpus_of_a_fleet_are_its_units_times_their_size():
    assert hardware.launch_gpus(3.0, 8.0, 1.0) == 24
    assert hardware.launch_gpus_paid(2.5, 8.0, 1.0) == 20


def test_a_token_of_the_launch_costs_its_share_of_the_fleet():
    """$1,000 a day for 1,000 calls a day of 1,000 tokens are $1,000 per million tokens."""
    cost = hardware.launch_token_cost(1000 / 86400, one(1000 / 86400), one(1000.0))
    assert cost[0, 0, 0, 0] * 1e6 == pytest.approx(1000)
    with np.errstate(invalid="ignore"):
        assert hardware.launch_token_cost(one(0.0), one(0.0), one(1000.0)).item() == 0


def test_a_token_at_full_load_takes_its_share_of_the_unit():
    """A call of 500 tokens that takes 2 seconds of 4 GPUs takes 16 ms of a GPU each token."""
    time = hardware.full_gpu_time(2.0, 4.0, 1.0, 500.0)
    assert time == pytest.approx(0.016)
    assert hardware.full_token_cost(time, 3.0 / 3600) == pytest.approx(0.016 * 3 / 3600)
