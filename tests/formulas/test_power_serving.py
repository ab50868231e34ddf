"""Power of GPUs that serve; each by hand."""

import numpy as np
import pytest

from flopwatt.formulas import power_serving as serving


def test_useful_arithmetic_over_the_peak():
    # 1,000 tokens a second of 8B parameters at 2 FLOP each on one GPU of 100 TFLOP/s
    assert serving.serving_mfu(1000, 8e9, 2, 1, 1e14) == pytest.approx(0.16)
    assert serving.fleet_mfu(1000, 8e9, 2, 2, 1e14) == pytest.approx(0.08)
    assert serving.serving_mfu_of_fleet(0.08) == 0.08


def test_the_share_grows_with_the_root_of_it_and_stays_between_idle_and_all():
    assert serving.serving_share(0.5, 0.8, 0.25, 1, 1, 0.15) == pytest.approx(0.9)
    assert serving.serving_share(0.5, 0.8, 0.25, 1, 0.9, 0.15) == pytest.approx(0.81)
    assert serving.serving_share(0.5, 0.8, 1.0, 1, 1, 0.15) == 1
    assert serving.serving_share(0.05, 0.0, 0.25, 1, 1, 0.15) == 0.15


def test_a_fleet_waits_part_of_the_time():
    assert serving.fleet_busy(3, 4) == 0.75
    with np.errstate(invalid="ignore"):
        assert serving.fleet_busy(np.array(0.0), np.array(0.0)) == 0
    assert serving.serving_busy(0.4) == 0.4
    assert serving.chip_share_of_fleet(0.75, 0.5, 0.15) == pytest.approx(0.45)
    assert serving.chip_share_of_serving(0.75) == 0.75
