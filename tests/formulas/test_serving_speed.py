"""How fast GPUs work in a step, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_speed as speed


def test_shares_of_what_a_datasheet_says():
    assert speed.step_read_rate(3.35e12, 0.8) == pytest.approx(2.68e12)
    assert speed.sixteen_bit_rate(1000e12, 0.75) == pytest.approx(750e12)


@pytest.mark.parametrize(
    ("eight", "four", "rate"),
    [
        (0, 0, 750),
        (1, 0, 1100),
        (0, 1, 2200),
        # the time of a half each: 1 / (0.5 / 750 + 0.5 / 1100)
        (0.5, 0, 2 * 750 * 1100 / (750 + 1100)),
        (0.25, 0.25, 1 / (0.5 / 750 + 0.25 / 1100 + 0.25 / 2200)),
    ],
)
def test_formats_share_the_time_and_not_the_rate(eight, four, rate):
    # 16, 8 and 4 bits at 1000, 2000 and 4000 TFLOP/s
    found = speed.step_compute_rate(750e12, 2000e12, 4000e12, 0.55, eight, four)
    assert found == pytest.approx(rate * 1e12)


def test_a_gpu_without_small_units_widens_to_16_bits():
    # its 8-bit and 4-bit peaks are those of 16 bits: the share of 16 bits holds
    for eight, four in ((1, 0), (0, 1), (0.3, 0.6)):
        assert speed.step_compute_rate(750e12, 1e15, 1e15, 0.55, eight, four) == 750e12
    assert speed.step_compute_rate_by_size(750e12) == 750e12


@pytest.mark.parametrize(
    ("acceptance", "drafts", "tokens"),
    [
        (0, 0, 1),
        (0, 3, 1),
        (0.8, 0, 1),
        # 1 + 0.8, and 1 + 0.5 + 0.25 + 0.125
        (0.8, 1, 1.8),
        (0.5, 3, 1.875),
    ],
)
def test_a_guess_counts_where_all_before_it_are_kept(acceptance, drafts, tokens):
    assert speed.decoded_tokens(1, acceptance, drafts) == pytest.approx(tokens)
    assert speed.checked_tokens(1, drafts) == drafts + 1


def test_weights_multiply_on_all_gpus_of_a_stage():
    # 14 GFLOP of 7e9 weights over 2 GPUs of 700 TFLOP/s
    assert speed.token_time(14e9, 2, 700e12) == pytest.approx(10e-6)
    assert speed.head_time(1.4e9, 2, 700e12) == pytest.approx(1e-6)


def test_a_ring_passes_all_but_one_share_twice():
    assert speed.step_reduces(2, 80) == 160
    # 160 all-reduces of 16,384 bytes, 2 x 7/8 of it, over 60 % of 450 GB/s
    found = speed.token_link_time(160, 16384, 8, 450e9, 0.6)
    assert found == pytest.approx(160 * 1.75 * 16384 / 270e9)
    assert speed.token_link_time(160, 16384, 2, 450e9, 0.6) == 160 * 16384 / 270e9
    assert speed.token_link_time(160, 16384, 1, 450e9, 0.6) == 0


def test_one_gpu_waits_for_no_other():
    gpus = np.array([1.0, 2.0, 8.0])
    assert speed.step_latency(160, 15e-6, gpus).tolist() == [0, *[160 * 15e-6] * 2]
