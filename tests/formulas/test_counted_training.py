"""Training arithmetic by every counting rule, on DeepSeek-V3's published sizes."""

import numpy as np
import pytest

from flopwatt.formulas import counted_training as training

SIX, TOTAL, ACTIVE, TOKENS = 6, 671e9, 37e9, 14.8e12
NONE, FULL = np.array(0.0), np.array(1.0)


def test_all_parameters_are_eighteen_times_too_many():
    by_total = training.flops_by_total(SIX, TOTAL, TOKENS)
    by_active = training.flops_by_active(SIX, ACTIVE, TOKENS)
    assert by_active == pytest.approx(3.2856e24)
    assert by_total / by_active == pytest.approx(671 / 37)


def test_rules_that_leave_out_matrices_of_words():
    no_input, neither = ACTIVE - 0.9e9, ACTIVE - 1.8e9
    assert training.flops_by_no_input(SIX, no_input, TOKENS) == pytest.approx(3.20568e24)
    assert training.flops_by_no_embeddings(SIX, neither, TOKENS) == pytest.approx(3.12576e24)


def test_counted_by_layer():
    # 3 x (7e10 + 2e9 + 0 + 1e10) FLOP a token
    found = training.flops_by_layers(7e10, 2e9, 0.0, 1e10, 3, TOKENS)
    assert found == pytest.approx(3 * 8.2e10 * TOKENS)


def test_scores_over_the_sequences_of_a_run():
    read = training.sequence_read(np.array(8192.0), np.array(4096.0))
    assert read == 4096
    # a window of 1,024: the first 1,024 tokens see half of it, the other 3,072 all
    seen = (1024 * 512 + 3072 * 1024) / 4096
    assert training.run_limited_flops(np.array(4.0), read, np.array(1024.0)) == 4 * seen
    assert training.run_limited_flops(np.array(4.0), read, np.array(8192.0)) == 4 * 2048
    assert training.run_chunk_flops(np.array(4.0), read, np.array(1024.0)) == 4 * 512
    assert training.run_score_flops(10.0, 1.0, read, 5.0, 7.0) == 10 * 2048 + 4096 + 12
    assert training.run_unlimited_flops(0.0, read) == training.run_unchunked_flops(0.0, read) == 0


def test_a_second_forward_pass_makes_eight_of_six():
    flops = 6 * 70e9 * 1e12
    again = training.recomputed_flops(2, 70e9, 1e12, FULL)
    assert training.hardware_flops(flops, again) == 8 * 70e9 * 1e12
    assert training.recomputed_flops(2, 70e9, 1e12, NONE) == 0
