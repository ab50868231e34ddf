"""The limits that the benchmark of TensorRT-LLM takes, by its own printed example and by hand."""

import pytest

from flopwatt.studies.backtest_serving_bench import REQUESTS, bench_limits, bench_requests


@pytest.mark.parametrize(
    ("held", "prompt", "answer", "stages", "sequences", "tokens"),
    [
        (8048.16, 128, 128, 1, 4096, 8192),  # as its documentation prints it
        (20, 2048, 128, 1, 64, 2048),  # 20 x (1 + 16) tokens are too few
        (300, 500, 2000, 1, 384, 2048),
        (300, 5000, 500, 1, 384, 3328),  # 300 x 11 = 3300, in steps of 256
        (600, 1000, 1000, 2, 768, 2048),  # 300 in each of two stages
        (1025, 20_000, 2000, 1, 1280, 12_288),  # 1025 x 11 = 11275, in steps of 1024
        (4096, 2048, 128, 1, 4096, 32_768),
        (0, 128, 128, 1, 64, 2048),
    ],
)
def test_limits_follow_from_the_cache_and_the_lengths(
    held, prompt, answer, stages, sequences, tokens
):
    found = bench_limits(held, prompt, answer, stages)
    assert (found.sequences, found.tokens) == (sequences, tokens)


def test_requests_are_those_of_the_overview():
    assert bench_requests(128, 128) == 30_000
    assert bench_requests(20_000.0, 2000.0) == 1000
    assert bench_requests(777, 128) is None
    assert len(REQUESTS) == 15
