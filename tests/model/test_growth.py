"""Words for growth, checked against sums done by hand."""

import numpy as np
import pytest

from flopwatt.model import growth as grows


def test_growth_compounds_and_adds_up():
    assert grows.compounded(np.log(2), 3.0) == pytest.approx(8)
    assert grows.grown(1.0, np.log(2), 3.0) == pytest.approx(7 / np.log(2))
    assert grows.grown(5.0, 0.0, 3.0) == pytest.approx(15)


@pytest.mark.parametrize("growth", [0.0, 1e-20, 0.3, -0.3, 5.0])
@pytest.mark.parametrize("share", [0.01, 0.5, 0.99, 1.0])
def test_adopted_is_the_integral_of_adoption(share, growth):
    times = np.linspace(0, 7, 400_001)
    expected = np.trapezoid(grows.adoption(share, growth, times), times)
    assert grows.adopted(share, growth, 7.0) == pytest.approx(expected, rel=1e-8)


def test_a_long_logistic_curve_does_not_overflow():
    assert grows.adopted(0.2, 1.0, 1e6) == pytest.approx(5e6, rel=1e-5)


@pytest.mark.parametrize("growth", [0.3, 0.0, -0.2])
@pytest.mark.parametrize("change", [0.1, 0.0, -0.1])
def test_served_is_the_integral_of_adoption_times_a_price(growth, change):
    times = np.linspace(4, 7, 400_001)
    price = np.exp(change * (times - 7))
    expected = np.trapezoid(grows.adoption(0.3, growth, times) * price, times)
    assert grows.served(0.3, growth, change, 7.0, 3.0) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("growth", [3.0, 0.4, 1e-3, 1e-7, 0.0, -1e-7, -0.4, -3.0])
def test_growth_within_undoes_the_integral(growth):
    spend = grows.grown(5.0, -growth, 2.0)
    assert grows.growth_within(spend, 5.0, 2.0) == pytest.approx(growth, abs=1e-9)
    assert grows.growth_within(0.0, 5.0, 0.0) == 0


def test_growth_within_is_the_same_alone_and_among_others():
    spends = np.random.default_rng(4).uniform(0.01, 40.0, 50)
    together = grows.growth_within(spends, 5.0, 2.0)
    alone = [float(grows.growth_within(spend, 5.0, 2.0)) for spend in spends]
    assert together.tolist() == alone
