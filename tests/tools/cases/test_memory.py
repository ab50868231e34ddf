"""Bytes of weights and caches asked in words that the shipped cases do not use."""

from pathlib import Path

import pytest

from tools.cases.runner import run_case

TINY = {
    **{"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "vocab_size": 1000},
    **{"num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2},
    **{"max_position_embeddings": 256, "tie_word_embeddings": False},
}
TIED = TINY | {"tie_word_embeddings": True}
BIG, EIGHT = "configs/llama-3.1-70b.json", "configs/llama-3.1-8b.json"
ASKED = [
    ("kv_cache", {"n_layers": 36, "n_kv_heads": 8, "d_head": 128, "bytes_per_value": 2,
                  "tokens": 262144}, "GiB", 36),
    ("kv_cache", {"num_hidden_layers": 80, "num_key_value_heads": 8, "head_dim": 128,
                  "kv_dtype": "fp8"}, "KiB/token", 160),
    ("kv_cache", {"config": BIG, "tp": 8, "cache_dtype": "bf16"}, "bytes/token per GPU", 40960),
    ("kv_cache", {"config": BIG, "context": 8192, "batch": 16, "cache_dtype": "fp8",
                  "tensor_parallel": 8, "ask": "bytes on each GPU"}, "bytes", 16 * 8192 * 20480),
    ("kv_cache", {"config": BIG, "context": 8192, "cache_budget_gib": 20,
                  "ask": "sequences that fit"}, "sequences", 8),
    ("kv_cache", {"config": EIGHT, "cache_budget_gb": 13.4217728}, "tokens", 102400),
    ("kv_cache", {"config": "configs/gemma-2-9b.json", "context": 8192,
                  "policy": "sliding-window layers keep 4096"}, "bytes", 8192 * 21 * (8192 + 4096)),
    ("kv_cache", {"config": "configs/gemma-2-9b.json", "context": 8192,
                  "policy": "full, no sliding window"}, "bytes", 8192 * 42 * 8192),
    ("kv_cache", {"config": "configs/gemma-2-9b.json", "policy": "of the moon"}, "bytes", None),
    ("kv_cache", {"config": "configs/mistral-7b-v0.1.json", "context": 32768, "batch": 4}, "bytes",
     4 * 4096 * 131072),
    ("kv_cache", {"config": "configs/deepseek-v3.json", "cache_dtype": "fp8"}, "bytes/token",
     61 * 576),
    ("kv_cache", {"config": "configs/jamba-v0.1.json", "note": "growing part only"}, "bytes/token",
     16384),
    ("kv_cache", {"values": 256, "cache_dtype": "q4_0"}, "bytes", 144),
    ("kv_cache", {"layers": 2, "kv_heads": 2, "head_dim": 16, "dtype_bytes": 3}, "bytes/token",
     None),
    ("weight_bytes", {"params": 7e9, "dtype": "float32"}, "GB", 28),
    ("weight_bytes", {"n_params": 8e9, "bytes_per_param": 1}, "bytes", 8e9),
    ("weight_bytes", {"values": 32, "dtype": "gguf q8_0"}, "bytes", 34),
    ("weight_bytes", {"values": 256, "dtype": "Q6_K"}, "bytes", 210),
    ("weight_bytes", {"config": TINY, "dtype": "fp16", "ask": "resident"}, "bytes", 404_096),
    ("weight_bytes", {"config": TIED, "dtype": "bf16", "ask": "on disk, tied matrix twice"},
     "bytes", 404_096),
    ("weight_bytes", {"config": TIED, "dtype": "bf16"}, "bytes", 276_096),
    ("weight_bytes", {"config": TINY, "dtype": "bf16", "ask": "read by one step"}, "bytes",
     276_096),
    ("weight_bytes", {"config": TINY, "phase": "of the moon"}, "bytes", None),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "unit", "value"), ASKED, ids=str)
def test_what_is_asked_in_other_words(kind, given, unit, value):
    """A value of None is a case that must stay unmapped."""
    expected = {"value": value, "unit": unit, "tol_rel": 1e-9}
    case = {"id": "x", "kind": kind, "input": given, "expected": expected}
    ran = run_case(case, Path("/nowhere"))
    assert ran.outcome == ("unmapped" if value is None else "pass"), (ran.got, ran.why)


def test_weights_of_each_of_two_gpus():
    given = {"config": "configs/mixtral-8x7b.json", "dtype": "bfloat16", "gpus": 2}
    # norms and routers stand on both
    expected = {"value": 46_702_792_704, "unit": "bytes per GPU", "tol_rel": 1e-3}
    case = {"id": "x", "kind": "weight_bytes", "input": given, "expected": expected}
    assert run_case(case, Path("/nowhere")).outcome == "pass"
