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
    assert training.flops_by_layers(2.5e11, TOKENS) == pytest.approx(3.7e24)


def test_a_second_forward_pass_makes_eight_of_six():
    flops = 6 * 70e9 * 1e12
    again = training.recomputed_flops(2, 70e9, 1e12, FULL)
    assert training.hardware_flops(flops, again) == 8 * 70e9 * 1e12
    assert training.recomputed_flops(2, 70e9, 1e12, NONE) == 0
