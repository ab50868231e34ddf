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


def test_a_word_chooses_by_its_place():
    assert axes.choose(np.array([0.0, 2.0]), 1.0, 2.0, 3.0).tolist() == [1, 3]


def test_first_month_and_the_earlier():
    series = np.arange(12.0).reshape(2, 3, 1, 2)
    assert axes.at_start(series).ravel().tolist() == [0, 1, 6, 7]
    assert axes.earlier(np.array([1.0, 5.0]), 3.0).tolist() == [1, 3]


def test_whole_is_not_above():
    assert list(axes.whole(np.array([2.0, 2.9, -2.1]))) == [2, 2, -3]
    with pytest.raises(DimensionError):
        axes.whole(Dimension((("token", 1),)))


@pytest.mark.parametrize("step", [np.add, np.maximum])
def test_what_runs_over_months_is_the_same_of_many_cases(step):
    series = np.random.default_rng(3).uniform(size=(2, 60, 1, 2 * axes.MANY_CASES))
    many = axes.running(step, series)
    assert np.array_equal(many, step.accumulate(series, axis=1))
    assert np.array_equal(many[..., :1], axes.running(step, series[..., :1]))
    assert np.array_equal(axes.over_plan(series)[..., :1], axes.over_plan(series[..., :1]))


def test_a_group_that_is_padded_and_one_that_overflows():
    members = np.array([[1.0, 2.0], [3.0, np.nan]]).reshape(2, 2, 1, 1, 1)
    assert axes.total(members).ravel().tolist() == [4, 2]
    broken = np.array([[1.0, np.nan], [3.0, 4.0]]).reshape(2, 1, 1, 1, 2)
    assert np.array_equal(axes.total(broken).ravel(), [4, np.nan], equal_nan=True)
