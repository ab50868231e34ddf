"""Time to read a prompt, each formula called as the plain function it is."""

import pytest

from flopwatt.formulas import serving_prefill as prefill


def test_reading_a_prompt_of_8192_tokens_with_70b_on_eight_gpus():
    # 69.5B weights that multiply, half of 989 TFLOP/s on each of 8 GPUs
    each = prefill.prompt_flops(2 * 68.45e9, 2 * 1.05e9, 0, 2, 8, 8, 1)
    assert each == prefill.prompt_flops_evenly(2 * 68.45e9, 2 * 1.05e9, 8)
    seconds = prefill.prefill_floor(each, 8192, 989e12, 0.5)
    assert seconds == pytest.approx(0.288, rel=2e-3)
    assert prefill.fit_prompt(8192) == 8192


def test_experts_over_more_gpus_than_the_rest():
    # 10 of 30 FLOP in experts over 8 GPUs, the rest on one
    assert prefill.prompt_flops(28, 2, 5, 2, 1, 8, 1) == 20 + 10 / 8
    assert prefill.prompt_flops(28, 2, 5, 2, 8, 2, 2) == 30 / 16


def test_scores_of_a_prompt():
    # of 100 tokens each sees the last 10: 5 on average in the first ten, then 10
    assert prefill.prompt_limited(2.0, 10.0, 100.0) == 2 * 9.5
    assert prefill.prompt_limited(2.0, 10.0, 8.0) == 8
    assert prefill.prompt_chunked(2.0, 10.0, 100.0) == 10
    assert prefill.prompt_limited_nowhere(0) == prefill.prompt_chunked_nowhere(0) == 0
    assert prefill.prompt_scores(4.0, 1.0, 100.0, 3.0, 2.0, 1.0) == 200 + 100 + 6


def test_attention_comes_on_top():
    assert prefill.prefill_floor_attention(1.0, 50.0, 8192, 8, 1024.0, 0.5) == 1 + 100
