"""Bytes of caches and weights, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import model_memory as memory

WINDOWED, FULL = np.array(0.0), np.array(1.0)
# Gemma 2 9B: 21 layers keep all, 21 the last 4096; 8 heads of 256 at 16 bits
LAYER = 2 * 8 * 256 * 2.0
GROWING, WINDOW = 21 * LAYER, 21 * LAYER


def test_one_token_in_all_layers_and_in_those_that_keep_every_token():
    assert memory.growing_bytes_per_token(GROWING, 0.0) == 172_032
    assert memory.kv_bytes_per_token(GROWING, 0.0, WINDOW, 0.0) == 344_064
    # a latent of 512 + 64 in 61 layers at 16 bits, and no key beside a value
    assert memory.kv_bytes_per_token(0.0, 61 * 576 * 2.0, 0.0, 0.0) == 70_272


@pytest.mark.parametrize(
    ("context", "policy", "tokens"),
    [(8192.0, WINDOWED, 4096), (1000.0, WINDOWED, 1000), (8192.0, FULL, 8192)],
)
def test_tokens_that_layers_with_a_window_keep(context, policy, tokens):
    assert memory.window_tokens(np.array(context), np.array(4096.0), policy) == tokens


def test_a_sequence_by_both_policies():
    sizes = []
    for tokens in (4096, 8192):
        window = memory.window_bytes_per_sequence(WINDOW, 0.0, tokens)
        sizes.append(memory.kv_bytes_per_sequence(GROWING, 0.0, 8192, window, 0.0))
    assert sizes == [GROWING * 8192 + WINDOW * 4096, 344_064 * 8192]
    assert memory.kv_bytes(sizes[0], 32) == 32 * sizes[0]


def test_a_cross_cache_is_of_the_source():
    # T5: 12 layers that keep keys and values of the source as well as their own
    source = memory.cross_bytes_per_sequence(36864.0, memory.source_context_alike(512))
    assert memory.kv_bytes_per_sequence(36864.0, 0.0, 512, 0.0, source) == 73_728 * 512
    # Whisper large: 448 tokens of its own, and 1500 of the sound whatever is written
    source = memory.cross_bytes_per_sequence(163_840.0, memory.source_context(1500))
    assert source == 245_760_000
    own = memory.kv_bytes_per_sequence(163_840.0, 0.0, 448, 0.0, source) - source
    assert own == 73_400_320


def test_recurrent_states_beside_the_cache():
    assert memory.all_state_bytes(7.0, 3) == 21
    assert memory.sequence_bytes_with_state(100.0, 7.0) == 107
    assert memory.bytes_with_state(107.0, 3) == 321
    assert memory.kv_bytes_of_any_length(0.0) == 0


def test_weights_in_memory_and_on_disk():
    resident = memory.resident_bytes(100, 800, 20, 20, 0, 5)
    assert resident == 945
    assert memory.stored_bytes(resident, 30, 20) == 995  # a predictor, and a tied matrix again
    assert memory.resident_bytes_by_size(7e9, 0.5) == 3.5e9


@pytest.mark.parametrize(("batch", "experts"), [(1, 8.0), (32, 111.771035)])
def test_experts_that_a_batch_touches(batch, experts):
    """8 of 128: one token reads 8; of 32 tokens each misses an expert with 15/16."""
    share = memory.touched_share(8 / 128, batch)
    assert memory.experts_touched(128, share) == pytest.approx(experts)


def test_a_step_reads_the_experts_touched_and_no_look_up():
    # a matrix that two layers share is read twice: 7 more
    one = memory.read_bytes_per_step(100, 7, 20, 800, memory.touched_share(0.25, 1))
    assert one == 100 + 7 + 20 + 200
    many = memory.read_bytes_per_step(100, 7, 20, 800, memory.touched_share(0.25, 4))
    assert many == pytest.approx(127 + 800 * (1 - 0.75**4))
