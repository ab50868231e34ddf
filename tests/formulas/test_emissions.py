"""Greenhouse gas and water; each by hand."""

import pytest

from flopwatt.formulas import emissions


def test_by_location_and_by_market():
    # 433,196 kWh at 57 g
    assert emissions.carbon_by_location(433_196, 57) == pytest.approx(24.692e6, rel=1e-4)
    assert emissions.carbon_by_market(100, 0.6) == pytest.approx(40)
    assert emissions.month_carbon(10, 300) == 3000
    assert emissions.request_carbon(0.24, 100) == 24


def test_the_work_before_a_run_comes_on_top():
    assert emissions.carbon_with_development(1, 0.5) == 1.5
    # 82 % of the total: 4.56 times the final run
    assert emissions.development_by_total(0.82) == pytest.approx(4.5556, rel=1e-4)


def test_making_servers_is_spread_over_their_life():
    each = emissions.embodied_per_gpu(164, 5700, 8)
    assert each == pytest.approx(876.5)
    assert emissions.carbon_embodied(43_830, each, 43_830) == pytest.approx(876.5)
    assert emissions.carbon_embodied_over_plan(10, 100, 50) == 20
    assert emissions.carbon_total(5, 2) == 7


def test_water_of_the_site_and_of_the_grid():
    assert emissions.site_water(100, 1.8) == pytest.approx(180)
    assert emissions.site_water_by_meter(120, 1.2, 0.15) == pytest.approx(15)
    assert emissions.water_of_grid(10, 4) == 40
