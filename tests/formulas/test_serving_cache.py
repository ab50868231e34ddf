"""Tokens and sequences in the cache, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_cache as cache

GIB = 2.0**30
VLLM, SGLANG = np.array(0.0), np.array(1.0)
WINDOWED, FULL = np.array(0.0), np.array(1.0)


def test_heads_are_divided_down_to_one_whole_head():
    # Llama 70B: 80 layers, 8 heads of 128, 16-bit
    growing = 2 * 80 * 8 * 128 * 2.0
    per_gpu = [cache.fit_growing(growing, 0.0, cache.kv_share(8.0, tp), 1) for tp in (1, 8, 16)]
    assert per_gpu == [327680, 40960, 40960]
    assert cache.kv_share(10.0, 4.0) == 0.3  # three heads of ten on the fullest


def test_a_latent_is_kept_whole_by_each_gpu():
    assert cache.kv_share_without_heads(8) == 1 / 8
    assert cache.fit_growing(0.0, 70272.0, 1 / 8, 1) == 70272
    assert cache.fit_growing(0.0, 70272.0, 1 / 8, 2) == 35136


def test_windows_and_states_are_divided_too():
    assert cache.window_share(4.0, 2.0) == 0.5
    assert cache.window_share_without_heads(2.0) == 0.5
    assert cache.fit_window(8192.0, 0.0, 0.5, 2) == 2048
    assert cache.fit_state(1e6, 4, 2) == 125e3
    assert cache.fit_bytes_per_token(4096.0, 2048.0) == 6144


def test_a_window_holds_what_a_step_works_on_besides():
    assert cache.window_limit(VLLM, 4096, 2048) == 6144
    assert cache.window_limit(SGLANG, 4096, 2048) == 4096
    assert cache.window_limit_without_window(8192) == 8192


def test_bytes_of_a_sequence_by_what_windows_keep():
    windowed = cache.fit_sequence(100.0, 50.0, 7.0, 8192, 4096, WINDOWED)
    assert windowed == 100 * 8192 + 50 * 4096 + 7
    assert cache.fit_sequence(100.0, 50.0, 7.0, 8192, 4096, FULL) == 150 * 8192 + 7


def test_tokens_in_whole_blocks_match_a_log():
    # 16.46 GiB at 48,128 bytes per token: the engine says 367,404
    tokens = cache.fit_tokens(16.46 * GIB, 48128.0 * 40960, 40960, 16, 1)
    assert tokens == 367216
    assert tokens == pytest.approx(367404, rel=1e-3)
    assert cache.fit_tokens(-1.0, 100.0, 1, 16, 1) == 0


def test_whole_sequences_of_each_replica():
    assert cache.fit_context(8192) == 8192
    assert cache.fit_sequences(10.0, 3.0, 2) == 6
    assert cache.fit_sequences(-10.0, 3.0, 2) == 0
    assert cache.fit_need(5, 3.0, 2) == 9  # three in the fuller replica
    assert cache.fit_headroom(10.0, 9.0) == 1


def test_the_wall_is_the_first_line_that_does_not_fit():
    budgets = [(20, 25, 30, 5, 4), (20, 25, 30, 5, 6), (20, 35, 30, -5, 4), (40, 45, 30, -15, 4)]
    walls = [int(cache.fit_wall(*budget)) for budget in budgets]
    assert walls == [0, 1, 2, 3]
    words = cache.fit_wall.__formula__.quantity.words
    assert words == ("none", "kv cache", "activations", "weights")


def test_only_vllm_insists_on_a_whole_context():
    assert cache.start_need(VLLM, 100.0, 2.0, 16) == 100
    assert cache.start_need(SGLANG, 100.0, 2.0, 16) == 32
    assert cache.fit_starts(50.0, 100.0) == 0
    assert cache.fit_starts(50.0, 32.0) == 1


def test_the_longest_context_alone():
    def largest(left, policy):
        return cache.largest_context(left, 100.0, 50.0, 7.0, 4096, policy, 131072, 16)

    assert largest(150 * 2000 + 7, WINDOWED) == 2000
    assert largest(100 * 8192 + 50 * 4096 + 7, WINDOWED) == 8192
    assert largest(150 * 8192 + 7, FULL) == 8192
    assert largest(-5.0, FULL) == 0
    assert largest(1e12, WINDOWED) == 131072
