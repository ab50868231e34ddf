"""Arithmetic by layer, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import model_flops as flops

WEIGHT, PASSES = 2, 3


def test_a_sequence_is_as_long_as_the_context():
    assert flops.context(4096) == 4096


def test_weights_take_two_operations_each():
    assert flops.weight_flops(6_476_005_376, WEIGHT) == 12_952_010_752
    assert flops.head_flops(131_072_000, WEIGHT) == 262_144_000


@pytest.mark.parametrize(
    ("context", "limit", "seen"),
    [
        (1024, 4096, 512.0),  # below the window: half of the sequence
        (4096, 4096, 2048.0),
        (8192, 4096, 3072.0),  # half of it sees 2048 on average, the other half 4096
        (40960, 4096, 3891.2),  # a tenth sees 2048 on average, nine tenths 4096
    ],
)
def test_tokens_seen_through_a_window(context, limit, seen):
    found = flops.limited_seen(np.array(float(context)), np.array(float(limit)))
    assert found == pytest.approx(seen)


def test_a_window_is_the_mean_over_every_token():
    context, limit = 1000, 300
    exact = sum(min(token + 0.5, limit) for token in range(context)) / context
    assert flops.limited_seen(np.array(1000.0), np.array(300.0)) == pytest.approx(exact)


def test_tokens_seen_in_a_chunk():
    assert flops.chunk_seen(np.array(32768.0), np.array(8192.0)) == 4096
    assert flops.chunk_seen(np.array(1000.0), np.array(8192.0)) == 500


def test_scores_of_layers_by_what_they_see():
    limited = flops.limited_score_flops(400, 3072.0)
    chunked = flops.chunk_score_flops(300, 4096.0)
    assert (limited, chunked) == (1_228_800, 1_228_800)
    # 100 causal over half of 8192, 10 without a mask over all of it
    found = flops.score_flops(100, 10, 8192, limited, chunked)
    assert found == 409_600 + 81_920 + 1_228_800 + 1_228_800
    assert flops.full_score_flops(100, 400, 300, 10, 8192) == 810 * 8192


def test_the_best_few_tokens_cost_as_much_as_the_last_few():
    # sparse attention that looks at 2048 tokens: at 131,072 almost all tokens see 2048
    seen = flops.limited_seen(np.array(131072.0), np.array(2048.0))
    assert seen == 2048 - 2048 * 2048 / (2 * 131072) == 2032


def test_one_token_forward_and_backward():
    forward = flops.forward_flops(100, 20, 5, 7)
    assert forward == 132
    assert flops.training_flops_per_token(forward, PASSES) == 396


def test_a_step_of_llama_2_7b_at_4096():
    # 32 layers, 32 heads of 128: each pair of tokens takes 4 x 4096 x 32 operations
    pair, tokens = 4 * 4096 * 32, flops.step_tokens(4096, 2)
    full = flops.full_score_flops(pair, 0, 0, 0, 4096)
    causal = flops.score_flops(pair, 0, 4096, 0, 0)
    assert (tokens, full) == (8192, 2 * causal)
    weights = flops.step_weight_flops(12_952_010_752, 262_144_000, PASSES, tokens)
    assert weights == 6 * (6_476_005_376 + 131_072_000) * 8192
    assert flops.step_score_flops(causal, PASSES, tokens) == 3 * pair * 2048 * 8192
    scores = flops.step_full_score_flops(full, PASSES, tokens)
    assert scores == 3 * pair * 4096 * 8192
    assert flops.step_full_flops(weights, 0, PASSES, tokens, scores) == weights + scores
    assert flops.step_full_flops(weights, 10, PASSES, tokens, scores) == weights + scores + 245_760
    every = flops.step_all_params_flops(6_738_415_616, WEIGHT, PASSES, tokens, scores)
    assert every / 2 == 191_991_581_245_440  # of one sequence, as published
    assert flops.step_flops(396, tokens) == 396 * 8192
