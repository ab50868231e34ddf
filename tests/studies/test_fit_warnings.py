"""What a fit does not read is told, and formats that its GPUs have no units for."""

import pytest

import flopwatt
from flopwatt.studies.fit_warnings import missing_units

H100 = "H100 SXM5 80GB"


def unused(**options):
    answer = flopwatt.fit("llama-3.1-8b", H100, context=4096, **options)
    return [one.field for one in answer.report.warnings if one.code == "unused"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"zero": 3}, ["--zero"]),
        ({"recompute": "full"}, ["--recompute"]),
        ({"micro_batch": 2}, ["--micro-batch"]),
        ({"lora_rank": 8}, ["--lora-rank"]),
        ({"lora_targets": "q_proj"}, ["--lora-targets"]),
        ({"given": {"training.loss": "fused"}}, ["fit.training.loss"]),
        ({"ep": 2}, ["--ep"]),  # a dense model
        ({"train": "mixed", "sequences": 4}, ["--sequences"]),
        ({"train": "mixed", "dtype": "fp8"}, ["--dtype"]),
        ({"train": "mixed", "engine": "sglang"}, ["--engine"]),
        ({"train": "mixed", "lora_targets": "q_proj"}, ["--lora-targets"]),
        ({"train": "mixed", "zero": 3, "micro_batch": 2, "recompute": "full"}, []),
        ({"train": "lora", "lora_rank": 8, "lora_targets": "q_proj"}, []),
        ({"sequences": 4, "engine": "sglang", "dtype": "fp8", "tp": 1}, []),
    ],
    ids=str,
)
def test_what_is_not_read_is_named(options, told):
    assert unused(**options) == told


@pytest.mark.parametrize(
    ("card", "formats", "told"),
    [
        ("T4", ["bf16"], 1),
        ("V100 SXM2 32GB", ["bf16", "fp8 per 128x128", "fp8"], 2),
        ("A100 SXM4 80GB", ["fp8", "bf16"], 1),
        (H100, ["nvfp4", "mxfp4", "bf16"], 1),
        (H100, ["fp8", "bf16", "awq int4 g128"], 0),
        ("B200", ["nvfp4"], 0),
    ],
)
def test_formats_without_units(card, formats, told):
    found = list(missing_units(card, formats))
    assert len(found) == told
    assert all(one.warning and card in one.message for one in found)
