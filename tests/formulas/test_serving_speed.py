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
    ("word", "cache", "rate"),
    [
        (0, 0, 750),
        (0, 1, 750),  # read in 8 bits, worked out in 16
        (1, 0, 750),  # kernels that could, and a cache in 16 bits
        (1, 1, 1100),
    ],
)
def test_attention_keeps_16_bits_unless_kernels_and_cache_have_8(word, cache, rate):
    found = speed.attention_rate(np.array(word), cache, 750e12, 2000e12, 0.55)
    assert found == pytest.approx(rate * 1e12)


def test_attention_on_a_gpu_without_small_units():
    assert speed.attention_rate(np.array(1), 1, 750e12, 1e15, 0.55) == 750e12
    assert speed.attention_rate_by_size(750e12) == 750e12


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
    found = speed.token_link_time(160, 16384, 8, 0, 450e9, 50e9, 0.6)
    assert found == pytest.approx(160 * 1.75 * 16384 / 270e9)
    assert speed.token_link_time(160, 16384, 2, 0, 450e9, 50e9, 0.6) == 160 * 16384 / 270e9
    assert speed.token_link_time(160, 16384, 1, 0, 450e9, 50e9, 0.6) == 0
    # 27 MB for experts beside it, at 270 GB/s, or at 30 over a network
    assert speed.token_link_time(160, 16384, 1, 27e6, 450e9, 450e9, 0.6) == pytest.approx(1e-4)
    assert speed.token_link_time(160, 16384, 1, 27e6, 450e9, 50e9, 0.6) == pytest.approx(9e-4)


@pytest.mark.parametrize(("gpus", "rate"), [(1, 450e9), (8, 450e9), (16, 50e9)])
def test_beyond_what_links_join_there_is_a_network(gpus, rate):
    assert speed.reduce_link(gpus, 8, 450e9, 50e9) == rate
    assert speed.exchange_link(gpus, 8, 450e9, 50e9) == rate
    assert speed.reduce_link_anywhere(450e9) == speed.exchange_link_anywhere(450e9) == 450e9


@pytest.mark.parametrize(
    ("gpus", "passed", "others"),
    [
        (1, 8, 0),
        (2, 1, 1 / 2),  # its one expert is here or there
        (2, 2, 3 / 4),  # both are here in one case of four
        (4, 2, 3 * 7 / 16),  # each of three others has one or both but for 9 cases of 16
        (8, 0, 0),
    ],
)
def test_gpus_that_hold_experts_of_a_token(gpus, passed, others):
    assert speed.routed_ranks(gpus, 64, passed / 64) == pytest.approx(others)


def test_a_token_goes_to_its_experts_and_comes_back():
    # 58 layers, 6 other GPUs, 7168 values: a byte of each there, two back
    exchanged = 58 * 6 * 7168 * (1 + 2)
    assert speed.exchanged_bytes(58, 6, 2 * 7168, 0.5, 1, 16, 1) == pytest.approx(exchanged)
    # two GPUs share attention, and each sends a half of the tokens
    assert speed.exchanged_bytes(58, 6, 2 * 7168, 0.5, 1, 16, 2) == pytest.approx(exchanged / 2)


@pytest.mark.parametrize(
    ("layers", "ep", "tp"),
    [
        (58, 8, 8),  # an all-reduce does it
        (58, 1, 8),
        (0, 16, 1),  # a dense model
    ],
)
def test_nothing_is_exchanged(layers, ep, tp):
    assert speed.exchanged_bytes(layers, 6, 14336, 0.5, 1, ep, tp) == 0


def test_one_gpu_waits_for_no_other():
    gpus = np.array([1.0, 2.0, 8.0])
    assert speed.step_latency(160, 15e-6, gpus).tolist() == [0, *[160 * 15e-6] * 2]
