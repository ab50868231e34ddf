"""Reading prompts while serving, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_prompt as prompt

TOGETHER, APART = np.array(0.0), np.array(1.0)


@pytest.mark.parametrize(
    ("fresh", "seen"),
    [
        (1000, 500),  # nothing is found: half of the prompt on average
        (400, 800),  # 600 found, and half of 400
        (0, 1000),
    ],
)
def test_what_is_found_lies_before_every_token(fresh, seen):
    assert prompt.fresh_scores(3.0, 0.0, 1000, fresh, 0, 0, 0) == 3 * seen


def test_windows_chunks_states_and_sources_come_on_top():
    assert prompt.fresh_scores(3.0, 2.0, 1000, 1000, 11, 7, 5) == 1500 + 2000 + 23


def test_the_arithmetic_of_a_prompt():
    # 1000 tokens of 10 us in weights and 8 GFLOP of scores over 8 GPUs of 100 TFLOP/s; the output
    # matrix works on the last alone
    found = prompt.prompt_work_time(1000, 1e-5, 8e9, 3e-6, 1, 8, 100e12)
    assert found == pytest.approx(1000 * (1e-5 + 1e-5) + 3e-6)


def test_links_and_passes_are_shared_with_other_prompts():
    # a quarter of a pass of 8192 tokens
    assert prompt.prompt_link_time(2048, 1e-6, 4e-3, 8192) == pytest.approx(2.048e-3 + 1e-3)
    # 2 GB and 10 ms of experts at 2 TB/s, 2 ms in each of 2 stages: 15 ms a pass
    passes = (2048, 8192, 2e9, 2e12, 10e-3, 2e-3, 2)
    assert prompt.prompt_pass_time(APART, *passes) == pytest.approx(15e-3 / 4)
    # where answers are written beside, their steps have read the weights
    assert prompt.prompt_pass_time(TOGETHER, *passes) == 0


def test_a_prefix_found_outside_is_brought_in():
    # 2500 of 10,000 tokens, 40 kB each on the GPU of each of 2 stages, at 50 GB/s
    found = prompt.found_time(10_000, 0.25, 40e3, 2, 50e9)
    assert found == pytest.approx(4e-3)
    assert prompt.prompt_time(0.1, 0.02, 0.01, found) == pytest.approx(0.134)


def test_chunks_of_a_prompt():
    fresh = np.array([1.0, 8192.0, 8193.0, 20_000.0])
    assert prompt.prompt_chunks(fresh, 8192).tolist() == [1, 1, 2, 3]


def test_a_prompt_is_spread_over_the_answer_of_its_sequence():
    # 0.1 s over 500 tokens, of which a step makes 1, or 2 with guesses
    assert prompt.interleaved_time(TOGETHER, 0.1, 1, 500, 1) == pytest.approx(2e-4)
    assert prompt.interleaved_time(TOGETHER, 0.1, 2, 500, 1) == pytest.approx(4e-4)
    assert prompt.interleaved_time(APART, 0.1, 1, 500, 1) == 0
    # one token is written with the prompt, and none of nothing
    answers = np.array([0.0, 1.0])
    with np.errstate(divide="ignore"):
        assert not prompt.interleaved_time(TOGETHER, 0.1, 1, answers, 1).any()
