"""One step of serving, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_step as step


def test_a_sequence_at_its_mean_length():
    assert step.fresh_tokens(4000, 0.25) == 3000
    # its prompt, and half of 500 tokens of answer
    assert step.mean_context(1000, 500) == 1250


def test_a_window_is_read_as_far_as_it_sees():
    contexts = np.array([100.0, 1024.0, 9000.0])
    assert step.window_read_of_window(contexts, 1024).tolist() == [100, 1024, 1024]
    assert step.window_read_nowhere(9000) == 9000


def test_of_several_chunks_half_of_the_last():
    contexts = np.array([100.0, 8192.0, 8193.0, 1e6])
    seen = step.chunk_seen_by_step(contexts, 8192)
    assert seen.tolist() == [100, 8192, 4096, 4096]
    assert step.window_read(seen) is seen
    assert step.step_chunked(3.0, 4096) == 3 * 4096


def test_what_one_sequence_moves():
    # 10 bytes a token of 1250, 4 bytes a token of a window of 1024, a source of 300 bytes, and
    # 700 bytes of state that are read and written
    found = step.cache_read(10, 4, 700, 300, 1250, 1024, 1)
    assert found == 12500 + 4096 + 300 + 1400
    # through two stages, each of half of that
    assert step.cache_read(5, 2, 350, 150, 1250, 1024, 2) == found
    assert step.cache_time(2e9, 2e12) == 1e-3


def test_scores_of_a_token_that_is_written():
    assert step.step_limited(2.0, 1024, 1250) == 2048
    assert step.step_limited(2.0, 1024, 1000) == 2000
    # 4 FLOP a pair with 1250 tokens, 1 with a source of 300, and 50 + 60 + 7
    assert step.step_scores(4.0, 1.0, 300, 50, 60, 1250, 7) == 5000 + 300 + 117
    assert step.step_limited_nowhere(0) == step.step_chunked_nowhere(0) == 0


def test_what_a_token_adds_to_a_step():
    # 8 GFLOP of scores over 4 GPUs of 100 TFLOP/s in attention
    assert step.step_token_time(3e-5, 1e-6, 2e-6, 8e9, 4, 100e12) == pytest.approx(5.3e-5)
    # a guess beside its own: the cache is read once, two tokens are worked on
    assert step.sequence_time(1e-3, 2e-4, 2) == pytest.approx(1.4e-3)


def test_weights_of_a_step():
    assert step.step_dense(12e9, 1e9, 3e9, 8) == 2e9
    assert step.step_dense_by_size(16e9, 8) == 2e9
    # attention on each of 8 replicas of one GPU, experts over all of them
    assert step.experts_time(640e9, 8, 2e12) == 0.04
    assert step.sharing_replicas(8, 1) == 8
    assert step.sharing_replicas(8, 8) == 1


def test_a_step_without_sequences():
    # 2 GB at 2 TB/s, 1 ms of links, and 2 ms in each of 2 stages
    assert step.base_time(2e9, 2e12, 1e-3, 2e-3, 2, 1) == pytest.approx(6e-3)
    assert step.draft_passes(0.05, 3) == pytest.approx(1.15)
    assert step.base_time(2e9, 2e12, 1e-3, 2e-3, 2, 1.15) == pytest.approx(6.9e-3)


@pytest.mark.parametrize(
    ("share", "replicas", "drafts", "missed"),
    [
        (0.25, 1, 0, 0.75),
        (0.5, 1, 2, 1 / 8),  # three tokens of one sequence
        (0.5, 4, 0, 1 / 16),  # one of each of four replicas
        (1, 1, 0, 0),  # no routed experts: every weight is read
    ],
)
def test_an_expert_that_no_token_passes(share, replicas, drafts, missed):
    assert step.expert_missed(share, replicas, drafts) == missed
