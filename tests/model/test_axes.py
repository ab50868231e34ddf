"""The words of formula bodies, on arrays of all four axes."""

import numpy as np
import pytest

from flopwatt.model import axes
from flopwatt.model.trace import Dimension, DimensionError


def test_total_sums_members_and_leaves_padding_out():
    members = np.array([[1.0, 2.0], [3.0, np.nan]]).reshape(2, 2, 1, 1, 1)
    assert axes.total(members).shape == (2, 1, 1, 1)
    assert axes.total(members).ravel().tolist() == [4, 2]


def test_total_of_what_is_not_members_is_a_bug():
    with pytest.raises(TypeError, match="members"):
        axes.total(np.ones((2, 1, 1, 1)))


def test_cumulative_runs_along_months_only():
    series = np.arange(12.0).reshape(2, 3, 1, 2)
    assert axes.cumulative(series).tolist() == np.cumsum(series, axis=1).tolist()
    assert axes.at_horizon(axes.cumulative(series)).shape == (2, 1, 1, 2)
    assert axes.over_plan(series).tolist() == np.cumsum(series, axis=1)[:, -1:].tolist()
    assert axes.at_horizon(series).ravel().tolist() == [4, 5, 10, 11]


def test_pick_and_later():
    assert axes.pick(np.array([True, False]), 1.0, 2.0).tolist() == [1, 2]
    assert axes.later(np.array([1.0, 5.0]), 3.0).tolist() == [3, 5]


def test_a_square_root_and_what_it_measures():
    assert axes.square_root(np.array([0.0, 9.0])).tolist() == [0, 3]
    second = Dimension((("second", 1),))
    assert axes.square_root(second * second).powers == second.powers
    with pytest.raises(DimensionError, match="square root"):
        axes.square_root(second)


def test_growth_compounds_and_adds_up():
    assert axes.compounded(np.log(2), 3.0) == pytest.approx(8)
    assert axes.grown(1.0, np.log(2), 3.0) == pytest.approx(7 / np.log(2))
    assert axes.grown(5.0, 0.0, 3.0) == pytest.approx(15)


def test_a_word_chooses_by_its_place():
    assert axes.choose(np.array([0.0, 2.0]), 1.0, 2.0, 3.0).tolist() == [1, 3]


def test_first_month_and_the_earlier():
    series = np.arange(12.0).reshape(2, 3, 1, 2)
    assert axes.at_start(series).ravel().tolist() == [0, 1, 6, 7]
    assert axes.earlier(np.array([1.0, 5.0]), 3.0).tolist() == [1, 3]


@pytest.mark.parametrize("growth", [0.0, 1e-20, 0.3, -0.3, 5.0])
@pytest.mark.parametrize("share", [0.01, 0.5, 0.99, 1.0])
def test_adopted_is_the_integral_of_adoption(share, growth):
    times = np.linspace(0, 7, 400_001)
    expected = np.trapezoid(axes.adoption(share, growth, times), times)
    assert axes.adopted(share, growth, 7.0) == pytest.approx(expected, rel=1e-8)


def test_a_long_logistic_curve_does_not_overflow():
    assert axes.adopted(0.2, 1.0, 1e6) == pytest.approx(5e6, rel=1e-5)


@pytest.mark.parametrize("growth", [0.3, 0.0, -0.2])
@pytest.mark.parametrize("change", [0.1, 0.0, -0.1])
def test_served_is_the_integral_of_adoption_times_a_price(growth, change):
    times = np.linspace(4, 7, 400_001)
    price = np.exp(change * (times - 7))
    expected = np.trapezoid(axes.adoption(0.3, growth, times) * price, times)
    assert axes.served(0.3, growth, change, 7.0, 3.0) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("growth", [3.0, 0.4, 1e-3, 1e-7, 0.0, -1e-7, -0.4, -3.0])
def test_growth_within_undoes_the_integral(growth):
    spend = axes.grown(5.0, -growth, 2.0)
    assert axes.growth_within(spend, 5.0, 2.0) == pytest.approx(growth, abs=1e-9)
    assert axes.growth_within(0.0, 5.0, 0.0) == 0


def test_whole_is_not_above():
    assert list(axes.whole(np.array([2.0, 2.9, -2.1]))) == [2, 2, -3]
    with pytest.raises(DimensionError):
        axes.whole(Dimension((("token", 1),)))


@pytest.mark.parametrize("step", [np.add, np.maximum])
def test_what_runs_over_months_is_the_same_of_many_cases(step):
    series = np.random.default_rng(3).uniform(size=(2, 5, 1, 2 * axes.MANY_CASES))
    many = axes.running(step, series)
    assert np.array_equal(many, step.accumulate(series, axis=1))
    assert np.array_equal(many[..., :1], axes.running(step, series[..., :1]))


def test_a_group_that_is_padded_and_one_that_overflows():
    members = np.array([[1.0, 2.0], [3.0, np.nan]]).reshape(2, 2, 1, 1, 1)
    assert axes.total(members).ravel().tolist() == [4, 2]
    broken = np.array([[1.0, np.nan], [3.0, 4.0]]).reshape(2, 1, 1, 1, 2)
    assert np.array_equal(axes.total(broken).ravel(), [4, np.nan], equal_nan=True)
