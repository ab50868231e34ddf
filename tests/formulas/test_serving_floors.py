"""Times that cannot be beaten, each formula called as the plain function it is."""

import pytest

from flopwatt.formulas import serving_floors as floors


def test_reading_a_prompt_of_8192_tokens_with_70b_on_eight_gpus():
    # 69.5B weights that multiply, half of 989 TFLOP/s on each of 8 GPUs
    seconds = floors.prefill_floor(2 * 68.45e9, 2 * 1.05e9, 8192, 8, 989e12, 0.5)
    assert seconds == pytest.approx(0.288, rel=2e-3)
    assert floors.fit_prompt(8192) == 8192


def test_decoding_reads_each_weight_once():
    rate = floors.read_rate(floors.replica_accelerators(8, 1), 3.35e12, 1.0)
    assert rate == 26.8e12
    assert floors.decode_floor_stored(141.107e9, rate) == pytest.approx(5.265e-3, rel=1e-4)
    assert floors.decode_floor(139.006e9, rate) == pytest.approx(5.187e-3, rel=1e-4)
    assert floors.decode_cache_floor(3.35e9, 3.35e12, 0.5) == pytest.approx(2e-3)


def test_requests_in_flight_and_the_peak():
    assert floors.in_flight(20, 9) == 180
    assert floors.peak_tokens(1e9 / 2_628_000, 4) == pytest.approx(1522.07, rel=1e-5)
