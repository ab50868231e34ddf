"""Known distributions come back: P10, the median and P90 of each shape, and bounds that cut."""

import math
from dataclasses import replace

import numpy as np
import pytest

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.ranges import Range, Shape, default_shape, drawn, factor_weight, mixed
from flopwatt.studies.streams import stream

COUNT = 200_001
COST = Quantity("cost", "run", "cost", "USD", "$", "Cost.")
FREE = replace(COST, above=None)
NORMALS = stream("x", 1, COUNT)
# sampling error of a percentile: its standard deviation in rank is sqrt(q (1 - q) / n)
ERROR = 4 * math.sqrt(0.25 / COUNT)


def draw(shape, value=100.0, low=80.0, high=150.0, quantity=FREE):
    return drawn(quantity, value, Range(low, high, shape, "x"), NORMALS)


@pytest.mark.parametrize("shape", Shape)
def test_one_draw_in_ten_lies_below_low_and_one_above_high_and_half_below_the_value(shape):
    numbers, clipped = draw(shape)
    for end, share in ((80.0, 0.1), (100.0, 0.5), (150.0, 0.9)):
        assert np.mean(numbers < end) == pytest.approx(share, abs=ERROR)
    assert clipped == 0


@pytest.mark.parametrize("shape", Shape)
def test_draws_of_every_shape_rise_with_the_normal_numbers_they_come_from(shape):
    numbers, _ = draw(shape)
    assert (np.diff(numbers[np.argsort(NORMALS)]) >= 0).all()


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize(("low", "high"), [(100.0, 150.0), (80.0, 100.0)])
def test_a_range_may_lie_on_one_side_of_the_value_alone(shape, low, high):
    numbers, _ = draw(shape, low=low, high=high)
    assert np.mean(numbers == 100) == pytest.approx(0.5, abs=ERROR)


def test_the_spread_of_each_shape_is_that_of_the_textbook():
    sides = {"low": 80.0, "high": 120.0}
    width = 20 / 1.2815515655446004
    assert draw(Shape.NORMAL, **sides)[0].std() == pytest.approx(width, rel=0.01)
    # P10 to P90 is eight tenths of a uniform's width, whose deviation is width / sqrt(12)
    uniform = draw(Shape.UNIFORM, **sides)[0]
    assert uniform.std() == pytest.approx(50 / math.sqrt(12), rel=0.01)
    assert (uniform.min(), uniform.max()) == (pytest.approx(75, 1e-3), pytest.approx(125, 1e-3))
    # half the base b of a triangle: P90 is b (1 - sqrt(0.2)) from the peak; deviation b / sqrt 6
    half = 20 / (1 - math.sqrt(0.2))
    triangular = draw(Shape.TRIANGULAR, **sides)[0]
    assert triangular.std() == pytest.approx(half / math.sqrt(6), rel=0.01)
    assert triangular.max() < 100 + half
    logs = np.log(draw(Shape.LOGNORMAL, low=50.0, high=200.0)[0])
    assert logs.std() == pytest.approx(math.log(2) / 1.2815515655446004, rel=0.01)


@pytest.mark.parametrize(
    ("bounds", "floor", "ceiling"),
    [
        ({"above": 0.0}, 100 * 1e-6, math.inf),  # just above what it may not be
        ({"above": None, "minimum": 0.0}, 0.0, math.inf),
        ({"above": None, "maximum": 110.0}, -math.inf, 110.0),
    ],
)
def test_draws_are_cut_at_legal_bounds_and_the_share_is_counted(bounds, floor, ceiling):
    quantity = replace(COST, **bounds)
    numbers, clipped = draw(Shape.NORMAL, low=10.0, high=190.0, quantity=quantity)
    free, _ = draw(Shape.NORMAL, low=10.0, high=190.0)
    assert numbers.min() >= floor
    assert numbers.max() <= ceiling
    assert clipped == np.mean((free < floor) | (free > ceiling)) > 0.05
    assert np.median(numbers) == pytest.approx(100, abs=1)


def test_bounds_are_in_the_unit_of_the_quantity():
    share = Quantity("mfu", "run", "mfu", "%", "u", "Share.", maximum=100.0)
    numbers, clipped = drawn(share, 0.8, Range(0.5, 0.99, Shape.NORMAL, "x"), NORMALS)
    assert numbers.max() == 1
    assert 0.01 < clipped < 0.1


@pytest.mark.parametrize(
    ("quantity", "low", "shape"),
    [
        (COST, 1.0, Shape.LOGNORMAL),
        (replace(COST, above=None, minimum=0.0), 1.0, Shape.LOGNORMAL),
        (replace(COST, above=None, minimum=0.0), 0.0, Shape.NORMAL),
        (FREE, 1.0, Shape.NORMAL),
        (replace(FREE, kind=Kind.GROWTH), 1.0, Shape.NORMAL),
        (replace(FREE, kind=Kind.DATE), 1.0, Shape.NORMAL),
    ],
)
def test_what_cannot_be_negative_is_lognormal(quantity, low, shape):
    assert default_shape(quantity, low) is shape


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9])
def test_what_shares_a_factor_is_correlated_by_ranks(correlation):
    random = np.random.default_rng(2)
    shared, one, other = random.standard_normal((3, 100_000))
    around = Range(1, 3, Shape.LOGNORMAL, "x", "market/gear", factor_weight(correlation))
    first, second = mixed(around, one, shared), mixed(around, other, shared)
    ranks = [np.argsort(np.argsort(x)) for x in (first, second)]
    assert np.corrcoef(*ranks)[0, 1] == pytest.approx(correlation, abs=0.01)
    # each by itself stays a standard normal
    assert np.std(first) == pytest.approx(1, abs=0.01)


def test_what_has_no_factor_is_drawn_by_itself():
    numbers = np.array([0.5, -1.0])
    around = Range(1, 3, Shape.NORMAL, "x")
    assert mixed(around, numbers, None) is numbers
