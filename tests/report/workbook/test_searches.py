"""A search by halving, a row for each."""

import numpy as np
import pytest

from flopwatt.model import sequences_within as word
from flopwatt.report.workbook.searches import sequences_within


def test_the_halvings_end_where_the_word_does(ref, desk, example):
    on = desk(example("two-products"))
    numbers = (0.05, 0.01, 0.0005, 0.02, 0.9)
    found = sequences_within(on, *(ref(row, number) for row, number in enumerate(numbers, 1)))
    wanted = float(word(*(np.asarray(number) for number in numbers)))
    assert float(found.number) == pytest.approx(wanted)
    last = on.sheet.cells[on.row - 1, 1].value
    assert last == pytest.approx(wanted, rel=1e-9)
    assert on.sheet.cells[on.row - 1, 0].value == "after halving 40"


def test_a_budget_below_the_base_leaves_room_for_none(ref, desk, example):
    on = desk(example("two-products"))
    numbers = (0.005, 0.01, 0.0005, 0.02, 0.9)
    found = sequences_within(on, *(ref(row, number) for row, number in enumerate(numbers, 1)))
    assert float(found.number) == 0
