"""Stops, checkpoints and lost time, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import reliability

MINUTE, HOUR, DAY, YEAR = 60.0, 3600.0, 86_400.0, 8766 * 3600.0


def test_stops_of_a_published_run():
    """419 stops in 54 days are one in 1,296 / 419 hours; times 16,384 GPUs, 5.8 years of one."""
    each = reliability.gpu_mtbf_by_count(54 * DAY, 16384, 419)
    assert each == pytest.approx(5.78 * YEAR, rel=1e-3)
    assert each == reliability.gpu_mtbf_by_own_count(54 * DAY, 16384, 419)
    between = reliability.mean_time_between_interruptions(each, 16384)
    assert (
        between == pytest.approx(1296 / 419 * HOUR) == reliability.mean_time_by_count(54 * DAY, 419)
    )
    assert between == pytest.approx(3.09 * HOUR, rel=1e-3)
    assert reliability.implied_mtbf(between, 16384) == pytest.approx(each)
    # six times the GPUs stop six times as often
    assert reliability.mean_time_between_interruptions(each, 6 * 16384) == pytest.approx(
        between / 6
    )
    assert reliability.stops(54 * DAY, between) == pytest.approx(419)


def test_a_checkpoint_takes_its_bytes_over_what_all_gpus_write():
    """14 bytes for each of 405 billion parameters are 5.67 TB; 100 GPUs of 0.15 GB/s write 15."""
    size = reliability.checkpoint_size(14, 405e9)
    assert size == pytest.approx(5.67e12)
    rate = reliability.write_bandwidth(0.15e9, 100)
    assert reliability.checkpoint_time(size, rate) == pytest.approx(378)


@pytest.mark.parametrize(("write", "minutes", "share"), [(60, 19.3, 0.104), (10, 7.9, 0.042)])
def test_the_interval_that_loses_least(write, minutes, share):
    """sqrt(2 x 60 x 11,124) = 1,155 s; 60 / 1,155 is 5.19 %, and so is half of it over 3.09 h."""
    between = 3.09 * HOUR
    interval = reliability.checkpoint_interval(write, between)
    assert interval == pytest.approx(minutes * MINUTE, rel=5e-3)
    saved = reliability.checkpoint_share(write, interval)
    again = reliability.rework_share(interval, between)
    assert saved == pytest.approx(again)
    assert reliability.checkpoint_overhead(saved, again) == pytest.approx(share, rel=1e-2)
    for other in (0.5 * interval, 2 * interval):
        worse = write / other + other / (2 * between)
        assert worse > saved + again


def test_what_is_left_of_the_time():
    """A tenth to checkpoints and repeated work, 12 of 120 minutes to restarts: 80 % is left."""
    restarts = reliability.restart_share(12 * MINUTE, 120 * MINUTE)
    assert reliability.lost_share(0.1, restarts) == pytest.approx(0.2)
    left = reliability.effective_time_by_failures(np.array([0.2, 1.0, 1.7]))
    assert left.tolist() == [0.8, 0, 0]  # beyond all of the time no work is undone
    assert reliability.useful_hours(1000, 0.8) == 800
