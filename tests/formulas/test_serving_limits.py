"""What runs out first, each formula called as the plain function it is."""

import numpy as np

from flopwatt.formulas import serving_limits as limits

VLLM, SGLANG = np.array(0.0), np.array(1.0)
WINDOWED, FULL = np.array(0.0), np.array(1.0)


def test_the_wall_is_the_first_line_that_does_not_fit():
    budgets = [(20, 25, 30, 5, 4), (20, 25, 30, 5, 6), (20, 35, 30, -5, 4), (40, 45, 30, -15, 4)]
    walls = [int(limits.fit_wall(*budget)) for budget in budgets]
    assert walls == [0, 1, 2, 3]
    words = limits.fit_wall.__formula__.quantity.words
    assert words == ("none", "kv cache", "activations", "weights")


def test_only_vllm_insists_on_a_whole_context():
    assert limits.start_need(VLLM, 100.0, 2.0, 16) == 100
    assert limits.start_need(SGLANG, 100.0, 2.0, 16) == 32
    assert limits.fit_starts(50.0, 100.0) == 0
    assert limits.fit_starts(50.0, 32.0) == 1


def test_the_longest_context_alone():
    def largest(left, policy):
        return limits.largest_context(left, 100.0, 50.0, 7.0, 4096, policy, 131072, 16)

    assert largest(150 * 2000 + 7, WINDOWED) == 2000
    assert largest(100 * 8192 + 50 * 4096 + 7, WINDOWED) == 8192
    assert largest(150 * 8192 + 7, FULL) == 8192
    assert largest(-5.0, FULL) == 0
    assert largest(1e12, WINDOWED) == 131072
