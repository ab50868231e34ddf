"""What people call the same thing."""

from pathlib import Path

import pytest

from tools.cases.reading import Case, Unmapped
from tools.cases.wording import asked, format_of, sized, times, whole


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("q8_0 (34 bytes per 32 values)", "q8_0"),
        ("gguf Q4_K_M", "q4_k_m"),
        ("mxfp4 for expert matrices, 16-bit for the rest", "mxfp4"),
        ("fp8 (from hf_quant_config kv_cache_quant_algo)", "fp8"),
        ("FP8 E4M3", "fp8"),
        ("float8", "fp8"),
        ("bfloat16", "bf16"),
        ("16-bit", "bf16"),
        ("float32", "fp32"),
        ("half", "fp16"),
        ("8-bit", "int8"),
        ("4 bit", "int4"),
        ("awq", "awq"),
        (1, "fp8"),
        (2.0, "bf16"),
        ("", ""),
        ("of the moon", "of the moon"),  # refused by who knows the formats
    ],
)
def test_formats_by_name(text, name):
    assert format_of(text) == name


def test_a_size_that_no_format_has():
    for size in (3, 0.5):
        with pytest.raises(Unmapped):
            format_of(size)


def test_all_that_says_what_is_asked():
    case = Case({"ask": "Bytes per GPU", "part": "no_embeddings", "batch": 1}, "", Path())
    assert asked(case) == "bytes per gpu; no embeddings"
    assert case.input == {"batch": 1}


@pytest.mark.parametrize(
    ("value", "unit", "wanted", "found"),
    [
        (2.0**30, "byte", "GiB", 1),
        (1e9, "byte", "GB per GPU", 1),
        (2048.0, "byte", "KiB/token", 2),
        (0.005, "s", "ms per token", 5),
        (1e12, "FLOP", "FLOPs", 1e12),
        (1e9, "param", "billion parameters", 1),
    ],
)
def test_a_number_in_the_unit_asked_for(value, unit, wanted, found):
    assert sized(value, unit, wanted) == pytest.approx(found)


def test_so_many_times_over():
    assert (whole(100.0), whole(5), whole("7")) == ("100", "5", "7")
    assert times(1.5, "byte", 1e9, "GB") == pytest.approx(1.5)
