"""What is owned as a way of buying: each formula by hand; whole plans are in test_buying."""

import numpy as np
import pytest

from flopwatt.formulas import owned_ways as ways


def one(*numbers):
    return np.array(numbers, dtype=float).reshape(1, -1, 1, 1)


def test_an_hour_by_its_housing():
    assert ways.way_space(one(0), one(0.37), one(0.22)).item() == 0.37
    assert ways.way_space(one(1), one(0.37), one(0.22)).item() == 0.22
    assert ways.way_running(0.37, 0.11, 0.24) == pytest.approx(0.72)
    assert ways.price_by_housing(1.18, 0.37, 0.11, 0.24) == pytest.approx(1.9)
    assert ways.price_of_owned(1.5) == ways.running_as_rented(1.5) == 1.5
    assert ways.running_as_stated(60_000, 16) == 3750


def test_a_site_of_ones_own_is_waited_for():
    for housing, lead in ((0, 2), (1, 18)):
        assert ways.lead_with_housing(one(2), one(housing), one(18)).item() == lead
    assert ways.lead_of_housing(one(1), one(18)).item() == 18
    assert ways.lead_with_housing(one(24), one(1), one(18)).item() == 24
    assert ways.lead_of_owned(11) == 11
    assert ways.term_of_owned(60) == 60


def test_capital_and_resale_of_one():
    assert ways.capital_of_owned(42_593) == 42_593
    assert ways.capital_as_stated(320_000, 16) == 20_000
    assert ways.residual_of_owned(5_324) == 5_324
    assert ways.residual_as_stated(32_000, 16) == 2_000
