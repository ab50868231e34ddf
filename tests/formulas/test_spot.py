"""Runs on spot machines, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import spot

HOUR, DAY, MONTH = 3600.0, 86_400.0, 730.5 * 3600.0


def test_how_often_a_machine_of_many_is_taken_back():
    """Of 100 machines, 10 % a month each, ten a month: one in 73.05 hours."""
    assert spot.machines(np.array(799.0), 8) == 100
    between = spot.time_between_preemptions(0.10 / MONTH, 100)
    assert between == pytest.approx(73.05 * HOUR)
    # two rates add up: 1/73.05 + 1/36.525 is 3/73.05
    both = spot.time_between_stops_on_spot(36.525 * HOUR, between)
    assert both == pytest.approx(73.05 * HOUR / 3)


def test_a_notice_long_enough_to_save_undoes_no_work():
    long, short = (
        spot.time_between_losses(30 * HOUR, 60 * HOUR, np.array(120.0), write)
        for write in (100.0, 200.0)
    )
    assert long == pytest.approx(30 * HOUR)
    assert short == pytest.approx(20 * HOUR)  # 1/30 + 1/60 is 1/20


def test_what_is_lost_on_spot():
    """50 s each 1,000 s and half of it in 10,000 s; restarts 1 in 100, changeovers 1 in 50."""
    interval = spot.checkpoint_interval_on_spot(50.0, 10_000.0)
    assert interval == pytest.approx(1000)
    overhead = spot.checkpoint_overhead_on_spot(50.0, interval, 10_000.0)
    assert overhead == pytest.approx(0.05 + 0.05)
    lost = spot.lost_share_on_spot(overhead, 600.0, 60_000.0, 360.0, 18_000.0)
    assert lost == pytest.approx(0.1 + 0.01 + 0.02)
    assert spot.goodput_on_spot(np.array([lost, 1.2])).tolist() == pytest.approx([0.87, 0])


def test_many_machines_are_had_at_once_less_often_than_one():
    """Ten machines there 90 % of the time each by itself are all there 0.9^10 of it."""
    independent = spot.gang_independent(0.9, 10)
    assert independent == pytest.approx(0.3486784401)
    chosen = [spot.gang_availability(np.array(word), independent, 0.9) for word in (0.0, 1.0)]
    assert chosen == pytest.approx([independent, 0.9])


def test_the_price_of_a_useful_hour_and_the_days():
    """800 useful hours at 80 % are 1,000 paid; at $2, $2,000 and $2.50 each."""
    paid = spot.hours_on_spot(800 * HOUR, 0.8)
    assert paid == pytest.approx(1000 * HOUR)
    assert spot.cost_on_spot(2 / HOUR, paid) == pytest.approx(2000)
    assert spot.useful_spot_price(2 / HOUR, 0.8) == pytest.approx(2.5 / HOUR)
    # on 10 GPUs 100 hours, there half of the time
    assert spot.duration_on_spot(paid, 10, 0.5) == pytest.approx(200 * HOUR)
