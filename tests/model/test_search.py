"""Words that search, against looking at every candidate in turn."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flopwatt.model.search import first_true, place_of_least, place_of_most, sequences_within
from flopwatt.model.trace import Dimension, DimensionError

SECOND, TOKEN = Dimension((("s", 1),)), Dimension((("token", 1),))
PURE = Dimension(())


def step(q, base, each, shared, missed):
    return base + each * q + shared * (1 - missed**q)


def counted(budget, *terms):
    """Sequences by trying one more as long as the budget is kept."""
    kept = 0
    while step(kept + 1, *terms) <= budget:
        kept += 1
    return kept


def found(*terms):
    return float(np.floor(sequences_within(*map(np.array, map(float, terms)))))


@pytest.mark.parametrize(
    ("terms", "sequences"),
    [
        ((50, 10, 1, 0, 0), 40),  # dense: 10 + q
        ((50.9, 10, 1, 0, 0), 40),
        ((50, 10, 1, 0, 1), 40),
        ((50, 10, 1, 20, 0), 20),  # all experts from the first sequence on
        ((21, 10, 1, 20, 0.5), 1),  # 10 + 1 + 20 (1 - 1/2)
        ((27, 10, 1, 20, 0.5), 2),  # 10 + 2 + 20 (1 - 1/4)
        ((26.99, 10, 1, 20, 0.5), 1),
        ((9, 10, 1, 0, 0), 0),  # the weights alone take longer
        ((-1, 10, 1, 20, 0.5), 0),
        ((10, 10, 1, 0, 0), 0),
        ((0.3, 0.1, 0.1, 0, 0), 2),  # 0.1 + 2 x 0.1 is 0.3 but for rounding
    ],
)
def test_sequences_by_hand(terms, sequences):
    assert found(*terms) == sequences


def test_an_endless_budget_sets_no_limit():
    assert found(np.inf, 1, 1, 1, 0.5) == np.inf
    assert found(50, np.inf, 1, 1, 0.5) == 0


@settings(max_examples=300, deadline=None)
@given(
    budget=st.floats(0, 300),
    base=st.floats(0, 50),
    each=st.floats(1, 20),
    shared=st.floats(0, 100),
    missed=st.floats(0, 1),
)
@example(budget=0, base=0, each=1, shared=0, missed=0)
def test_sequences_are_those_that_one_would_count(budget, base, each, shared, missed):
    terms = (base, each, shared, missed)
    by_hand = counted(budget, *terms)
    # unless the next one is at the budget to within what rounding does
    close = abs(step(by_hand + 1, *terms) - budget) < 1e-9 * max(budget, 1)
    assert found(budget, *terms) == by_hand or close


@settings(max_examples=100, deadline=None)
@given(
    budget=st.floats(1, 300), more=st.floats(0, 100), base=st.floats(0, 50),
    each=st.floats(1, 20), shared=st.floats(0, 100), missed=st.floats(0, 1),
)  # fmt: skip
def test_a_larger_budget_never_holds_fewer(budget, more, base, each, shared, missed):
    terms = (base, each, shared, missed)
    assert found(budget, *terms) <= found(budget + more, *terms)


def test_each_case_is_solved_for_itself():
    budgets = np.array([9.0, 21.0, 27.0, 50.0]).reshape(1, 1, 1, 4)
    base = np.array([10.0]).reshape(1, 1, 1, 1)
    held = np.floor(sequences_within(budgets, base, base / 10, base * 2, base * 0 + 0.5))
    assert held.shape == (1, 1, 1, 4)
    assert held.ravel().tolist() == [0, 1, 2, 20]


def test_the_place_of_the_smallest_and_the_largest():
    one, two, three = (
        np.array([3.0, 1.0, 2.0]),
        np.array([1.0, 1.0, 5.0]),
        np.array([2.0, 1.0, 5.0]),
    )
    assert place_of_least(one, two, three).tolist() == [1, 0, 0]
    assert place_of_most(one, two, three).tolist() == [0, 0, 1]
    assert place_of_least(np.array([np.inf]), np.array([np.inf])).tolist() == [0]


def test_places_on_axes_of_different_length():
    many, alone = np.arange(4.0).reshape(1, 1, 4, 1), np.full((1, 1, 1, 1), 1.5)
    assert place_of_least(many, alone).ravel().tolist() == [0, 0, 1, 1]


def test_the_first_that_holds_or_their_number():
    yes, no = np.array([True, False, False]), np.array([False, False, True])
    assert first_true(yes, no).tolist() == [0, 2, 1]
    assert first_true(no, no, yes).tolist() == [2, 3, 0]


def test_dimensions():
    assert place_of_least(SECOND, SECOND) == PURE
    assert place_of_most(SECOND, SECOND) == PURE
    assert first_true(SECOND, TOKEN) == PURE
    assert sequences_within(SECOND, SECOND, SECOND, SECOND, PURE) == PURE
    with pytest.raises(DimensionError):
        place_of_least(SECOND, TOKEN)
    with pytest.raises(DimensionError):
        sequences_within(SECOND, SECOND, TOKEN, SECOND, PURE)
    with pytest.raises(DimensionError):
        sequences_within(SECOND, SECOND, SECOND, SECOND, TOKEN)
