"""Power of all GPUs, and what stands at the meter; each by hand."""

import numpy as np
import pytest

from flopwatt.formulas import power_site as site


def test_one_server_is_all_its_gpus():
    assert site.node_nameplate(1275, 8) == 10_200
    assert site.node_peak(1060, 8) == 8480
    assert site.node_average(918, 8) == 7344


def test_scope_by_scope_for_all_gpus():
    assert site.chips_nameplate(10, 700) == 7000
    assert site.chips_average(10, 500) == 5000
    assert site.servers_nameplate(10, 1275) == 12_750
    assert site.servers_peak(10, 1060) == 10_600
    assert site.servers_average(10, 918) == 9180
    assert site.it_nameplate(10, 1450) == 14_500
    assert site.it_peak(10, 1200) == 12_000
    assert site.it_average(10, 1000) == 10_000


def test_the_facility_takes_the_peak_pue_for_power_and_the_annual_one_on_average():
    assert site.load_facility_nameplate(100, 1.4) == pytest.approx(140)
    assert site.load_facility_peak(100, 1.4) == pytest.approx(140)
    assert site.load_facility_average(70, 1.2) == pytest.approx(84)
    assert site.load_facility_mean(84, 0.5) == pytest.approx(42)
    assert site.load_facility_mean_alone(84) == 84
    assert site.facility_average_by_utilisation(50, 0.7) == pytest.approx(35)
    assert site.facility_peak_per_gpu(1200, 1.25) == 1500


def test_at_the_meter():
    assert site.apparent_power(200, 0.85) == pytest.approx(235.294, rel=1e-5)
    assert site.breaker_rating(10.2, 0.8) == pytest.approx(12.75)
    assert site.facility_capacity(11.83, 1.1) == pytest.approx(13.013)


def test_the_power_to_be_had_feeds_so_many_gpus():
    assert site.gpus_within(100e6, 1875, 1.2) == pytest.approx(44_444.4, rel=1e-5)
    assert site.it_within(30, 1.5) == 20


def test_loads_of_a_plan_add_up_month_by_month():
    loads = np.array([[[[[1.0]], [[2.0]]]], [[[[3.0]], [[0.0]]]]])
    assert site.facility_peak(loads).ravel() == pytest.approx([4.0, 2.0])
