import numpy as np
import pytest

from flopwatt.studies.claims.cache import kept_of, sized


def test_the_window_policy_that_is_stated_is_the_right_one(answer):
    found = answer("gemma", "2.875 GiB at 8192 tokens", {"window_policy": "full"})
    assert found.outcome == "right"
    found = answer("gemma", "2.156 GiB at 8192 tokens", {"window_policy": "full"})
    assert found.outcome == "convention"
    assert "window, as engines" in found.explanations[0].texts[0]


def test_a_cache_in_eight_bits_is_held_against_eight_bits(answer):
    assert answer("llama", "164 kB per token", kv_dtype="fp8").outcome == "right"
    found = answer("llama", "328 kB per token", kv_dtype="fp8")
    assert any(
        "2 bytes per value (16 bits) in place of 1" in t.texts[0] for t in found.explanations
    )


def test_a_layer_without_a_cache_could_keep_what_the_others_keep(known_as):
    jamba = kept_of(known_as("jamba").architecture, 1.0)
    assert jamba.rows["heads"].sum() == 4 * 8
    assert np.all(jamba.rows["would"] == 8)
    assert jamba.said["recurrent"] == "28"
    assert jamba.said["attending"] == "4"


def test_bytes_per_value_follow_from_what_is_known(known_as):
    kept = kept_of(known_as("llama").architecture, 10.0)
    assert kept.total() == 3_276_800
    assert sized(kept, {"kv_cache.growing_bytes": 163_840}).total() == 1_638_400


def test_windows_bound_what_is_kept(known_as):
    gemma = known_as("gemma").architecture
    full, windowed = kept_of(gemma, 8192.0, full=True), kept_of(gemma, 8192.0)
    assert windowed.total() == pytest.approx(full.total() * 0.75)
