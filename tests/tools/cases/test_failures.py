"""Stops and checkpoints asked in words that the shipped cases do not use."""

from pathlib import Path

import pytest

from tools.cases.runner import run_case

ROOT = (2 * 60 * 3.09 * 3600) ** 0.5
ASKED = [
    ({"mtbf_per_gpu_hours": 50_000, "gpus": 10_000}, "hours", 5),
    ({"gpu_mtbf_years": 5, "n_gpus": 1000}, "hours", 5 * 8.766),
    ({"gpu_mtbf_years": 5, "n_gpus": 1000}, "days", 5 * 8.766 / 24),
    ({"interruptions": 100, "days": 50, "gpus": 1000}, "minutes", 720),
    ({"failures": 100, "hours": 1000}, "hours", 10),
    ({"failures": 100, "hours": 1000, "gpus": 8, "ask": "MTBF per GPU"}, "hours", 80),
    ({"unexpected_interruptions": 419, "days": 54, "gpus": 16384}, "years of one GPU",
     1296 * 16384 / 419 / 8766),
    ({"mtti_hours": 3, "gpus": 1000}, "GPU-hours", 3000),
    ({"node_mtbf_days": 100, "nodes": 50}, "days", 2),
    ({"mtbf_per_node_hours": 8000, "gpus": 16000, "gpus_per_node": 8}, "hours", 4),
    ({"failures_per_1000_node_days": 6.5, "gpus": 16384, "gpus_per_node": 8}, "hours",
     1000 * 24 / 6.5 / 2048),
    ({"failures_per_gpu_year": 0.1, "gpus": 1000}, "hours", 87.66),
    ({"annual_failure_rate": 0.09, "gpus": 1000}, "hours", 8766 / 90),
    ({"checkpoint_seconds": 60, "mtbf_hours": 3.09}, "minutes", ROOT / 60),
    ({"write_time_s": 60, "mtti_h": 3.09}, "s", ROOT),
    ({"checkpoint_minutes": 1, "mtbf_per_gpu_hours": 30_900, "gpus": 10_000}, "seconds", ROOT),
    ({"checkpoint_time": "60 s", "mtbf": "3.09 hours"}, "s", ROOT),
    ({"checkpoint_seconds": 60, "mtbf_hours": 3.09}, "fraction of time lost", 120 / ROOT),
    ({"checkpoint_seconds": 60, "mtbf_hours": 3.09}, "percent", 12000 / ROOT),
    ({"checkpoint_seconds": 60, "mtbf_hours": 3.09, "ask": "goodput"}, "fraction", 1 - 120 / ROOT),
    ({"checkpoint_seconds": 30, "interval_minutes": 10, "mtbf_hours": 2, "restart_minutes": 6},
     "fraction", 0.05 + 10 / 240 + 0.05),
    ({"checkpoint_seconds": 30, "interval_minutes": 10, "mtbf_hours": 2, "restart_minutes": 6,
      "ask": "effective training time ratio"}, "fraction", 1 - 0.05 - 10 / 240 - 0.05),
    ({"checkpoint_seconds": 30, "interval_seconds": 600}, "fraction", 0.05),
    ({"checkpoint_interval_minutes": 30, "mtbf_hours": 5}, "fraction", 0.05),
    ({"restart_minutes": 6, "mtti_hours": 2}, "fraction", 0.05),
    ({"checkpoint_gb": 500, "write_gb_per_s": 25}, "seconds", 20),
    ({"checkpoint_tb": 2, "bandwidth_gb_s": 50}, "seconds", 40),
    ({"params": 100e9, "bytes_per_param": 14}, "TB", 1.4),
    ({"params": 100e9, "bytes_per_param": 14, "write_gb_per_s": 70}, "seconds", 20),
    ({"params": 100e9, "bytes_per_param": 12, "gpus": 1000, "gb_per_s_per_gpu": 0.1}, "s", 12),
    ({"bytes": 2e12, "checkpoint_seconds": 40}, "GB/s", 50),
    ({"mtbf_hours": 3, "days": 30}, "interruptions", 240),
    ({"mtbf_per_gpu_hours": 48_000, "gpus": 2000, "days": 10}, "expected failures", 10),
    ({"node_availability": 0.99, "nodes": 64}, "fraction", 0.99**64),
    ({"preemption_rate_per_month": 0.1, "nodes": 100}, "hours", 73.05),
    ({"gpus": 1000, "days": 10, "goodput": 0.9}, "GPU-hours", 216_000),
    ({"phase": "of the moon"}, "hours", None),
    ({"mtbf_hours": 3, "moon": 1}, "hours", None),
    ({"mtbf_per_node_hours": 5, "gpus": 10}, "hours", None),
    ({"checkpoint_seconds": 60, "mtbf_hours": 3.09, "goodput": 0.9}, "s", None),
]  # fmt: skip


@pytest.mark.parametrize(("given", "unit", "value"), ASKED, ids=str)
def test_what_is_asked_in_other_words(given, unit, value):
    """A value of None is a case that must stay unmapped."""
    expected = {"value": value, "unit": unit, "tol_rel": 1e-6}
    case = {"id": "x", "kind": "failures", "input": given, "expected": expected}
    ran = run_case(case, Path())
    assert ran.outcome == ("unmapped" if value is None else "pass"), ran
