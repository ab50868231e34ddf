"""Time of a decoding step, each formula called as the plain function it is."""

import pytest

from flopwatt.formulas import serving_decode as decode


def test_decoding_reads_each_weight_once():
    rate = decode.read_rate(3.35e12, 1.0)
    stored = decode.stored_weights(141.107e9, 0.0, 8, 8)
    assert stored == decode.stored_weights_by_size(141.107e9, 8)
    assert decode.decode_floor_stored(stored, rate) == pytest.approx(5.265e-3, rel=1e-4)
    step = decode.step_weights(137e9, 0.0, 2.006e9, 0.0, 1.0, 8, 8)
    assert decode.decode_floor(step, rate) == pytest.approx(5.187e-3, rel=1e-4)


def test_a_gpu_reads_its_own_share_of_experts():
    # attention on each of 8 GPUs, experts over all of them
    assert decode.step_weights(10.0, 1.0, 5.0, 80.0, 0.5, 1, 8) == 16 + 5
    assert decode.stored_weights(100.0, 80.0, 1, 8) == 30


def test_sequences_of_a_step():
    assert decode.step_sequences(20, 2, 1) == 10
    assert decode.step_sequences(5, 2, 1) == 3  # of the fuller replica
    assert decode.step_sequences(8, 1, 4) == 2
    assert decode.step_sequences(1, 1, 4) == 1
    # eight replicas of one GPU share experts over eight
    assert decode.routed_sequences(4, 32, 8, 1) == 32
    assert decode.routed_sequences(1, 3, 8, 1) == 3
    assert decode.routed_sequences(4, 32, 8, 8) == 4
    assert decode.fit_touched(0.5, 2) == 0.75


def test_stages_are_passed_in_turn():
    assert decode.decode_cache_floor(2, 1e9, 1, 1e12) == 2e-3
    assert decode.decode_cache_floor(1, 0.5e9, 2, 1e12) == 1e-3


def test_a_step_in_all_and_its_tokens():
    assert decode.decode_step(0.01, 0.02) == 0.03
    assert decode.decode_tokens(20, 1, 0.01) == 2000
