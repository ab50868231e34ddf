"""How racks are cooled: by density, by what the chip asks for; the PUE that follows."""

import math

import numpy as np
import pytest

from flopwatt.formulas import cooling

LIMITS = (15, 30, 60, 150)
PUES = (1.5, 1.4, 1.35, 1.25, 1.2)


@pytest.mark.parametrize(
    ("rack", "way"), [(10, 0), (15, 0), (15.1, 1), (40.8, 2), (61, 3), (132, 3), (230, 4)]
)
def test_one_way_more_with_each_limit_that_is_passed(rack, way):
    assert cooling.cooling_by_density(np.array(rack), *LIMITS) == way


def test_a_rack_has_the_power_of_its_gpus():
    assert cooling.rack_power(1275, 32) == 40_800


def test_a_chip_may_ask_for_liquid_at_any_density():
    assert cooling.cooling(1, 3) == 3
    assert cooling.cooling(4, 3) == 4


def test_the_limit_passed_and_the_next_one():
    passed = [float(cooling.limit_passed(np.array(n), *LIMITS)) for n in range(5)]
    ahead = [float(cooling.limit_ahead(np.array(n), *LIMITS)) for n in range(5)]
    assert passed == [0, 15, 30, 60, 150]
    assert ahead == [15, 30, 60, 150, math.inf]


def test_air_takes_all_or_what_liquid_leaves():
    assert cooling.air_share(np.array(2), 0.85) == 1
    assert cooling.air_share(np.array(3), 0.85) == pytest.approx(0.15)
    # 120 kW at 158 CFM each
    assert cooling.rack_airflow(120, 1, 1, 158) == 18_960


def test_the_pue_and_the_water_of_the_way():
    assert cooling.peak_pue(np.array(2), *PUES) == 1.35
    assert cooling.annual_pue(np.array(4), *PUES) == 1.2
    assert cooling.wue(np.array(1), 0.36, 0.15) == 0.36
    assert cooling.wue(np.array(3), 0.36, 0.15) == 0.15
