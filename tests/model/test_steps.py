"""Whole units with spares: from how many on they pay, held against trying one after the other."""

import math
import time

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from flopwatt.model.steps import (
    first_month,
    first_paying,
    lasting_month,
    lasting_paying,
    rounded_up,
    with_spares,
)

SHARES = st.one_of(
    st.just(0.0),
    st.fractions(0, 2, max_denominator=40).map(float),
    st.floats(0.001, 3),
)
TRIED = np.arange(1, 5001.0)


def series(*numbers):
    """Numbers by month."""
    return np.array(numbers, dtype=float).reshape(1, -1, 1, 1)


@pytest.mark.parametrize(
    ("number", "up"),
    [(3.0, 3), (3.2, 4), (0.0, 0), (100 * 0.07, 7), (3 * 1.1, 4), (1e-9, 1)],
)
def test_a_number_that_is_whole_but_for_rounding_stays(number, up):
    """100 x 0.07 is 7.000000000000001 in floating point: 7 spares, not 8."""
    assert rounded_up(number) == up


@pytest.mark.parametrize(
    ("units", "share", "held"),
    [(1, 0.05, 2), (20, 0.05, 21), (21, 0.05, 23), (100, 0.07, 107), (4, 0, 4), (3, 1.5, 8)],
)
def test_spares_are_whole(units, share, held):
    assert with_spares(units, share) == held


def test_no_number_of_units_has_no_number_of_spares():
    assert with_spares(np.inf, 0) == np.inf


@pytest.mark.parametrize(
    ("worth", "share", "first", "lasting"),
    [
        # without spares a unit pays for itself as soon as it brings in more than it costs; at the
        # start of unit k the k cost k and bring in 1.5 (k - 1): even at k = 3, ahead from 4 on
        (1.5, 0, 1, 2),
        (4, 0, 1, 1),
        # 1 + 1 against 1.5 is dear, 2 + 1 against 3 even, 3 + 2 against 4.5 dear, 4 + 2 even: half
        # a spare a unit takes all that a unit brings in beyond its cost
        (1.5, 0.5, np.inf, np.inf),
        # 1 + 1 against 1.6, 2 + 1 against 3.2: ahead. At the start of unit k: 3 + 2 against 3.2,
        # 17 + 9 against 25.6, 19 + 10 against 28.8; 18 + 9 against 27.2 and 21 + 11 against 32
        (1.6, 0.5, 2, 19),
        (1.05, 0.05, np.inf, np.inf),
        (0.9, 0, np.inf, np.inf),
        # 16 + 1 against 16.96 is dear, 17 + 1 against 18.02 ahead
        (1.06, 0.05, 17, None),
    ],
)
def test_steps_by_hand(worth, share, first, lasting):
    assert first_paying(worth, share) == first
    assert lasting is None or lasting_paying(worth, share) == lasting


@given(worth=st.floats(0.2, 8), share=SHARES)
def test_steps_are_those_found_one_by_one(worth, share):
    assume(abs(worth - 1 - share) > 0.004)
    held = with_spares(TRIED, share)
    pays, dear = held < worth * TRIED, held > worth * (TRIED - 1)
    if worth < 1 + share:
        assert not pays.any()
        assert first_paying(worth, share) == lasting_paying(worth, share) == np.inf
        return
    assert first_paying(worth, share) == TRIED[pays][0]
    assert lasting_paying(worth, share) == TRIED[dear][-1]


@given(share=SHARES, gap=st.floats(1e-11, 1e-3))
def test_near_the_edge_what_is_told_still_pays(share, gap):
    worth = 1 + share + gap
    first, lasting = float(first_paying(worth, share)), float(lasting_paying(worth, share))
    assume(math.isfinite(first))
    assert float(with_spares(first, share)) <= worth * first * (1 + 1e-9)
    assert float(with_spares(lasting + 1, share)) <= worth * lasting * (1 + 1e-9)
    assert first <= lasting


def test_many_cases_at_once_are_those_one_by_one():
    worth, share = np.linspace(0.5, 3, 40).reshape(1, 1, 1, -1), np.full((1, 1, 1, 1), 0.1)
    for way in (first_paying, lasting_paying):
        alone = [float(way(one, 0.1)) for one in worth.ravel()]
        assert way(worth, share).ravel().tolist() == alone


def test_draws_take_milliseconds():
    random = np.random.default_rng(1)
    worth, share = random.lognormal(0.3, 0.4, 2000), random.lognormal(-2.5, 0.5, 2000)
    begun = time.process_time()
    first_paying(worth, share)
    lasting_paying(worth, share)
    assert time.process_time() - begun < 0.1


@pytest.mark.parametrize(
    ("holds", "first", "lasting"),
    [
        ((0, 1, 1, 1), 10, 10),
        ((0, 1, 0, 1), 10, 30),
        ((1, 1, 0, 0), 0, np.inf),
        ((0, 0, 0, 0), np.inf, np.inf),
        ((1, 1, 1, 1), 0, 0),
    ],
)
def test_the_month_from_which_a_condition_holds(holds, first, lasting):
    condition, times = series(*holds) > 0, series(0, 10, 20, 30)
    assert first_month(condition, times).tolist() == [[[[first]]]]
    assert lasting_month(condition, times).tolist() == [[[[lasting]]]]
