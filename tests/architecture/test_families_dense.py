"""Decoders without experts: every weight once, what their attention sees, what they keep."""

import json
from pathlib import Path

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Part

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "dense.jsonl").read_text(encoding="utf-8").splitlines()
]
SMALL = {
    "hidden_size": 64,
    "intermediate_size": 100,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "num_hidden_layers": 6,
    "vocab_size": 300,
    "max_position_embeddings": 8192,
}


def read(**config):
    return read_architecture(open_config(config))


def total(found):
    return sum(tensor.size for tensor in found.tensors() if tensor.trained)


def small(kind, **more):
    return read(model_type=kind, **{**SMALL, **more})


def reaches(found):
    return [layer.scores[0].reach for layer in found.layers]


def kept(found):
    return [sum(cache.values for cache in layer.caches) for layer in found.layers]


# each row says by what its total was counted: small configs of odd sizes, and published shapes
@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in ROWS])
def test_every_weight_once(row):
    found = read(**row["config"])
    assert total(found) == row["total"]
    assert all(layer.scores for layer in found.layers)


def test_llama_by_hand():
    """Four projections, three matrices, two norms a layer; embedding, last norm and head."""
    layer = 64 * 64 * 2 + 32 * 64 * 2 + 3 * 64 * 100 + 2 * 64
    assert total(small("llama")) == 6 * layer + 300 * 64 + 64 + 300 * 64
    assert total(small("llama", tie_word_embeddings=True)) == 6 * layer + 300 * 64 + 64
    assert kept(small("llama")) == [2 * (16 + 16)] * 6


def test_a_missing_width_leaves_what_does_not_need_it():
    found = read(**{k: v for k, v in SMALL.items() if k != "intermediate_size"}, model_type="llama")
    assert isinstance(total(found), Lacking)
    assert kept(found) == [64] * 6


@pytest.mark.parametrize(
    ("kind", "more", "expected"),
    [
        ("mistral", {}, [4096] * 6),  # its class's default
        ("mistral", {"sliding_window": None}, [None] * 6),
        ("mistral", {"sliding_window": 8192}, [None] * 6),  # as long as the context
        ("ministral", {"sliding_window": 64}, [64] * 6),
        ("phi3", {"sliding_window": 2047}, [2047] * 6),
        ("phi3", {"sliding_window": 262144}, [None] * 6),
        ("starcoder2", {"sliding_window": 4096}, [4096] * 6),
        ("qwen2", {"sliding_window": 64}, [None] * 6),  # not switched on
        (
            "qwen2",
            {"sliding_window": 64, "use_sliding_window": True, "max_window_layers": 4},
            [None] * 4 + [64] * 2,
        ),
        ("qwen3", {"sliding_window": 64, "use_sliding_window": True}, [None] * 6),  # 28 see all
        ("gemma2", {}, [4096, None] * 3),
        ("gemma3_text", {"sliding_window": 512}, [512] * 5 + [None]),
        ("gemma3_text", {"sliding_window": 9, "sliding_window_pattern": 3}, [9, 9, None] * 2),
        (
            "gemma3_text",
            {"sliding_window": 9, "layer_types": ["full_attention"] + ["sliding_attention"] * 5},
            [None] + [9] * 5,
        ),
        ("cohere2", {}, [4096] * 3 + [None] + [4096] * 2),
        ("olmo3", {"sliding_window": 64}, [64] * 3 + [None] + [64] * 2),
        ("cwm", {"sliding_window": 64}, [None] + [64] * 3 + [None, 64]),
        ("exaone4", {"sliding_window_pattern": "LLG"}, [4096, 4096, None] * 2),
        ("exaone4", {"sliding_window": None}, [None] * 6),
        ("smollm3", {}, [None] * 6),
        ("gemma3n_text", {"num_kv_shared_layers": 1}, [512] * 4 + [None, 512]),
        ("gemma4_text", {}, [512] * 5 + [None]),
    ],
)
def test_what_each_layer_sees(kind, more, expected):
    assert reaches(small(kind, **more)) == expected


def test_local_layers_of_gpt_neo():
    config = {"hidden_size": 64, "num_heads": 4, "num_layers": 4, "vocab_size": 300}
    config |= {"max_position_embeddings": 2048, "attention_types": [[["global", "local"], 2]]}
    assert reaches(read(model_type="gpt_neo", **config)) == [None, 256] * 2


def test_layers_that_share_caches_keep_none():
    found = small("gemma3n_text", num_kv_shared_layers=2, head_dim=16)
    assert kept(found) == [64] * 4 + [0] * 2
    assert all(layer.scores for layer in found.layers)


def test_gemma_4_keeps_wider_heads_where_all_is_seen():
    """The same matrix gives keys and values, and both are kept: one is rotated."""
    more = {"global_head_dim": 32, "num_global_key_value_heads": 1, "attention_k_eq_v": True}
    found = small("gemma4_text", head_dim=16, hidden_size_per_layer_input=0, **more)
    assert kept(found) == [2 * (16 + 16)] * 5 + [32 + 32]
    assert found.layers[-1].scores[0].flops == 2 * 4 * (32 + 32)
    names = {tensor.name for tensor in found.layers[-1].tensors}
    assert "self_attn.k_proj.weight" in names
    assert "self_attn.v_proj.weight" not in names


def test_gemma_4_as_saved_with_sizes_by_layer():
    by_layer = {"5": {"head_dim": 32, "num_key_value_heads": 1}}
    more = {"head_dim": 16, "hidden_size_per_layer_input": 0}
    found = small("gemma4_text", per_layer_config=by_layer, **more)
    assert kept(found) == [64] * 6
    assert found.layers[-1].scores[0].key_dim == 32


def test_experts_of_gemma_4_beside_the_mlp():
    path = {"num_experts": 8, "top_k_experts": 2, "moe_intermediate_size": 24}
    found = small("gemma4_text", enable_moe_block=True, hidden_size_per_layer_input=0, **path)
    experts = [t for t in found.layers[0].tensors if t.part is Part.EXPERT]
    assert sum(t.size for t in experts) == 8 * 3 * 64 * 24
    assert sum(t.active for t in experts) == 2 * 3 * 64 * 24
    assert any(t.part is Part.MLP for t in found.layers[0].tensors)


def test_grouping_lowers_what_is_kept_and_no_products():
    falcon = read(model_type="falcon", hidden_size=64, num_attention_heads=4,
                  num_hidden_layers=2, vocab_size=300)  # fmt: skip
    assert kept(falcon) == [1 * (16 + 16)] * 2
    assert falcon.layers[0].scores[0].flops == 2 * 4 * (16 + 16)


def test_the_difference_of_two_attentions():
    """Each head weighs values of twice its width; what is kept is as ever."""
    found = small("diffllama")
    assert found.layers[0].scores[0].flops == 2 * 4 * (16 + 32)
    assert kept(found)[0] == 64


def test_looped_layers_are_stored_once_and_kept_each_time():
    once, twice = small("nanbeige"), small("nanbeige", num_loops=2)
    assert total(once) == total(twice)
    assert len(twice.layers) == 12
    assert sum(kept(twice)) == 2 * sum(kept(once))
    assert sum(t.passed for t in twice.layers[-1].tensors) == sum(
        t.size for t in once.layers[-1].tensors
    )


@pytest.mark.parametrize("kind", ["Dream", "llada"])
def test_diffusion_models_keep_nothing(kind):
    found = small(kind)
    assert not found.causal
    assert kept(found) == [0] * 6
    assert "diffusion" in found.notes[0]


def test_an_embedding_model_lets_all_tokens_see_all():
    found = small("gemma3_text", use_bidirectional_attention=True)
    assert not found.causal
    assert kept(found) == [0] * 6


def test_what_stood_in_is_told():
    found = small("gemma2")
    assumed = {item.key: item.value for item in found.assumed}
    assert assumed["head_dim"] == "256"
    assert assumed["sliding_window"] == "4096"
    assert assumed["tie_word_embeddings"] == "true"


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"model_type": "gpt2", "add_cross_attention": True}, "add_cross_attention"),
        ({"model_type": "gemma3_text", "layer_types": ["strided"] * 6}, "layer_types"),
        ({"model_type": "mpt", "attn_config": {"attn_type": "other"}}, "attn_config.attn_type"),
        ({"model_type": "hunyuan_v1_dense", "use_cla": True}, "use_cla"),
        ({"model_type": "llada", "block_type": "sequential"}, "block_type"),
        ({"model_type": "gpt_neo", "attention_types": [[["far"], 6]]}, "attention_types"),
        ({"dim": 64, "n_layers": 2, "multiple_of": 4, "moe_args": {"a": 1}}, "moe_args"),
    ],
)
def test_what_is_not_read_is_refused(config, field, refused):
    assert field in {problem.field for problem in refused({**SMALL, **config})}
