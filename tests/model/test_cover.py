"""Covers of a demand: by hand, and against trying everything there is."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flopwatt.model.cover import busy_below, cheapest_cover

HOURS = 730.5


def below(level, peak, busy, flat=0.0):
    return float(
        busy_below(*(np.array([one], dtype=float) for one in (level, peak, busy, flat)))[0]
    )


def test_a_training_run_has_all_its_units_busy_at_once():
    assert below(4, 10, 5, flat=1) == 2
    assert below(12, 10, 5, flat=1) == 5
    assert below(4, 0, 0, flat=1) == 0


def test_a_steady_demand_is_busy_throughout():
    assert below(3, 10, 10) == 3
    assert below(14, 10, 10) == 10


def test_a_load_that_moves_between_a_base_and_its_peak():
    # 100 at the peak, 80 on average: 60 always, and of the 40 above half on average
    assert below(60, 100, 80) == 60
    # the next 20 are busy by 100 % falling to 50 %: 15
    assert below(80, 100, 80) == pytest.approx(75)
    assert below(100, 100, 80) == pytest.approx(80)


def test_a_load_with_a_high_peak_has_no_base():
    # 100 at the peak, 25 on average: the share falls as (1 - n/100)^3, whose integral is 25
    assert below(100, 100, 25) == pytest.approx(25)
    assert below(50, 100, 25) == pytest.approx(25 * (1 - 0.5**4))
    assert below(1, 100, 25) == pytest.approx(1, rel=0.02)


def cover(peak, busy, ways, flat=0.0, hours=None):
    """Units by way and month; a way is a price, a term and a lead in months."""
    months = len(peak)
    span = np.full(months, HOURS) if hours is None else np.array(hours, dtype=float)

    def series(one):
        return np.broadcast_to(np.asarray(one, dtype=float), (len(ways), months))[..., None, None]

    def column(numbers):
        return np.array(numbers, dtype=float).reshape(-1, 1, 1, 1)

    prices = [np.broadcast_to(price, months) for price, *_ in ways]
    found = cheapest_cover(
        column([0] * len(ways)),
        series(peak),
        series(busy),
        column([flat] * len(ways)),
        series(prices),
        column([term * span.mean() for _, term, _ in ways]),
        column([lead * span.mean() for *_, lead in ways]),
        np.asarray(span).reshape(1, -1, 1, 1),
    )
    return found[..., 0, 0]


ON_DEMAND, YEAR, THREE_YEARS = (4.0, 0, 0), (2.4, 12, 0), (1.6, 36, 0)


def test_what_is_always_busy_is_taken_for_the_longest_term():
    held = cover([10] * 36, [10] * 36, [ON_DEMAND, YEAR, THREE_YEARS])
    assert held[2].tolist() == [10] * 36
    assert not held[:2].any()


def test_no_term_runs_past_the_last_month():
    held = cover([10] * 30, [10] * 30, [ON_DEMAND, YEAR, THREE_YEARS])
    # two years by the year; of the last six months no term is left that pays
    assert held[1].sum() == 240
    assert held[0].sum() == 60
    assert not held[2].any()


def test_a_last_term_may_overlap_the_one_before():
    # of 20 months a second year would have 4 to spare: 2.40 x 12 is below 4.00 x 8
    held = cover([10] * 20, [10] * 20, [ON_DEMAND, YEAR])
    assert held[1].tolist() == [10] * 8 + [20] * 4 + [10] * 8
    assert not held[0].any()


def test_a_unit_is_taken_for_a_term_where_it_is_busy_above_the_ratio_of_prices():
    # of 100 at the peak 80 are busy: level n above 60 for (100 - n) / 40; at 60 % of the price
    # a term pays for more than 60 % of use, which ends at level 76
    held = cover([100] * 12, [80] * 12, [ON_DEMAND, YEAR])
    assert held[1].tolist() == [76] * 12
    # what the last 24 are busy: 24 x 60 % / 2
    assert held[0] == pytest.approx([7.2] * 12)


def test_a_training_run_is_held_for_a_year_when_it_fills_more_than_its_share_of_it():
    eight, seven = ([10] * n + [0] * (12 - n) for n in (8, 7))
    assert cover(eight, eight, [ON_DEMAND, YEAR], flat=1)[1].tolist() == [10] * 12
    assert not cover(seven, seven, [ON_DEMAND, YEAR], flat=1)[1].any()


def test_a_lead_keeps_a_term_from_beginning_before():
    held = cover([10] * 15, [10] * 15, [ON_DEMAND, (2.4, 12, 3)])
    assert held[1].tolist() == [0] * 3 + [10] * 12
    assert held[0].tolist() == [10] * 3 + [0] * 12


def test_of_equals_nobody_is_bound():
    assert not cover([10] * 12, [10] * 12, [(2.4, 12, 0), (2.4, 0, 0)])[0].any()


def test_a_term_costs_the_hours_of_its_own_months():
    hours = [672, 744] * 6
    # the cheapest month by month is known, so a price of exactly as much is not below it
    assert not cover([1] * 12, [1] * 12, [(1.0, 0, 0), (1.0, 12, 0)], hours=hours)[1].any()
    assert cover([1] * 12, [1] * 12, [(1.0, 0, 0), (0.999, 12, 0)], hours=hours)[1].all()


def test_no_term_begins_before_its_use_to_save_a_trifle():
    """Nine months in terms of four: twelve months from the first, or from the fourth as well."""
    peak = [0] * 3 + [1] * 9
    for first, early in ((720, False), (600, True)):
        hours = [first] * 3 + [721] * 9
        held = cover(peak, peak, [(10.0, 0, 0), (1.0, 4, 0)], hours=hours)[1]
        assert bool(held[:3].any()) == early


def test_groups_do_not_see_one_another():
    def rows(*numbers):
        return np.array(numbers, dtype=float).reshape(-1, 1, 1, 1)

    peak = np.broadcast_to(rows(10, 3, 10, 3), (4, 12, 1, 1))
    price = rows(4, 1, 2, 4)
    hours = np.full((1, 12, 1, 1), HOURS)
    term = rows(0, 0, 12, 12) * HOURS
    found = cheapest_cover(
        rows(0, 1, 0, 1), peak, peak, rows(0, 0, 0, 0), price, term, rows(0, 0, 0, 0), hours
    )
    assert found[:, 0, 0, 0].tolist() == [0, 3, 10, 0]


def test_many_levels_are_taken_together():
    held = cover([100_000] * 12, [100_000] * 12, [ON_DEMAND, YEAR])
    assert held[1].tolist() == [100_000] * 12


demands = st.lists(st.integers(0, 2), min_size=5, max_size=5)
prices = st.floats(0.2, 3)


@settings(max_examples=40, deadline=None)
@given(demands.map(sorted), prices, prices, st.integers(0, 2))
def test_a_demand_that_never_falls_is_covered_by_no_one_for_less(peak, two, three, lead):
    ways = [(2.0, 0, 0), (two, 2, lead), (three, 3, 0)]
    held = cover(peak, peak, ways)
    assert bill(held, ways) == pytest.approx(cheapest_by_trying(peak, ways))


@settings(max_examples=40, deadline=None)
@given(demands, prices, prices, st.integers(0, 2))
def test_every_demand_is_covered_and_never_for_more_than_as_used(peak, two, three, lead):
    ways = [(2.0, 0, 0), (two, 2, lead), (three, 3, 0)]
    held = cover(peak, peak, ways)
    assert (held.sum(axis=0) >= np.array(peak) - 1e-9).all()
    assert bill(held, ways) <= 2.0 * sum(peak) * (1 + 1e-9)
    assert bill(held, ways) >= cheapest_by_trying(peak, ways) * (1 - 1e-9)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0, 30), min_size=14, max_size=14), st.floats(0, 1), prices, prices)
def test_a_cheaper_price_never_costs_more(peak, share, one, other):
    busy = [share * number for number in peak]
    low, high = sorted((one, other))
    cheap, dear = (
        bill(cover(peak, busy, [(2.0, 0, 0), (price, 12, 0)]), [(2.0, 0, 0), (price, 12, 0)])
        for price in (low, high)
    )
    assert cheap <= dear * (1 + 1e-9)


def bill(held, ways):
    """Whole terms at their price, and what is paid as used."""
    return sum(price * held[place].sum() for place, (price, *_) in enumerate(ways))


def cheapest_by_trying(peak, ways):
    """The least bill over every number of terms begun in every month; the rest is paid as used."""
    months, (used, *_), terms = len(peak), ways[0], ways[1:]
    starts = [
        (price, month, month + term)
        for price, term, lead in terms
        for month in range(lead, months - term + 1)
    ]
    most = max(peak)
    least = np.inf
    for counts in itertools.product(range(most + 1), repeat=len(starts)):
        held, paid = np.zeros(months), 0.0
        for count, (price, begin, end) in zip(counts, starts, strict=True):
            held[begin:end] += count
            paid += count * price * (end - begin)
        paid += used * np.maximum(np.array(peak) - held, 0).sum()
        least = min(least, paid)
    return least
