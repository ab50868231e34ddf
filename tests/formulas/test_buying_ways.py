"""Ways of buying: each formula by hand; whole mixes are in test_buying."""

import numpy as np
import pytest

from flopwatt.formulas import buying_ways as ways

HOUR = 3600.0


def one(*numbers):
    return np.array(numbers, dtype=float).reshape(1, -1, 1, 1)


def test_prices_of_an_hour():
    assert ways.price_off_on_demand(4.0, 0.41) == pytest.approx(2.36)
    assert ways.way_useful_price(2.0, 0.15) == pytest.approx(2.3)
    assert ways.way_rate(one(2.3), one(1), one(1)).item() == pytest.approx(2.3)
    with np.errstate(divide="ignore"):
        assert ways.way_rate(one(2.3), one(0), one(1)).item() == np.inf
        assert ways.way_rate(one(2.3), one(1), one(0)).item() == np.inf


def test_only_spot_asks_what_a_workload_stands():
    stands = [ways.way_suits(one(kind), one(0)).item() for kind in range(9)]
    assert stands == [1, 0, 1, 1, 1, 1, 1, 1, 1]


def test_only_on_spot_are_hours_lost():
    lost = [ways.loss_of_kind(one(kind), one(0.15)).item() for kind in range(9)]
    assert lost == [0, 0.15, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("discount", "threshold"), [(0.41, 0.59), (0.64, 0.36)])
def test_a_commitment_pays_above_what_it_leaves_of_the_price(discount, threshold):
    price = ways.price_off_on_demand(6.88, discount)
    assert ways.way_threshold(price, 6.88) == pytest.approx(threshold)


def test_what_is_paid_as_used_is_paid_the_cheapest_way():
    terms = one(0, 12)
    has = ways.way_has_term(terms)
    assert has.ravel().tolist() == [0, 1]
    with np.errstate(divide="ignore"):
        as_used = ways.way_as_used(one(4, 2), has)
    assert as_used.ravel().tolist() == [4, np.inf]
    best = ways.way_is_best(as_used, one(4))
    assert best.ravel().tolist() == [1, 0]
    committed = ways.way_committed(one(3, 5), has)
    assert committed.ravel().tolist() == [0, 5]
    assert ways.way_lots(committed, best, one(2), one(1)).ravel().tolist() == [2, 5]
    assert ways.way_gpus(one(2, 5), 8).ravel().tolist() == [16, 40]


def test_what_a_way_costs():
    cost = ways.way_cost(one(16, 16), 2.4 / HOUR, one(744 * HOUR, 672 * HOUR))
    assert cost.ravel().tolist() == pytest.approx([16 * 2.4 * 744, 16 * 2.4 * 672])


def test_all_of_one_way():
    kept, used = one(100 * HOUR), one(60 * 8 * HOUR)
    assert ways.way_alone_cost(kept, one(1), 8, used, 2.0 / HOUR).item() == pytest.approx(1600)
    assert ways.way_alone_cost(kept, one(0), 8, used, 4.0 / HOUR).item() == pytest.approx(1920)
    assert ways.way_total_cost(one(3, 4, 5)).item() == 12
    assert ways.way_hours(one(16, 8), one(0), one(10, 20)).item() == 320
    assert ways.way_hours(one(16, 8), one(0.25), one(10, 20)).item() == 400
