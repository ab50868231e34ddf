"""The budget of one GPU, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_memory as memory

GIB = 2.0**30
VLLM, SGLANG, TENSORRT = (np.array(float(place)) for place in range(3))


def test_gpus_are_stages_times_replicas_times_tensor_parallel():
    assert memory.tensor_parallel(16, 2, 2) == 4
    assert memory.expert_parallel(4) == 4


def test_a_card_is_what_programs_see():
    assert memory.card_memory(79.6 * GIB, 0.5 * GIB) / GIB == pytest.approx(79.1)
    assert memory.card_from_label(80e9, 1.06) / GIB == pytest.approx(78.98, abs=0.01)


def test_sglang_leaves_a_chunk_free():
    share = memory.sglang_share(79.1 * GIB, 0.5 * GIB, 1.5 * 2**20, 8192)
    assert share == pytest.approx(1 - 12.5 / 79.1)


def test_each_engine_has_its_share():
    shares = [float(memory.memory_share(e, 0.9, 0.84, 0.95)) for e in (VLLM, SGLANG, TENSORRT)]
    assert shares == [0.9, 0.84, 0.95]


def test_each_engine_shares_out_something_else():
    usable = [float(memory.usable_memory(e, 80.0, 0.9, 2.0)) for e in (VLLM, SGLANG, TENSORRT)]
    assert usable == pytest.approx([72.0, 70.2, 80.0])


def test_weights_are_divided_by_what_divides_them():
    # 8 GB dense over 4, 64 GB of experts over 8, both over 2 stages
    assert memory.layer_weights(8e9, 0.0, 64e9, 1.0, 4, 8, 2) == 5e9
    assert memory.layer_weights(0.0, 0.0, 60e9, 1.1, 1, 1, 1) == pytest.approx(66e9)
    assert memory.end_weights(2e9, 1e9, 4e9, 4, 1) == 1.75e9
    assert memory.end_weights(2e9, 1e9, 4e9, 4, 2) == 1.5e9  # of two stages the fuller end
    assert memory.fit_weights(5e9, 1.5e9) == 6.5e9


def test_links_take_memory_for_each_further_gpu():
    assert memory.peer_memory(450e9, 100e9, 0.3, 0.05) == 0.3
    assert memory.peer_memory(32e9, 100e9, 0.3, 0.05) == 0.05
    assert memory.peer_memory_unknown(0.3) == 0.3
    assert memory.link_memory(0.3, 4, 2, 4) == pytest.approx(2.1)
    assert memory.link_memory(0.3, 1, 1, 8) == pytest.approx(2.1)
    assert memory.link_memory(0.3, 1, 1, 1) == 0


def test_what_counts_as_other_depends_on_the_engine():
    outside, inside = np.array(0.0), np.array(1.0)
    assert memory.other_memory(VLLM, 0.2, 0.5, 1.0, outside, 0.4) == pytest.approx(1.2)
    assert memory.other_memory(SGLANG, 0.2, 0.5, 1.0, inside, 0.4) == pytest.approx(2.1)


def test_what_is_left_for_the_cache():
    engines = (VLLM, SGLANG, TENSORRT)
    weights = [float(memory.held_by_weights(e, 20.0, 2.0)) for e in engines]
    held = [float(memory.held_memory(e, w, 3.0)) for e, w in zip(engines, weights, strict=True)]
    assert weights == [22, 20, 22]
    assert held == [25, 20, 25]
    usable = (72.0, 70.2, 80.0)
    left = [
        float(memory.cache_memory(e, u, h, 0.9))
        for e, u, h in zip(engines, usable, held, strict=True)
    ]
    assert left == pytest.approx([47.0, 50.2, 49.5])
