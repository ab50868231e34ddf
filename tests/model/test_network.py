"""A network of activities: the forward pass, by hand and on many draws at once."""

import numpy as np
import pytest

from flopwatt.model.network import NOBODY, earliest_start, find_circle, in_order, waiting_lists


def rows(*numbers):
    return np.array(numbers, dtype=float).reshape(len(numbers), 1, 1, -1)


def follows(*waits):
    most = max(1, *map(len, waits))
    found = np.full((len(waits), 1, most, 1), float(NOBODY))
    for place, row in enumerate(waits):
        found[place, 0, : len(row), 0] = row
    return found


def test_each_begins_when_all_it_waits_for_have_ended():
    # permits 6, shell 13 after permits, gensets 20, fit-out 5 after both
    start = earliest_start(rows(6, 13, 20, 5), rows(0, 0, 0, 0), follows([], [0], [], [1, 2]))
    assert start[:, 0, 0, 0].tolist() == [0, 6, 0, 20]


def test_nothing_begins_before_its_day():
    start = earliest_start(rows(6, 13), rows(0, 10), follows([], [0]))
    assert start[:, 0, 0, 0].tolist() == [0, 10]


def test_what_comes_later_in_the_list_may_come_first():
    start = earliest_start(rows(5, 7), rows(0, 0), follows([1], []))
    assert start[:, 0, 0, 0].tolist() == [7, 0]


def test_all_draws_go_at_once_and_one_by_one_alike():
    random = np.random.default_rng(1)
    duration = random.uniform(1, 9, (30, 1, 1, 400))
    waits = [sorted(random.choice(place, min(place, 3), replace=False)) if place else []
             for place in range(30)]  # fmt: skip
    before = np.zeros((30, 1, 1, 1))
    together = earliest_start(duration, before, follows(*waits))
    for case in (0, 7, 399):
        alone = earliest_start(duration[..., case : case + 1], before, follows(*waits))
        assert (together[..., case] == alone[..., 0]).all()
        finish = alone[:, 0, 0, 0] + duration[:, 0, 0, case]
        for place, row in enumerate(waits):
            assert alone[place, 0, 0, 0] == max([0, *(finish[one] for one in row)])


def test_an_order_puts_each_after_what_it_waits_for():
    waits = [[2], [0], [], [0, 1]]
    order = in_order(waits)
    assert sorted(order) == [0, 1, 2, 3]
    assert all(order.index(one) < order.index(x) for x, row in enumerate(waits) for one in row)
    assert waiting_lists(follows(*waits)) == ((2,), (0,), (), (0, 1))


@pytest.mark.parametrize(
    ("waits", "circle"),
    [
        ([[], [0]], []),
        ([[0]], [0, 0]),
        ([[2], [0], [1]], [0, 2, 1, 0]),
        ([[3], [0], [], [0]], [0, 3, 0]),
        ([[1], [2], [1]], [1, 2, 1]),  # the first only waits for a circle
    ],
)
def test_a_circle_is_found_with_its_path(waits, circle):
    assert find_circle(waits) == circle
