"""A number that is missing: what is worked out from it, and where it would decide."""

import operator

import pytest

from flopwatt.architecture.lacking import Lacking, LackingError, largest, least

ARITHMETIC = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
]


@pytest.mark.parametrize("work", ARITHMETIC)
def test_what_is_worked_out_lacks_what_either_side_lacks(work):
    assert work(Lacking("a"), 2).names == {"a"}
    assert work(2, Lacking("a")).names == {"a"}
    assert work(Lacking("a"), Lacking("b", "c")).names == {"a", "b", "c"}


def test_the_opposite_lacks_the_same():
    assert (-Lacking("a")).names == {"a"}


@pytest.mark.parametrize(
    "decide",
    [bool, int, float, range, lambda x: x < 1, lambda x: x >= 1, lambda x: [0][x], lambda x: x > x],
)
def test_nothing_is_decided_by_it(decide):
    with pytest.raises(LackingError) as caught:
        decide(Lacking("b", "a"))
    assert caught.value.names == {"a", "b"}
    assert str(caught.value) == "a, b"


def test_it_says_what_would_be_needed():
    assert repr(Lacking("b") * Lacking("a")) == "Lacking(a, b)"


def test_sums_of_it_are_not_known():
    assert sum([1, Lacking("a"), 2]).names == {"a"}


def test_the_largest_and_the_smallest_of_several():
    assert (largest([3, 7, 5]), least([3, 7, 5])) == (7, 3)
    assert largest([]) == least([]) == 0
    assert largest([3, Lacking("a")]).names == {"a"}
    assert least(iter([Lacking("b"), 1])).names == {"b"}
