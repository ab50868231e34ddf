"""The words of formula bodies, on arrays of all four axes."""

import numpy as np
import pytest

from flopwatt.model import axes


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
    assert axes.at_horizon(series).ravel().tolist() == [4, 5, 10, 11]


def test_pick_and_later():
    assert axes.pick(np.array([True, False]), 1.0, 2.0).tolist() == [1, 2]
    assert axes.later(np.array([1.0, 5.0]), 3.0).tolist() == [3, 5]


def test_growth_compounds_and_adds_up():
    assert axes.compounded(np.log(2), 3.0) == pytest.approx(8)
    assert axes.grown(1.0, np.log(2), 3.0) == pytest.approx(7 / np.log(2))
    assert axes.grown(5.0, 0.0, 3.0) == pytest.approx(15)
