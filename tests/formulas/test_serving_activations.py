"""The peak of a step, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_activations as activations

GIB = 2.0**30
VLLM, SGLANG = np.array(0.0), np.array(1.0)
CHUNKED, WHOLE = np.array(0.0), np.array(1.0)


def test_large_cards_work_on_more():
    assert activations.large_card(VLLM, 70, 60) == 70
    assert activations.large_card(SGLANG, 70, 60) == 60
    assert activations.chunk_tokens(VLLM, 79, 70, 8192, 2048, 4096) == 8192
    assert activations.chunk_tokens(VLLM, 24, 70, 8192, 2048, 4096) == 2048
    assert activations.chunk_tokens(SGLANG, 24, 60, 8192, 2048, 4096) == 4096
    assert activations.batch_limit(79, 70, 1024, 256) == 1024


def test_an_engine_without_chunks_works_on_a_whole_context():
    assert activations.batched_tokens(CHUNKED, 8192, 131072, 2048) == 8192
    assert activations.batched_tokens(WHOLE, 8192, 131072, 2048) == 131072
    assert activations.batched_tokens(WHOLE, 8192, 1024, 2048) == 2048


def test_routed_experts_write_the_whole_width():
    # 8 experts of 1536, gated, of a model 4096 wide, over 4 GPUs
    up, inner, out = 8 * 2 * 1536 * 2, 8 * 1536 * 2, 8 * 4096 * 2
    assert activations.routed_activations(up, inner, out, 4) == inner / 4 + out


def test_a_dense_model_of_405b_at_its_whole_context():
    # 16384 wide, 53248 inside, over 8 GPUs: 13 GiB, which an 80 GB card has no room for
    token = activations.token_activations(2 * 16384, 3 * 53248 * 2, 2 * 18432 * 2, 0, 8)
    assert token == 2 * 32768 + 3 * 53248 * 2 / 8
    peak = activations.fit_activations(131072, token, 0)
    assert peak / GIB == pytest.approx(12.875)


def test_choosing_tokens_may_take_more_than_the_layers():
    # 256 rows of 152,064 words at 39 bytes: 1.4 GiB, as one log of a 7B model shows
    logits = activations.logit_activations(256, 152064, 39, 4096, 7168)
    assert logits / GIB == pytest.approx(1.44, abs=0.01)
    assert activations.fit_activations(4096, 1000.0, logits) == logits
