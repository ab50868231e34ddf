"""What is bought as cash and amortised: each formula by hand; whole plans are in test_buying."""

import numpy as np
import pytest

from flopwatt.formulas import buying_books as books

HOUR = 3600.0


def one(*numbers):
    return np.array(numbers, dtype=float).reshape(1, -1, 1, 1)


def test_terms_begin_and_end():
    hours, term = one(730, 730, 730, 730), one(2 * 730)
    taken = books.way_taken_up(one(3, 3, 1, 1), term, hours)
    assert taken.ravel().tolist() == [3, 0, 1, 0]
    assert books.way_given_up(taken, term, hours).ravel().tolist() == [0, 3, 0, 1]
    assert books.way_term_months(term, hours).item() == 2
    assert books.way_term_months(one(0), hours).item() == 1
    assert books.way_term_hours(hours, term).ravel().tolist() == [1460, 1460, 1460, 730]


def test_what_is_paid_when_a_term_begins():
    operation = books.way_operation(one(16, 16), 2.4 / HOUR, one(744 * HOUR, 672 * HOUR))
    assert operation.ravel().tolist() == pytest.approx([16 * 2.4 * 744, 16 * 2.4 * 672])
    ahead = books.way_ahead(one(2, 0), 8, 2.4 / HOUR, one(1416 * HOUR, 672 * HOUR))
    assert ahead.ravel().tolist() == pytest.approx([16 * 2.4 * 1416, 0])
    paid = books.way_opex(operation, 0.5, ahead, one(1))
    assert paid.sum() == pytest.approx(operation.sum())
    assert paid.ravel()[0] == pytest.approx(16 * 2.4 * (744 / 2 + 1416 / 2))
    as_used = books.way_opex(operation, 0.5, ahead, one(0))
    assert as_used.ravel().tolist() == operation.ravel().tolist()


def test_capital_as_cash_and_amortised():
    # two lots of eight at 40,000 a GPU, sold for 10,000 after two months, running 100 a month
    capex = books.way_capex(one(2, 0), 8, 40_000)
    assert capex.ravel().tolist() == [640_000, 0]
    resold = books.way_resold(one(0, 2), 8, 10_000)
    assert resold.ravel().tolist() == [0, 160_000]
    amortised = books.way_amortised(one(2, 2), 8, 40_000, 10_000, one(2))
    assert amortised.ravel().tolist() == [240_000, 240_000]
    cash = books.way_cash(one(100, 100), capex, resold)
    assert cash.ravel().tolist() == [640_100, -159_900]
    assert books.way_booked(one(100, 100), amortised).sum() == cash.sum()
