"""Floors and loads asked in words that the shipped cases do not use."""

from pathlib import Path

import pytest

from tools.cases.runner import run_case

BIG, EIGHT = "configs/llama-3.1-70b.json", "configs/llama-3.1-8b.json"
BYTES, LOOK_UP = 16_060_522_496, 2 * 128_256 * 4096  # of Llama 3.1 8B at 16 bits
ASKED = [
    ({"experts": 256, "top_k": 8, "batch_tokens": 64}, "experts expected",
     256 * (1 - (31 / 32) ** 64)),
    ({"config": "configs/qwen3-30b-a3b.json", "batch": 32,
      "ask": "experts read per layer in one decode step"}, "experts", 128 * (1 - (15 / 16) ** 32)),
    ({"requests_per_second": 2, "latency_seconds": 30}, "concurrent requests", 60),
    ({"requests_per_second": 20, "concurrency": 180}, "seconds", 9),
    ({"requests_per_second": 20}, "requests", None),
    ({"tokens_per_day": 864e6, "peak_factor": 3}, "tokens/s", 30_000),
    ({"tokens": 864e6, "seconds": 86400, "peak_to_mean": 2}, "tokens/s", 20_000),
    ({"tokens": 864e6, "peak_to_mean": 2}, "tokens/s", None),
    ({"config": EIGHT, "dtype": "bf16", "gpu": "H100", "gpus": 1,
      "ask": "decode floor, all stored weights"}, "ms per token", BYTES / 3.35e12 * 1e3),
    ({"config": EIGHT, "dtype": "bf16", "bandwidth_gb_s": 3350, "mbu": 0.5}, "ms",
     2 * (BYTES - LOOK_UP) / 3.35e12 * 1e3),
    ({"config": EIGHT, "dtype": "bf16", "bandwidth_tb_s": 3.35, "batch": 2,
      "convention": "all stored weights read once"}, "tokens/s", 2 * 3.35e12 / BYTES),
    ({"params": 70e9, "dtype": "bf16", "bandwidth_tb_s": 2.0}, "ms per token", 70),
    ({"config": EIGHT, "prompt_tokens": 4096, "peak_tflops": 989, "efficiency": 0.4}, "ms",
     (2 * 8_030_261_248 - LOOK_UP) * 4096 / (989e12 * 0.4) * 1e3),
    ({"config": BIG, "context": 8192, "batch": 32, "gpus": 8, "bandwidth_tb_s": 3.35,
      "ask": "time to read the KV cache in one step"}, "ms", 327_680 * 8192 * 32 / 26.8e12 * 1e3),
    ({"config": EIGHT}, "ms", None),
    ({"phase": "of the moon"}, "ms", None),
]  # fmt: skip


@pytest.mark.parametrize(("given", "unit", "value"), ASKED, ids=str)
def test_what_is_asked_in_other_words(given, unit, value):
    """A value of None is a case that must stay unmapped."""
    expected = {"value": value, "unit": unit, "tol_rel": 1e-4}
    case = {"id": "x", "kind": "latency_throughput", "input": given, "expected": expected}
    ran = run_case(case, Path("/nowhere"))
    assert ran.outcome == ("unmapped" if value is None else "pass"), (ran.got, ran.why)
