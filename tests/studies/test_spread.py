import math

import numpy as np
import pytest

from flopwatt.studies.spread import Spread, summarise


def test_percentiles_lie_between_neighbours():
    found = summarise(np.arange(11.0)[::-1])
    assert (found.low, found.p50, found.high) == (1, 5, 9)
    found = summarise(np.array([0.0, 1.0]))
    assert (found.low, found.p50, found.high) == pytest.approx((0.1, 0.5, 0.9))
    assert (found.never, found.already) == (0, 0)


@pytest.mark.parametrize(
    ("never", "already", "low", "high"),
    [
        (20, 0, 8, math.inf),
        (5, 0, 9.5, 85.5),
        (0, 20, -math.inf, 83),
        (20, 20, -math.inf, math.inf),
    ],
)
def test_infinities_are_ends_like_any_other(never, already, low, high):
    between = np.linspace(0, 95, 100 - never - already)
    numbers = np.concatenate([between, np.full(never, np.inf), np.full(already, -np.inf)])
    found = summarise(numbers)
    assert (found.never, found.already) == (never / 100, already / 100)
    assert math.isinf(found.low) == math.isinf(low)
    assert math.isinf(found.high) == math.isinf(high)
    assert found.low == pytest.approx(low, abs=4)
    assert found.high == pytest.approx(high, abs=8)


def test_at_the_edge_of_infinity_the_nearer_neighbour_counts():
    assert summarise(np.array([0.0, np.inf])).high == np.inf
    assert summarise(np.array([0.0, np.inf])).low == 0
    assert summarise(np.array([-np.inf, np.inf])).p50 == np.inf


def test_what_is_no_number_counts_as_the_largest():
    assert summarise(np.array([1.0, np.nan, np.nan])).high == np.inf


def test_a_series_has_a_summary_each_month_and_what_does_not_vary_has_none():
    spread = Spread(3, 1, {}, {"spend": np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])})
    assert [one.p50 for one in spread.summary("spend")] == [2, 5]
    assert spread.summary("spend") is spread.summary("spend")
    assert spread.summary("cost") == ()
