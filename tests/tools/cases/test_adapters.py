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
    ("cost", {"tokens_per_day": 1e9, "months": 3, "usd_per_m": 2.0}, "USD", 2000 * 91.3125),
    ("cost", {"requests": 1000, "days": 30, "tokens": 10, "usd_per_m": 1.0}, "USD", None),
    ("cost", {"tokens": 1e6, "usd_per_m": 1.0, "gpus": 8}, "USD", None),
    ("cost", {"tokens": 1e6, "usd_per_m": 1.0, "batch_discount": 0.25}, "USD", 0.75),
    ("cost", {"tokens_per_day": 1e6, "usd_per_m": 1.0, "batch_discount": 0.5, "days": 30}, "USD",
     15),
    ("cost", {"users": 100, "requests_per_user": 10, "tokens": 1000, "usd_per_m": 1.0,
              "days": "year"}, "USD", 365.25),
    ("cost", {"instance": "p5.48xlarge", "usd_per_instance_hour": 80.0, "instances": 2,
              "hours": 10}, "USD", 1600),
    ("cost", {"usd_per_gpu_hour": "2.5", "gpus": "8", "hours": "1k"}, "USD", 20e3),
    ("cost", {"usd_per_gpu_hour": 2.0, "gpus": 8}, "USD per month", 16 * 730.5),
    ("crossover", {"train_usd": 3e6, "infer_usd_per_day": 1e4, "horizon_years": 1}, "days", 300),
    ("crossover", {"params": "70B", "train_tokens": "2T", "mfu": 0.5, "gpu": "A100",
                   "usd_per_gpu_hour": 1.0, "infer_usd_per_day": 1e4}, "days",
     8.4e23 / 156e12 / 3600 / 1e4),
    ("crossover", {"params": 7e9, "train_usd": 3e6, "infer_usd_per_day": 1e4}, "days", None),
    ("forecast", {"factor": 8, "years": 3}, "percent per month", 100 * (2 ** (1 / 12) - 1)),
    ("forecast", {"factor": 8, "years": 3}, "fraction", None),
    ("forecast", {"growth": "3x per year", "months": 24}, "factor", 9),
    ("forecast", {"growth": 3, "months": 24}, "factor", None),
    ("forecast", {"requests_per_month": 30, "tokens_per_request": 100}, "tokens", 3000),
    ("gpu_hours_mfu", {"tflops_per_gpu": 400, "peak_tflops": 800}, "fraction", 0.5),
    ("gpu_hours_mfu", {"tflops_per_gpu": 400, "peak": 800}, "fraction", None),
    ("forecast", {"annual_growth": 1.0}, "months", 12),
    ("forecast", {"tokens_per_day": 1e9, "days": 30}, "tokens", 3e10),
    ("gpu_hours_mfu", {"gpus": "1k", "weeks": 2}, "GPU-hours", 336e3),
    ("gpu_hours_mfu", {"nodes": 4, "gpus_per_node": 8, "days": 2, "usd_per_gpu_hour": 2.0}, "USD",
     3072),
    ("procurement", {"cash_flows": [-100, 60, 70], "discount": 0.1}, "USD", None),
    ("procurement", {"usd_on_demand": 4, "usd_reserved_3y": 2.4}, "fraction", 0.6),
    ("procurement", {"on_demand": 4, "reserved_discount": 0.4}, "USD per GPU-hour", 2.4),
    ("units", {"gb": 80, "gb_s": 3200}, "s", 0.025),
    ("units", {"tokens": 1e6, "usd_per_m": 3}, "USD", 3),
    ("units", {"mw": 1, "gb": 2}, "USD", None),
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
