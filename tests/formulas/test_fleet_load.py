"""What a product asks of its fleet, each formula called as the plain function it is."""

import math

import numpy as np
import pytest

from flopwatt.formulas import fleet_load as load

DAY = 86_400.0


def test_lengths_of_a_call_are_those_of_the_product():
    assert load.prompt_of_product(1500, 1) == 1500
    assert load.answer_of_product(400, 100, 1) == 500
    assert load.context_of_product(1500, 400, 100, 1) == 2000
    assert load.cached_of_product(0.25) == 0.25


def test_calls_on_the_day_of_launch():
    # a million requests a day of two calls each, one in twenty made again
    found = load.launch_calls(1e6 / DAY, 2, 0.05)
    assert found * DAY == pytest.approx(2.1e6)


def test_volume_at_the_start_of_a_month():
    ages = np.array([0.0, 1.0, 2.0])
    assert load.volume_at_start_by_growth(math.log(2), ages).tolist() == pytest.approx([1, 2, 4])
    # launched at a fifth of the ceiling: 1 / (1/5 + 4/5 exp(-age)), half of it after ln 4
    found = load.volume_at_start(0.2, 1.0, np.array([0.0, math.log(4), 100.0]))
    assert found.tolist() == pytest.approx([1, 2.5, 5])


def test_calls_of_a_month_are_the_integral_of_their_rate():
    # doubling every month, over the second: (4 - 2) / ln 2 months at the volume of launch
    served = load.volume_served_by_growth(4.0, math.log(2), 1.0, 2.0)
    assert served == pytest.approx(2 / math.log(2))
    assert load.volume_served_by_growth(1.0, 0.0, 30 * DAY, 61 * DAY) == pytest.approx(31 * DAY)
    assert load.calls_by_month(10.0, served) == pytest.approx(20 / math.log(2))


def test_calls_of_a_month_below_a_ceiling():
    times = np.linspace(3, 4, 200_001)
    expected = np.trapezoid(1 / (0.2 + 0.8 * np.exp(-0.7 * times)), times)
    assert load.volume_served(0.2, 0.7, 3.0, 4.0) == pytest.approx(expected, rel=1e-9)


def test_the_busiest_day_is_the_last_or_where_use_falls_the_first():
    start, end = np.array([1.0, 2.0, 2.0]), np.array([2.0, 2.0, 1.5])
    assert load.largest_calls(10, start, end, 1).tolist() == [20, 20, 20]
    # before launch there are none
    assert load.largest_calls(10, start, end, np.array([-1, 0, 1])).tolist() == [0, 0, 20]


def test_a_fleet_serves_its_share_of_the_calls():
    assert load.fleet_launch_calls(200, 0.3) == pytest.approx(60)
    assert load.fleet_calls(5e6, 0.3) == pytest.approx(1.5e6)
    assert load.fleet_largest_calls(300, 0.3) == pytest.approx(90)
