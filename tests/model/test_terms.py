"""Terms paid in full: by hand."""

import numpy as np
import pytest

from flopwatt.model.terms import hours_ahead, taken_up, time_kept

HOURS = 730.5


def column(*numbers):
    return np.array(numbers, dtype=float).reshape(-1, 1, 1, 1)


def months(*numbers):
    return np.array(numbers, dtype=float).reshape(1, -1, 1, 1)


def test_terms_begin_where_units_are_held_that_no_earlier_term_holds():
    held = months(2, 2, 3, 1, 1, 0)
    # two at first, for three months; a third in month 2, which runs to month 4
    found = taken_up(held, column(3 * HOURS), np.full((1, 6, 1, 1), HOURS))
    assert found.ravel().tolist() == [2, 0, 1, 0, 0, 0]
    again = taken_up(months(2, 2, 2, 2), column(2 * HOURS), np.full((1, 4, 1, 1), HOURS))
    assert again.ravel().tolist() == [2, 0, 2, 0]
    assert not taken_up(held, column(0), np.full((1, 6, 1, 1), HOURS)).any()


def test_a_term_has_the_hours_of_its_own_months():
    hours = months(744, 672, 744, 720)
    found = hours_ahead(hours, column(2 * 720, 0))
    assert found[..., 0, 0].tolist() == [[1416, 1416, 1464, 720], [0, 0, 0, 0]]


def test_what_was_needed_once_is_kept_in_whole_terms():
    # one from the first of five months, two more from the fourth: in terms of two months 3 and 1
    found = time_kept(months(1, 1, 0, 3, 2), column(2 * HOURS), np.full((1, 5, 1, 1), HOURS))
    assert found.item() == pytest.approx((1 * 6 + 2 * 2) * HOURS)
    assert not time_kept(months(1, 1), column(0), np.full((1, 2, 1, 1), HOURS)).any()
