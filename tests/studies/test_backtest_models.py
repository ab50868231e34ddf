"""Models by the names that tables give them."""

import pytest

from flopwatt.studies.backtest_models import find_known, plain_name, read_format


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("meta-llama/Meta-Llama-3.1-405B-Instruct-FP8", "Meta-Llama-3.1-405B"),
        ("TheBloke/CodeLlama-13B-Instruct-fp16", "CodeLlama-13B"),
        ("Qwen2.5-7B (4-bit)", "Qwen2.5-7B"),
        ("QwQ-32B bnb-4bit", "QwQ-32B"),
        ("Qwen3-30B-A3B fp8", "Qwen3-30B-A3B"),
    ],
)
def test_what_is_added_to_a_name_is_left_out(name, plain):
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    ("text", "name"),
    [("fp8", "fp8"), ("bf16 MLA + indexer", "bf16"), ("AWQ int4", "int4"), ("", "")],
)
def test_formats_by_their_words(text, name):
    assert read_format(text) == name


def test_a_name_that_stands_for_no_model():
    assert find_known("not named (29.09 GiB weights)", "fp8", "fp8") is None
