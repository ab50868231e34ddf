"""How the published runs of TensorRT-LLM were set up, as its benchmark documents them.

``trtllm-bench`` takes its limits from the lengths of a data set and the memory for the cache,
and its overview of performance names the requests of each run: releases 0.17, 1.0 and 1.1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# requests of a run by tokens in and out
REQUESTS = {
    **{(128, 128): 30_000, (128, 2048): 3_000, (128, 4096): 1_500, (500, 2000): 3_000},
    **{(1000, 1000): 3_000, (1000, 2000): 1_500, (2048, 128): 3_000, (2048, 2048): 1_500},
    **{(5000, 500): 1_500, (20_000, 2000): 1_000},
    **{(1024, 1024): 3_000, (8192, 1024): 1_500, (1024, 8192): 1_500},
    **{(32_768, 1024): 1_000, (1024, 32_768): 1_000},
}
CACHE_SHARE = 0.95  # of the memory that is free after loading, in most runs
MOST_SEQUENCES, MOST_TOKENS = 4096, 32_768
FEWEST_SEQUENCES, FEWEST_TOKENS = 64, 2048
# up to how many sequences, or tokens, limits are rounded up to which step
SEQUENCE_STEPS = ((256, 32), (1024, 128), (math.inf, 256))
TOKEN_STEPS = ((4096, 256), (8192, 512), (math.inf, 1024))


@dataclass(frozen=True)
class Limits:
    """What a step of a run takes on at most: sequences of a replica, and tokens."""

    sequences: float
    tokens: float


# until the memory for the cache is known
FIRST = Limits(FEWEST_SEQUENCES, FEWEST_TOKENS)


def bench_limits(held: float, prompt: float, answer: float, stages: float) -> Limits:
    """The limits that the benchmark takes where the cache holds so many sequences."""
    own = min(max(held, 1), MOST_SEQUENCES) / stages
    tokens = min(own * (1 + prompt / answer), MOST_TOKENS)
    sequences = max(_rounded(own, SEQUENCE_STEPS), FEWEST_SEQUENCES)
    return Limits(sequences * stages, max(_rounded(tokens, TOKEN_STEPS), FEWEST_TOKENS))


def bench_requests(prompt: float, answer: float) -> int | None:
    """Requests of a run with such lengths; None where the overview has no such run."""
    return REQUESTS.get((round(prompt), round(answer)))


def _rounded(number: float, steps: tuple[tuple[float, int], ...]) -> float:
    step = next(step for below, step in steps if number < below)
    return step * math.ceil(number / step)
