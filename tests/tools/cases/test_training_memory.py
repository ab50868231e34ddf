"""What training holds, asked in words that the shipped cases do not use."""

from pathlib import Path

import pytest

from tools.cases.runner import run_case

LLAMA = "configs/llama-2-7b.json"
PARAMS = 6_738_415_616
ASKED = [
    ({"params": 7e9, "recipe": "fp32 Adam"}, "bytes", 112e9),
    ({"params": 7e9, "recipe": "bf16 weights, gradients and moments"}, "bytes", 56e9),
    ({"params": 7e9, "recipe": "mixed precision with fp32 gradients"}, "bytes", 126e9),
    ({"params": 7e9, "recipe": "plain SGD"}, "bytes", 28e9),
    ({"params": 7e9, "recipe": "of the moon"}, "bytes", None),
    ({"params": 7e9}, "bytes", None),
    ({"params": 7e9, "bytes_per_param": 20}, "bytes", 140e9),
    ({"params": 7e9, "bytes_per_param": 20, "dp": 8, "zero": 3}, "bytes per GPU", 17.5e9),
    ({"params": 7e9, "bytes_per_param": 20, "dp": 8, "zero": 1}, "bytes per GPU", None),
    ({"params": 7e9, "recipe": "mixed", "zero": "ZeRO-3", "gpus": 8}, "GB per GPU", 14),
    ({"params": 7e9, "recipe": "mixed", "ask": "gradients"}, "bytes", 14e9),
    ({"params": 7e9, "recipe": "mixed", "ask": "optimizer states", "zero": 1, "dp": 8},
     "bytes per GPU", 10.5e9),
    ({"config": LLAMA, "recipe": "bf16 weights and grads, fp32 master and moments"}, "bytes",
     16 * PARAMS),
    ({"config": LLAMA, "rank": 16, "targets": ["q_proj", "k_proj", "v_proj", "o_proj"]},
     "parameters", 16 * 32 * 4 * 8192),
    ({"config": LLAMA, "r": 16, "lora_alpha": 32, "target_modules": "q_proj,v_proj"},
     "trainable parameters", 16 * 32 * 2 * 8192),
    ({"config": LLAMA, "rank": 16, "targets": "all linear"}, "parameters",
     16 * 32 * (4 * 8192 + 3 * (4096 + 11008))),
    ({"params": 1.5e9, "copies": ["trained", "reference", "rollout"], "bytes_per_param": 2},
     "bytes", 9e9),
    ({"params": 1.5e9, "copies": 2, "dtype": "fp32"}, "GB", 12),
    ({"params": 1.5e9, "copies": 2, "dtype": "of the moon"}, "GB", None),
]  # fmt: skip


@pytest.mark.parametrize(("given", "unit", "value"), ASKED, ids=str)
def test_what_is_asked_in_other_words(given, unit, value):
    """A value of None is a case that must stay unmapped."""
    expected = {"value": value, "unit": unit, "tol_rel": 1e-9}
    case = {"id": "x", "kind": "train_memory", "input": given, "expected": expected}
    ran = run_case(case, Path("/nowhere"))
    assert ran.outcome == ("unmapped" if value is None else "pass"), (ran.got, ran.why)
