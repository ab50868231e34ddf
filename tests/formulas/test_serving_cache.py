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
    tokens = cache.fit_tokens(16.46 * GIB, 48128.0 * 40960, 40960, 16, 1, 48128.0)
    assert tokens == 367216
    assert tokens == pytest.approx(367404, rel=1e-3)
    assert cache.fit_tokens(-1.0, 100.0, 1, 16, 1, 100.0) == 0


def test_whole_sequences_of_each_replica():
    assert cache.fit_context(8192) == 8192
    assert cache.fit_sequences(10.0, 3.0, 2) == 6
    assert cache.fit_sequences(-10.0, 3.0, 2) == 0
    assert cache.fit_need(5, 3.0, 2) == 9  # three in the fuller replica
    assert cache.fit_headroom(10.0, 9.0) == 1


def test_tokens_set_no_limit_where_they_take_nothing():
    nothing = np.array(0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        assert cache.fit_tokens(8e9, np.array(1e8), 4096, 16, 1, nothing) == np.inf
    assert cache.fit_sequence_of_any_length(0.0, 1e8) == 1e8


def test_the_source_of_an_encoder_is_kept_once():
    # Whisper large: 32 layers, 20 heads of 64, keys and values, 16-bit
    assert cache.fit_source(1500) == 1500
    assert cache.fit_source_alike(512) == 512
    assert cache.fit_cross(163840.0, 1500, 1.0, 1) == 245_760_000
    assert cache.fit_cross(163840.0, 1500, 0.5, 2) == 61_440_000
    assert cache.fit_cross_without_source(0.0, 1.0, 1) == 0
    assert cache.fit_constant(7.0, 5.0) == 12
