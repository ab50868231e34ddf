"""Units held through hours of unlike load, held against hours drawn evenly and lines by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flopwatt.model.day import first_following, held_through, lasting_following
from flopwatt.model.steps import with_spares

LOADS = np.linspace(0.001, 120, 200_001)


@pytest.mark.parametrize(
    ("average", "peak", "held"),
    [
        # one at least, however little is asked
        (0.05, 1.4, 1),
        (0.5, 2, 1),
        # all hours alike: whole units
        (1.5, 1, 2),
        (3, 1, 3),
        # hours from 0.9 to 2.1, of which the first 0.1 of 1.2 are below 1 by 0.05 on average
        (1.5, 1.4, 1.5 + 0.1 / 1.2 * 0.05),
        # a peak of four: half of the hours have none, the others go from none to 8
        (2, 4, 2 + 0.5 * 1 + 0.5 * 1 / 8 * 0.5),
        # hundreds: the mean, but for the fraction of the least hour
        (226.9, 1.226, 226.9),
    ],
)
def test_what_is_held_by_hand(average, peak, held):
    assert held_through(np.float64(average), np.float64(peak)) == pytest.approx(held, rel=1e-5)


@given(average=st.floats(0.01, 50), peak=st.floats(1, 6))
def test_it_is_the_mean_of_hours(average, peak):
    """A thousand hours with a load, evenly, and those without."""
    low, high = average * max(2 - peak, 0), average * peak
    least = max(np.ceil(low * (1 - 1e-12)), 1)
    hours = low + (high - low) * (np.arange(1000) + 0.5) / 1000
    loaded = min(1, 2 / peak)
    mean = loaded * np.maximum(hours, least).mean() + (1 - loaded) * least
    assert held_through(np.float64(average), np.float64(peak)) == pytest.approx(mean, rel=1e-3)


@pytest.mark.parametrize(
    ("worth", "share", "peak"),
    [(1.5, 0.05, 1.4), (4, 0, 2), (1.2, 0.05, 1.1), (1.1, 0.05, 1.4), (2.5, 0.2, 3)],
)
def test_the_first_and_the_last_crossing_against_loads_tried(worth, share, peak):
    worth, share, peak = map(np.float64, (worth, share, peak))
    pays = with_spares(held_through(LOADS, peak), share) < worth * LOADS
    first, lasting = first_following(worth, share, peak), lasting_following(worth, share, peak)
    assert with_spares(first, share) / worth == pytest.approx(LOADS[pays][0], abs=1e-3)
    assert with_spares(lasting, share) / worth == pytest.approx(LOADS[~pays][-1], abs=1e-3)


def test_what_never_pays_is_beyond_all():
    worth = np.array([0.9, 1.05, 2])
    share, peak = np.array([0.05]), np.array([1.4])
    assert np.isinf(first_following(worth, share, peak)).tolist() == [True, True, False]
    assert np.isinf(lasting_following(worth, share, peak)).tolist() == [True, True, False]
