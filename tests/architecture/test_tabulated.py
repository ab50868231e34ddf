"""Models built from the shape that a table gives."""

import pytest

from flopwatt.architecture.count import count
from flopwatt.architecture.tabulated import missing_shape, tabulated

LLAMA = {
    "layers": 32, "hidden": 4096, "heads": 32, "kv_heads": 8, "ffn": 14336, "gated_mlp": 1,
    "vocab": 128256,
}  # fmt: skip
DEEPSEEK = {
    "layers": 61, "hidden": 7168, "heads": 128, "ffn": 18432, "vocab": 129280,
    "moe_experts": 256, "moe_topk": 8, "moe_shared_experts": 1, "moe_ffn": 2048,
    "moe_dense_layers": 3,
}  # fmt: skip


def test_the_published_counts_come_out():
    assert count(tabulated(LLAMA).architecture).total == 8_030_261_248
    found = count(tabulated(DEEPSEEK, latent=True).architecture)
    assert found.total / 1e9 == pytest.approx(671, abs=0.1)
    active = found.total - found.experts + found.chosen
    assert active / 1e9 == pytest.approx(37.5, abs=0.1)


@pytest.mark.parametrize(("params", "tied"), [(8.03e9, False), (7.5e9, True), (None, False)])
def test_the_size_stated_tells_whether_the_output_matrix_is_the_embedding(params, tied):
    assert tabulated(LLAMA, params=params).architecture.tied is tied


def test_heads_that_a_table_leaves_out():
    found = tabulated({"layers": 1, "hidden": 14400, "ffn": 57600, "gated_mlp": 0, "vocab": 10})
    assert found.assumed[0] == "96 heads"
    assert found.architecture.layers[0].scores[0].heads == 96
    small = tabulated({"layers": 1, "hidden": 60, "ffn": 9, "vocab": 10})
    assert small.architecture.layers[0].scores[0].heads == 1


def test_small_models_have_no_latent_of_queries():
    small = tabulated(DEEPSEEK | {"heads": 16}, latent=True)
    assert small.assumed[0] == "latents of no queries and 512 keys"


def test_what_nothing_can_be_built_without():
    assert missing_shape({"layers": 3, "hidden": 64}) == ["ffn", "vocab"]
    assert missing_shape(LLAMA) == []
