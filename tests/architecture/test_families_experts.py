"""Models with experts and with latent attention: every count against a second source."""

import json
from pathlib import Path

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.count import count
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Part

# each row says where its numbers are from; "small" ones are drawn with odd sizes
TABLE = Path(__file__).with_name("experts.jsonl")
ROWS = [json.loads(line) for line in TABLE.read_text().splitlines()]
MTP = {
    # whether a module stores embedding and head once more
    "deepseek_v3": True,
    "glm4_moe": True,
    "glm_moe_dsa": False,
    "bailing_moe": False,
}
LATENT = {
    "model_type": "deepseek_v3",
    "hidden_size": 64,
    "intermediate_size": 96,
    "moe_intermediate_size": 24,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "n_routed_experts": 8,
    "n_shared_experts": 1,
    "num_experts_per_tok": 2,
    "first_k_dense_replace": 1,
    "q_lora_rank": 20,
    "kv_lora_rank": 16,
    "qk_nope_head_dim": 8,
    "qk_rope_head_dim": 4,
    "v_head_dim": 8,
    "vocab_size": 100,
}
OSS = {
    "model_type": "gpt_oss",
    "hidden_size": 2880,
    "intermediate_size": 2880,
    "num_hidden_layers": 24,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "num_local_experts": 32,
    "num_experts_per_tok": 4,
    "vocab_size": 201088,
}
LLAMA4 = {
    "model_type": "llama4_text",
    "hidden_size": 64,
    "intermediate_size": 32,
    "intermediate_size_mlp": 96,
    "num_hidden_layers": 8,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "num_local_experts": 4,
    "num_experts_per_tok": 1,
    "vocab_size": 100,
    "attention_chunk_size": 32,
}


def _read(config):
    return read_architecture(open_config(config))


def _active(found):
    return sum(tensor.active for tensor in found.tensors() if tensor.trained)


def _kept(found):
    return [sum(cache.values for cache in layer.caches) for layer in found.layers]


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_counts(row):
    found = _read(row["config"])
    assert count(found).total == row["total"], row["source"]
    if "active" in row:
        assert _active(found) == row["active"]
        assert sum(_kept(found)) == row["kv"]


def test_a_query_rank_of_null_is_one_matrix_and_an_absent_one_is_the_default():
    plain = count(_read({**LATENT, "q_lora_rank": None})).total
    ranked = count(_read(LATENT)).total
    absent = _read({key: value for key, value in LATENT.items() if key != "q_lora_rank"})
    # a layer: 64 x 48 at once, or 64 x 20 + 20 + 20 x 48
    assert plain - ranked == 3 * (64 * 48 - (64 * 20 + 20 + 20 * 48))
    assert count(absent).total - ranked == 3 * (1536 - 20) * (64 + 1 + 48)
    assert [one.value for one in absent.assumed if one.key == "q_lora_rank"] == ["1536"]


def test_a_latent_is_kept_once_and_scores_use_whole_heads():
    found = _read(LATENT)
    assert _kept(found) == [16 + 4] * 3
    assert all(not cache.split for layer in found.layers for cache in layer.caches)
    assert [score.flops for score in found.layers[0].scores] == [2 * 4 * (8 + 4 + 8)]


def test_an_indexer_keeps_one_small_key_and_layers_that_share_its_choice_none():
    sizes = {"index_n_heads": 2, "index_head_dim": 8, "index_topk": 64}
    found = _read({**LATENT, "model_type": "glm_moe_dsa", **sizes, "indexer_types": [
        "full", "shared", "full"]})  # fmt: skip
    assert _kept(found) == [28, 20, 28]
    assert [len(layer.scores) for layer in found.layers] == [2, 1, 2]
    assert found.layers[1].scores[0].reach == 64
    assert found.layers[1].scores[0].kind == "sparse"


@pytest.mark.parametrize("kind", MTP)
def test_a_module_that_predicts_further_is_a_layer_with_what_joins_it(kind):
    extra = {"num_experts": 8, "num_shared_experts": 1, "num_nextn_predict_layers": 2}
    found = _read({**LATENT, **extra, "model_type": kind})
    layer = sum(tensor.size for tensor in found.layers[-1].tensors)
    join = 2 * 64 * 64 + 3 * 64
    copies = 2 * 100 * 64 if MTP[kind] else 0
    assert count(found).predictor == 2 * (layer + join + copies)
    assert count(found).total == count(_read({**LATENT, **extra, "model_type": kind,
                                              "num_nextn_predict_layers": 0})).total  # fmt: skip


def test_gpt_oss_alternates_windows_and_has_biases_and_sinks():
    found = _read(OSS)
    # the published 20.9B; 3.6B active without the input embedding
    assert count(found).total == 20_914_757_184
    assert _active(found) - count(found).embedding == 3_608_307_264
    reaches = [layer.caches[0].reach for layer in found.layers]
    assert reaches == [128, None] * 12


def test_llama_4_sees_chunks_where_it_rotates():
    found = _read({**LLAMA4, "interleave_moe_layer_step": 2})
    kinds = [layer.scores[0].kind for layer in found.layers]
    assert kinds == ["chunk", "chunk", "chunk", "full"] * 2
    assert [layer.label.endswith("experts") for layer in found.layers] == [False, True] * 4
    listed = _read({**LLAMA4, "no_rope_layers": [1, 0] * 4, "moe_layers": [0, 7]})
    assert [layer.scores[0].kind for layer in listed.layers] == ["chunk", "full"] * 4
    whole = _read({**LLAMA4, "attention_chunk_size": None, "no_rope_layers": []})
    assert {layer.scores[0].kind for layer in whole.layers} == {"full"}


def test_layers_that_share_keys_and_values_keep_none():
    found = _read({"model_type": "hunyuan", "hidden_size": 64, "intermediate_size": 32,
                   "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2,
                   "num_experts": 4, "moe_topk": 1, "vocab_size": 100, "use_cla": True,
                   "cla_share_factor": 2, "tie_word_embeddings": True})  # fmt: skip
    assert _kept(found) == [64, 0, 64, 0]
    assert len({layer.scores[0].flops for layer in found.layers}) == 1


def test_experts_of_pictures_are_stored_and_no_text_passes_them():
    row = next(row for row in ROWS if row["name"] == "ernie-vl-28b")
    found = _read(row["config"])
    idle = [t for t in found.tensors() if t.part is Part.EXPERT and t.chosen == 0]
    assert len(idle) == 27 * 3
    assert sum(tensor.active for tensor in idle) == 0


def test_searched_blocks_differ_and_nothing_has_no_norm():
    blocks = [
        {"attention": {"no_op": True}, "ffn": {"ffn_mult": 2.625}},
        {"attention": {"replace_with_linear": True}, "ffn": {"no_op": True}},
        {"attention": {"n_heads_in_group": 2, "window_length": 16}, "ffn": {"ffn_mult": 0.5}},
    ]
    found = _read({"model_type": "nemotron-nas", "hidden_size": 96, "num_attention_heads": 4,
                   "num_hidden_layers": 3, "vocab_size": 100, "block_configs": blocks})  # fmt: skip
    sizes = [sum(tensor.size for tensor in layer.tensors) for layer in found.layers]
    # two thirds of 2.625 x 96 is 168, and 0.5 gives 32: both are rounded up to 256
    mlp = 96 + 3 * 96 * 256
    assert sizes == [mlp, 96 + 96 * 96, 96 + 96 * (96 + 48 + 48 + 96) + mlp]
    assert _kept(found) == [0, 0, 96]
    assert found.layers[2].caches[0].reach == 16


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({**OSS, "layer_types": ["linear_attention"] * 24}, "layer_types"),
        ({**LATENT, "mlp_layer_types": ["dense", "odd", "sparse"]}, "mlp_layer_types"),
        ({**LATENT, "model_type": "step3p5", "num_attention_groups": 2, "moe_num_experts": 8,
          "head_dim": 16, "moe_layers_enum": "a,b"}, "moe_layers_enum"),
        ({**LATENT, "model_type": "nemotron-nas"}, "block_configs"),
        ({**OSS, "num_local_experts": "many"}, "num_local_experts"),
    ],
)  # fmt: skip
def test_what_cannot_be_counted_is_refused(config, field, refused):
    assert field in {problem.field for problem in refused(config)}
