"""Configs as users meet them, by the number of their row in the list of bad inputs.

What is asked of a config and cannot be had (rows 35 to 37) is in ``test_bad_uses.py``.
"""

import json
import math

import pytest

import flopwatt
from flopwatt.architecture.config import open_config
from flopwatt.architecture.context import read_context
from flopwatt.architecture.kv_formats import cache_bytes, kv_format
from flopwatt.architecture.quantisation import METHODS, read_recipe
from flopwatt.architecture.read import read_architecture
from flopwatt.problems import FlopwattError, PlanError

LLAMA = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 512,
    "tie_word_embeddings": False,
}
VISION = {"hidden_size": 48, "intermediate_size": 100, "num_hidden_layers": 3}
LATENT = {
    "model_type": "glm_moe_dsa",
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


def read(config):
    return read_architecture(open_config(config))


def total(config):
    return sum(tensor.size for tensor in read(config).tensors())


def cached(config):
    """Values kept of each token, by layers with a window too."""
    found = cache_bytes(read(config), kv_format("bf16"))
    return (found.growing + found.limited) // 2


def without(config, *names):
    return {key: value for key, value in config.items() if key not in names}


def assumed(config):
    return {one.key: one.value for one in read(config).assumed}


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_24_infinity_where_nothing_needs_it(value, tmp_path):
    config = {**LLAMA, "time_step_limit": [0.0, value], "initializer_range": value}
    assert total(config) == total(LLAMA)
    path = tmp_path / "config.json"
    path.write_text(json.dumps(config), encoding="utf-8")  # as Infinity, which is no JSON
    assert total(path) == total(LLAMA)


def test_24_infinity_where_a_size_is_needed(refused):
    assert [p.field for p in refused({**LLAMA, "hidden_size": math.inf})] == ["hidden_size"]


# what a family's own class does where the field is absent, as heads kept of each token
WIDER = {"num_attention_heads": 16, "head_dim": 16}  # so that 8 heads can be shared


@pytest.mark.parametrize(
    ("kind", "more", "heads"),
    [
        ("llama", {}, 4),
        ("mistral", WIDER, 8),
        ("mixtral", {**WIDER, "num_local_experts": 4, "num_experts_per_tok": 2}, 8),
        ("gemma2", {"head_dim": 16}, 4),
        ("gpt_bigcode", {"multi_query": True}, 1),
        ("gpt_bigcode", {"multi_query": False}, 4),
        ("falcon", {"multi_query": True}, 1),
    ],
)
def test_25_key_value_heads_that_are_missing(kind, more, heads):
    config = {**without(LLAMA, "num_key_value_heads"), "model_type": kind, **more}
    head = more.get("head_dim", 16)
    assert cached(config) == 2 * 2 * heads * head


def test_25_what_stands_in_is_shown():
    found = assumed(without(LLAMA, "num_key_value_heads"))
    assert found["num_key_value_heads"] == "4"


def test_26_null_heads_with_blocks_of_their_own():
    attends = {"attention": {"n_heads_in_group": 2}, "ffn": {"intermediate_size": 96}}
    idle = {"attention": {"no_op": True}, "ffn": {"intermediate_size": 32}}
    config = {**LLAMA, "model_type": "nemotron-nas", "num_key_value_heads": None}
    assert cached({**config, "block_configs": [attends, idle]}) == 2 * 2 * 16
    with pytest.raises(PlanError):
        read(config)


@pytest.mark.parametrize(
    ("config", "values"),
    [
        (LLAMA, 2 * 2 * 2 * 16),  # the width over the heads
        ({**LLAMA, "head_dim": 24}, 2 * 2 * 2 * 24),
        ({**LLAMA, "head_dim": None}, 2 * 2 * 2 * 16),
        ({**LLAMA, "model_type": "qwen3"}, 2 * 2 * 2 * 128),  # its class's own
        ({**LLAMA, "model_type": "gemma2"}, 2 * 2 * 2 * 256),
        (LATENT, 3 * (16 + 4)),
        ({**LATENT, "head_dim": 64}, 3 * (16 + 4)),  # GLM-5 states what is none of its heads
    ],
)
def test_27_the_size_of_a_head(config, values):
    caches = cache_bytes(read(config), kv_format("bf16")).groups
    assert sum(group.bytes for group in caches if not group.index) == 2 * values


@pytest.mark.parametrize(
    ("kind", "tied"), [("llama", False), ("qwen2", False), ("gemma2", True), ("cohere", True)]
)
def test_28_a_tied_matrix_that_is_not_said(kind, tied):
    config = {**without(LLAMA, "tie_word_embeddings"), "model_type": kind}
    assert read(config).tied is tied
    assert assumed(config)["tie_word_embeddings"] == str(tied).lower()


@pytest.mark.parametrize(
    "config",
    [
        {"model_type": "llama", "n_embd": 64, "n_inner": 96, "n_layer": 2, "n_head": 4},
        {"model_type": "llama", "n_embed": 64, "num_layers": 2, "num_heads": 4},
        {"model_type": "llama", "d_model": 64, "n_layers": 2, "n_heads": 4},
    ],
    ids=lambda config: ", ".join(config),
)
@pytest.mark.parametrize("name", ["num_kv_heads", "n_kv_heads", "n_head_kv"])
def test_29_other_names_of_the_same_fields(config, name):
    assert cached({**config, name: 2, "vocab_size": 512}) == cached(LLAMA)


def test_29_fields_in_objects_of_their_own():
    config = {
        "model_type": "dbrx",
        "d_model": 64,
        "n_heads": 4,
        "n_layers": 2,
        "vocab_size": 512,
        "attn_config": {"kv_n_heads": 2},
        "ffn_config": {"ffn_hidden_size": 96, "moe_num_experts": 4, "moe_top_k": 2},
    }
    assert cached(config) == cached(LLAMA)
    layer = 2 * 64 * 64 + 2 * 64 * 32 + 4 * 64 + 4 * 3 * 64 * 96 + 2 * 64
    assert total(config) == 2 * layer + 2 * 512 * 64 + 64


@pytest.mark.parametrize(
    "nested",
    [
        {"text_config": LLAMA},
        {"llm_config": LLAMA},
        {"thinker_config": {"model_type": "made_thinker", "text_config": LLAMA}},
    ],
    ids=lambda nested: next(iter(nested)),
)
def test_30_the_text_model_inside_and_never_the_tower(nested):
    vision = {**VISION, "model_type": "clip_vision_model", "vocab_size": 7}
    for config in (nested, {**nested, **VISION, "vision_config": vision}):
        assert total({"model_type": "made", **config}) == total(LLAMA)


def test_30_towers_are_counted_beside():
    vision = {**VISION, "model_type": "clip_vision_model", "num_attention_heads": 4}
    found = read({"model_type": "llava", "text_config": LLAMA, "vision_config": vision})
    assert len(found.towers["vision"].layers) == 3


@pytest.mark.parametrize(
    ("kind", "nearest"), [("lama", "llama"), ("qwen33", "qwen3"), ("mixtrall", "mixtral")]
)
def test_31_an_unknown_type(refused, kind, nearest):
    (problem,) = refused({**LLAMA, "model_type": kind})
    assert (problem.code, problem.nearest) == ("unknown-name", nearest)
    assert "--as TYPE" in problem.allowed
    found = flopwatt.read_model({**LLAMA, "model_type": kind}, read_as="llama")
    assert found["params.total"] == total(LLAMA)


@pytest.mark.parametrize("kind", ["Yi", "yi", "LLaMA"])
def test_31_known_by_another_name(kind):
    assert total({**LLAMA, "model_type": kind}) == total(LLAMA)


def test_31_an_architecture_with_fields_of_its_own(refused):
    config = {**LLAMA, "model_type": "made", "architectures": ["DeciLMForCausalLM"]}
    assert [problem.field for problem in refused(config)] == ["block_configs"]


# bits of a matrix of the layers, of its embedding, and of its head
@pytest.mark.parametrize(
    ("settings", "matrix", "head"),
    [
        ({"quant_method": "gptq", "bits": 4, "group_size": 32}, "gptq int4 g32", "bf16"),
        ({"quant_method": "awq", "bits": 4, "group_size": 32}, "awq int4 g32", "bf16"),
        ({"quant_method": "fp8", "weight_block_size": [128, 128]}, "fp8 per 128x128", "bf16"),
        ({"quant_method": "bitsandbytes", "load_in_8bit": True}, "bnb int8", "bf16"),
        ({"load_in_4bit": True, "bnb_4bit_quant_type": "nf4"}, "nf4", "bf16"),
        ({"quant_method": "mxfp4"}, "bf16", "bf16"),  # of experts alone
        ({"quant_algo": "FP8"}, "fp8", "fp8"),
    ],
)
def test_32_ways_to_quantise(settings, matrix, head):
    found = flopwatt.read_model({**LLAMA, "quantization_config": settings}, parts=["weights"])
    tables = [table for section in found.report.sections for table in section.tables]
    formats = next(table for table in tables if table.id == "formats")
    by_class = {row[0].text: row[1].text for row in formats.rows}
    assert by_class["mlp"] == by_class["attention"] == matrix
    assert (by_class["embedding"], by_class["head"]) == ("bf16", head)


@pytest.mark.parametrize("method", ["aqlm", "gptqq", "", 8])
def test_32_an_unknown_way_is_refused_and_never_16_bit(method):
    config = {**LLAMA, "quantization_config": {"quant_method": method, "bits": 4}}
    with pytest.raises(PlanError) as caught:
        read_recipe(open_config(config))
    with pytest.raises(FlopwattError):
        flopwatt.read_model(config)
    assert isinstance(method, int) or "gptq" in caught.value.problems[0].allowed
    assert method not in METHODS


def test_33_32_bits_on_disk_and_16_in_memory():
    disk = flopwatt.read_model({**LLAMA, "torch_dtype": "float32"})
    memory = flopwatt.read_model({**LLAMA, "torch_dtype": "float32"}, dtype="bf16")
    assert disk["weights.stored_bytes"] == disk["weights.resident_bytes"] == 4 * total(LLAMA)
    assert memory["weights.resident_bytes"] == 2 * total(LLAMA)
    assert disk["kv_cache.bytes_per_token"] == memory["kv_cache.bytes_per_token"]


@pytest.mark.parametrize(
    ("positions", "scaling", "more", "tokens"),
    [
        (131072, {"rope_type": "llama3", "factor": 8.0}, {}, 131072),
        (32768, {"type": "yarn", "factor": 4.0}, {}, 131072),
        (1048576, {"type": "yarn", "factor": 32.0}, {}, 1048576),
        (8192, None, {"model_max_length": 131072}, 131072),
        (8192, None, {"model_max_length": 10**30}, 8192),
    ],
)
def test_34_rope_scaling_is_applied_once(positions, scaling, more, tokens):
    original = {131072: 8192, 32768: 32768, 1048576: 32768}
    if scaling:
        scaling = {**scaling, "original_max_position_embeddings": original[positions]}
    config = {**LLAMA, "max_position_embeddings": positions, "rope_scaling": scaling, **more}
    assert read_context(open_config(config)).tokens == tokens
    assert flopwatt.read_model(config)["context_length"] == tokens


@pytest.mark.parametrize(
    "address",
    ["https://example.org/config.json", "http://example.org/a.json", "hf://a/config.json"],
)
def test_43_an_address_is_no_file(address):
    with pytest.raises(PlanError) as caught:
        open_config(address)
    assert caught.value.problems[0].code == "bad-file"
    with pytest.raises(FlopwattError):
        flopwatt.read_model(address)


def test_43_a_loop_of_links_is_refused(tmp_path):
    one, other = tmp_path / "config.json", tmp_path / "other.json"
    one.symlink_to(other)
    other.symlink_to(one)
    for path in (one, tmp_path, other):
        with pytest.raises(PlanError) as caught:
            open_config(path)
        assert caught.value.problems[0].code == "bad-file"
