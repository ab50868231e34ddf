"""Configs that name a type whose layers they do not have, or fields that their type ignores."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.kv_formats import cache_bytes, kv_format
from flopwatt.architecture.read import read_architecture

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


def read(config):
    return read_architecture(open_config(config))


def total(config):
    return sum(tensor.size for tensor in read(config).tensors())


PARAMS = {"dim": 64, "n_layers": 2, "n_heads": 4, "hidden_dim": 96, "vocab_size": 512}


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"sinusoidal_pos_embds": True}, "sinusoidal_pos_embds"),  # DistilBERT's training file
        ({"use_qk_norm": True}, "use_qk_norm"),  # ExecuTorch's files of other models
        ({"attention_qkv_bias": True}, "attention_qkv_bias"),
        ({"layer_types": ["conv", "full_attention"]}, "layer_types"),
        ({"vision_num_cross_attention_layers": 8}, "vision_num_cross_attention_layers"),
        ({"norm_type": "layernorm", "output_bias": False}, "norm_type"),
        ({"model_type": "falcon_perception"}, "model_type"),
    ],
)
def test_sizes_named_as_llama_names_them_of_what_is_no_llama(refused, more, field):
    assert [p.field for p in refused({**PARAMS, **more})] == [field]


def test_sizes_named_as_llama_names_them():
    assert total({**PARAMS, "use_qk_norm": False}) == total(PARAMS)
    assert total({**PARAMS, "model_type": "transformer"}) == total(PARAMS)


@pytest.mark.parametrize("field", ["draft_vocab_size", "dflash_config"])
def test_a_drafter_is_not_read_as_its_type(refused, field):
    drafter = {**LLAMA, "architectures": ["LlamaForCausalLMEagle3"], field: {"draft": 32}}
    assert [p.field for p in refused(drafter)] == [field]
    assert total({**LLAMA, field: None}) == total(LLAMA)


def test_modules_that_predict_further_are_told_where_no_family_reads_them():
    mimo = {**LLAMA, "model_type": "mimo", "num_nextn_predict_layers": 1}
    assert any("predict" in note for note in read(mimo).notes)
    assert not any("predict" in note for note in read(LLAMA).notes)


def test_a_window_that_is_switched_off():
    windowed = {**LLAMA, "sliding_window": 64, "max_position_embeddings": 4096}
    assert cache_bytes(read(windowed), kv_format("bf16")).limited
    found = read({**windowed, "use_sliding_window": False})
    assert not cache_bytes(found, kv_format("bf16")).limited
