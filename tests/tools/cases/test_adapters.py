"""What each adapter makes of inputs that the shipped cases do not hold."""

from pathlib import Path

import pytest

from tools.cases.runner import run_case

ASKED = [
    ("cost", {"tokens": 2e6, "usd_per_m": 3.0}, "USD", 6),
    ("cost", {"output": 5000, "usd_per_m_out": 15.0}, "USD", 0.075),
    ("cost", {"usd_per_gpu_hour": 2.0, "gpus": 8, "tokens_per_second": 8000}, "USD per 1e6 tokens",
     16 / 28.8),
    ("cost", {"usd_per_gpu_hour": 2.5, "gpus": 8, "hours": "average month"}, "USD", 14610),
    ("crossover", {"train_usd": 5e6, "infer_usd_first_month": 1e3}, "months", 5000),
    ("crossover", {"train_usd": 1e6, "infer_usd_per_day": 1e4}, "years", 100 / 365.25),
    ("forecast", {"tokens_per_month": 1e9, "monthly_growth": 0.1, "months": 2}, "tokens", 1.21e9),
    ("forecast", {"doubling_days": 100, "days": 50}, "factor", 2**0.5),
    ("gpu_hours_mfu", {"params": 1e9, "tokens": 1e12, "tflops_per_gpu": 500}, "GPU-hours",
     6e21 / 5e14 / 3600),
    ("gpu_hours_mfu", {"params": 1e9, "tokens": 1e12, "gpu_hours": 1e4, "peak": "A100",
                       "method": "8ND"}, "fraction", 8e21 / 3.6e7 / 312e12),
    ("gpu_hours_mfu", {"tflops_per_gpu": 156, "peak": "A100"}, "percent", None),
    ("procurement", {"capex": 1e6, "opex_life": 2e5, "gpus": 8, "years": 2}, "USD per GPU-hour",
     1.2e6 / (16 * 8766)),
    ("procurement", {"reserved": 2.0, "utilisation": 0.5}, "USD per GPU-hour", 4),
    ("units", {"petaflop_s_days": 1}, "FLOP", 86400e15),
    ("units", {"gpu_hours": 48, "gpus": 2}, "days", 1),
    ("units", {"gpu": "H100", "precision": "bf16"}, "TFLOP/s", 989.4),
    ("units", {"gpu": "H100", "ask": "bandwidth"}, "TB/s", 3.35),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "unit", "value"), ASKED)
def test_a_question(kind, given, unit, value):
    expected = {"value": value, "unit": unit, "tol_rel": 1e-6}
    ran = run_case({"id": "x", "kind": kind, "input": given, "expected": expected}, Path())
    assert ran.outcome == ("unmapped" if value is None else "pass"), ran
