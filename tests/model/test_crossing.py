"""Crossings of a curve and a staircase, checked against sums done by hand."""

import numpy as np
import pytest

from flopwatt.model.crossing import (
    Curve,
    Staircase,
    exponential_integral,
    first_crossing,
    lasting_crossing,
)

ENDS = np.array([10.0, 20.0, 30.0, 40.0]).reshape(1, -1, 1, 1)


def flat(per_second: float = 1.0, launch: float = 0.0) -> Curve:
    """A curve that rises by the same amount each second from its launch, over four months."""
    live = np.clip(ENDS - launch, 0, None)
    rate = np.where(launch < ENDS, per_second, 0.0)
    return Curve(
        per_second * live, rate, np.zeros((1, 1, 1, 1)), np.full((1, 1, 1, 1), launch), ENDS
    )


def stairs(*steps: tuple[float, float]) -> Staircase:
    bills, due = (np.array(column).reshape(-1, 1, 1, 1, 1) for column in zip(*steps, strict=True))
    return Staircase(bills, due)


@pytest.mark.parametrize(
    ("steps", "first", "lasting"),
    [
        ([(25, 0)], 25, 25),
        ([(25, -99)], 25, 25),
        ([(100, 0)], np.inf, np.inf),
        ([(10, 0), (15, 5)], 25, 25),
        ([(10, 0), (15, 20)], 10, 25),
        ([(10, 0), (500, 20)], 10, np.inf),
        ([(10, 12)], 12, 12),
        ([(10, 0), (5, 25)], 10, 10),
        ([(10, 0), (15, 12), (1, 35)], 10, 25),
        ([(10, 0), (5, 40)], 10, 10),
        ([(10, 0), (15, 99)], 10, 10),
        ([(15, 20), (10, 0)], 10, 25),
        ([(40, 0)], 40, 40),
    ],
)
def test_first_and_lasting(steps, first, lasting):
    assert first_crossing(stairs(*steps), flat()).item() == pytest.approx(first)
    assert lasting_crossing(stairs(*steps), flat()).item() == pytest.approx(lasting)


def test_a_curve_that_starts_above_the_stairs_had_crossed_already():
    curve = flat(launch=-30.0)
    assert first_crossing(stairs((25, 0)), curve).item() == -np.inf
    assert first_crossing(stairs((35, 0)), curve).item() == pytest.approx(5)


def test_a_launch_inside_a_month():
    assert first_crossing(stairs((3, 0)), flat(launch=14.0)).item() == pytest.approx(17)


def test_padding_of_short_groups_is_no_bill():
    padded = stairs((25, 0), (np.nan, np.nan))
    assert first_crossing(padded, flat()).item() == pytest.approx(25)


def test_members_cross_where_their_sum_does():
    one, other = flat(1.0), flat(2.0, launch=12.0)
    both = Curve(
        one.spent + other.spent,
        np.stack([one.rate, other.rate]),
        np.stack([one.growth, other.growth]),
        np.stack([one.launch, other.launch]),
        ENDS,
    )
    # 12 by the launch of the second, then 3 a second
    assert first_crossing(stairs((18, 0)), both).item() == pytest.approx(14)


def test_cases_are_solved_each_for_itself():
    bills = np.array([5.0, 25.0, 500.0]).reshape(1, 1, 1, 1, 3)
    found = first_crossing(Staircase(bills, np.zeros_like(bills)), flat()).ravel()
    assert found.tolist() == pytest.approx([5, 25, np.inf])


@pytest.mark.parametrize("growth", [0.0, 1e-18, 1e-9, 0.1, -0.1])
def test_integral_of_a_growing_rate(growth):
    steps = np.linspace(0, 7, 200_001)
    expected = np.trapezoid(3 * np.exp(growth * steps), steps)
    found = exponential_integral(np.array(3.0), np.array(growth), np.array(7.0))
    assert found == pytest.approx(expected, rel=1e-9)


def growing(rate, growth, count=1):
    """A curve from 0 on that grows as exp(growth t), for several cases at once."""
    rate, growth = (np.broadcast_to(x, count).reshape(1, 1, 1, -1) for x in (rate, growth))
    spent = exponential_integral(rate, growth, ENDS)
    return Curve(spent, rate * np.exp(growth * ENDS), growth, np.zeros((1, 1, 1, 1)), ENDS)


@pytest.mark.parametrize("growth", [-0.05, -1e-12, 0.0, 1e-12, 0.05, 0.5])
def test_one_exponential_crosses_where_its_closed_form_says(growth):
    level = 0.7 * exponential_integral(np.array(2.0), np.array(growth), np.array(40.0))
    expected = np.log1p(growth * level / 2) / growth if abs(growth) > 1e-9 else level / 2
    found = first_crossing(stairs((float(level), 0)), growing(2.0, growth)).item()
    assert found == pytest.approx(expected, rel=1e-9)


def test_a_case_does_not_depend_on_the_cases_beside_it():
    random = np.random.default_rng(3)
    rate, growth = random.uniform(0.1, 5, 40), random.normal(0, 0.2, 40)
    bills = random.uniform(5, 100, 40)
    due = np.zeros_like(bills)

    def solve(where):
        steps = Staircase(*(x[where].reshape(1, 1, 1, 1, -1) for x in (bills, due)))
        curve = growing(rate[where], growth[where], len(bills[where]))
        return first_crossing(steps, curve).ravel()

    whole = solve(slice(None))
    assert np.isfinite(whole).sum() > 10
    for size in (1, 2, 7):
        parts = [solve(slice(begin, begin + size)) for begin in range(0, 40, size)]
        assert np.concatenate(parts).tobytes() == whole.tobytes()


def test_what_is_no_number_reaches_nothing():
    curve = flat()
    broken = Curve(curve.spent * np.nan, curve.rate, curve.growth, curve.launch, curve.month_end)
    assert first_crossing(stairs((25, 0)), broken).item() == np.inf
