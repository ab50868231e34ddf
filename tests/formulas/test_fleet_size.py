"""How many units a fleet has, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import fleet_size as size

FIXED, FOLLOWS = np.array(0.0), np.array(1.0)
TOGETHER, APART = np.array(0.0), np.array(1.0)
DAY = 86_400.0


def months(*values):
    return np.array(values, dtype=float).reshape(1, -1, 1, 1)


def test_the_published_day():
    """608 and 168 billion tokens in a day at 73.7k and 14.8k tokens/s: 226.9 nodes on average."""
    prompts = 608e9 / 73_700 / DAY
    answers = 168e9 / 14_800 / DAY
    call = size.call_work(608_000 / 73_700 + 168_000 / 14_800, 1)
    assert size.units_busy(1e6, call, 0, DAY) == pytest.approx(prompts + answers)
    assert prompts + answers == pytest.approx(95.48 + 131.38, abs=0.01)
    read = size.prompt_work(np.array(608_000.0), 73_700, 1)
    assert read / call == pytest.approx(95.48 / 226.86, rel=1e-4)


def test_a_unit_takes_as_many_calls_as_fit_in_its_time():
    assert size.unit_calls(0.25) == 4
    assert size.load_peak(1.4, 1.1) == pytest.approx(1.54)


def test_units_for_the_busiest_hour():
    # 10 calls/s of 0.5 s at 1.4 of the mean, at most 80 % busy: 8.75
    assert size.units_needed(TOGETHER, 10, 0.5, 1.4, 0.8, 4, 7) == 9
    assert size.units_needed(TOGETHER, 10, 0.5, 1.6, 0.8, 4, 7) == 10  # just whole
    assert size.units_needed(TOGETHER, 10, 0.5, 1.61, 0.8, 4, 7) == 11
    assert size.units_needed(TOGETHER, 0, 0.5, 1.4, 0.8, 4, 7) == 0


def test_each_phase_that_has_its_own_units_has_whole_ones():
    # 0.2 s for prompts and 0.3 s for answers: 3.5 units and 5.25, where together 8.75 are 9
    read = size.prompt_units(10, 0.2, 1.4, 0.8)
    wrote = size.answer_units(10, size.answer_work(30, 100, 1), 1.4, 0.8)
    assert (read, wrote) == (4, 6)
    assert size.units_needed(APART, 10, 0.5, 1.4, 0.8, read, wrote) == 10
    # the least load takes one of each
    assert size.prompt_units(1e-6, 0.2, 1.4, 0.8) + size.answer_units(1e-6, 0.3, 1.4, 0.8) == 2


def test_the_peak_of_the_published_day():
    """95.48 and 131.38 nodes on average, times 1.226: 117.05 and 161.07 are 118 and 162."""
    read = size.prompt_units(1e6 / DAY, 608_000 / 73_700, 1.226, 1)
    wrote = size.answer_units(1e6 / DAY, 168_000 / 14_800, 1.226, 1)
    assert (read, wrote) == (118, 162)


@pytest.mark.parametrize(
    ("needed", "spares", "held"),
    [(9, 0, 9), (9, 0.05, 10), (100, 0.05, 105), (101, 0.05, 107), (0, 0.05, 0)],
)
def test_whole_spares_on_top(needed, spares, held):
    assert size.fleet_units(needed, spares) == held
    assert size.fleet_gpus(held, 8, 1) == 8 * held


def test_how_busy_a_fleet_is():
    # 300 calls of half a second in 30 seconds, and nothing before launch
    with np.errstate(invalid="ignore"):
        busy = size.units_busy(months(0, 300), 0.5, months(0, 0), months(0, 30))
        used = size.fleet_utilisation(busy, months(0, 10))
    assert busy.ravel().tolist() == [0, 5]
    assert used.ravel().tolist() == [0, 0.5]


def test_units_that_are_held():
    """5 busy at 80 % are 6.25; hours go from 3.75 to 8.75, a quarter unit of five below the 4.

    They are (4 - 3.75)^2 / 2 / 5 short of 4 on average: 0.00625.
    """
    assert size.units_held(5, 0.8, 1.4) == pytest.approx(6.25625)
    assert size.units_held(0, 0.8, 1.4) == 0


def test_units_that_are_paid():
    # all of them, or those held with one spare of 0.6, rounded up
    assert size.units_paid(FIXED, 10, 6.2, 0.1) == 10
    assert size.units_paid(FOLLOWS, 10, 6.2, 0.1) == pytest.approx(7.2)


def test_one_unit_and_its_spare_are_paid_while_there_are_calls():
    assert size.units_paid(FOLLOWS, 2, size.units_held(0.07, 0.8, 1.4), 0.05) == 2
    assert size.units_paid(FOLLOWS, 0, size.units_held(0, 0.8, 1.4), 0.05) == 0


def test_the_day_of_launch():
    calls, work = months(10, 20, 40), months(0.5, 0.5, 0.5)
    phases = (months(0.2), months(0.3))
    assert size.launch_units(TOGETHER, calls, work, *phases, 1.4, 0.8, 0.05).item() == 10
    # 4 and 6 are needed, and one is spare
    assert size.launch_units(APART, calls, work, *phases, 1.4, 0.8, 0.05).item() == 11
    held = size.launch_units_held(calls, work, 0.8, 1.4)
    assert held.item() == pytest.approx(6.25625)
    assert size.launch_units_paid(FOLLOWS, 10, held, 0.1).item() == pytest.approx(7.25625)
    assert size.launch_units_paid(FIXED, 10, held, 0.1).item() == 10
