"""Power from the chip to IT, for one GPU; each by hand on round numbers."""

import numpy as np
import pytest

from flopwatt.formulas import power


def test_nameplates_of_a_rack_a_server_and_by_the_factor():
    assert power.server_nameplate(132_000, 72) == pytest.approx(1833.33, rel=1e-5)
    assert power.server_nameplate_of_server(10_200, 8) == 1275
    assert power.server_nameplate_as_stated(1833) == 1833
    assert power.server_nameplate_by_factor(700, 1.53) == pytest.approx(1071)


def test_the_peak_is_a_share_of_the_nameplate_as_measured():
    # 8.48 of 10.2 kW
    assert power.peak_share_as_measured(8480, 10_200) == pytest.approx(0.83137, rel=1e-4)
    assert power.server_peak(1275, 0.8) == 1020


def test_the_average_is_a_share_or_what_chips_draw_and_the_host_beside():
    assert power.server_average_by_share(1000, 0.72) == 720
    # 400 W of chip and 60 % of the 500 W that the rest of the server may draw
    assert power.server_average(0.7, 400, 700, 1200, 0.6, 1) == pytest.approx(700)
    assert power.chip_average(700, 0.75) == 525


def test_network_comes_on_top_and_idle_machines_on_average():
    assert power.it_nameplate_per_gpu(1000, 0.14) == pytest.approx(1140)
    assert power.it_peak_per_gpu(800, 0.1) == pytest.approx(880)
    assert power.it_idle_per_gpu(500, 1, 0.2) == 100
    assert power.it_average_per_gpu(700, 0.1, 100) == pytest.approx(870)
    assert power.it_average_per_gpu_without_idle(700, 0.1) == pytest.approx(770)


def test_gpus_are_those_of_the_run_while_it_runs_or_of_the_fleet_or_of_racks():
    assert power.load_gpus(0.5, 100, 0.02) == pytest.approx(102)
    assert power.load_gpus(0, 100, 0.02) == 0
    assert power.load_gpus_on(50, 0.02) == pytest.approx(51)
    assert power.load_gpus_of_fleet(64, 60) == 64
    assert power.load_gpus_of_fleet(64, 0) == 0
    assert power.load_gpus_on_of_fleet(60) == 60
    assert power.load_gpus_on_alone(7) == 7
    assert power.load_gpus_of_racks(3, 72) == 216


def test_gpus_that_run_and_the_share_of_the_month_for_which_they_do():
    assert power.load_gpus_running(0.5, 102) == 102
    assert power.load_gpus_running(0, 102) == 0
    assert power.load_gpus_running_of_fleet(60) == 60
    assert power.load_gpus_running_alone(7) == 7
    # 10 of 30 days
    assert power.load_running_share(34, 102) == pytest.approx(1 / 3)
    assert power.load_running_share(np.array(0.0), np.array(102.0)) == 0
