"""Wrappers and the text models that they nest: what the top says of both, and what is left out."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.nested import MAX_NESTED, text_config
from flopwatt.architecture.read import read_architecture

TEXT = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 512,
}


def read(config):
    return read_architecture(open_config(config))


def text_of(config):
    return text_config(open_config(config))


@pytest.mark.parametrize(
    ("top", "inner", "wrapper", "tied"),
    [
        (True, None, "mistral3", True),
        (False, None, "mistral3", False),
        (None, True, "mistral3", True),
        (None, None, "mistral3", False),
        (False, True, "mistral3", False),
        (True, False, "mistral3", True),
        (False, True, "llava", True),
        (True, False, "llava", True),
    ],
)
def test_what_the_top_says_of_tying_holds_for_the_text_model(top, inner, wrapper, tied):
    text = {**TEXT, "tie_word_embeddings": inner}
    found = read({"model_type": wrapper, "tie_word_embeddings": top, "text_config": text})
    assert found.tied is tied
    differs = {top, inner} == {True, False}
    assert any("tie_word_embeddings" in note for note in found.notes) is differs


def test_types_and_formats_at_the_top_hold_for_the_text_model():
    top = {
        "model_type": "llava",
        "dtype": "bfloat16",
        "quantization_config": {"quant_method": "fp8"},
        "text_config": {**TEXT, "torch_dtype": "float32", "quantization_config": None},
    }
    text = text_config(open_config(top))
    assert text.raw("torch_dtype", "dtype") == "bfloat16"
    assert text.raw("quantization_config") == {"quant_method": "fp8"}
    assert text.path == "text_config."


@pytest.mark.parametrize("value", ["yes", 1, [True], {"a": 1}])
def test_a_wrong_flag_at_the_top_ends_no_reading(value):
    text = text_of(
        {"tie_word_embeddings": value, "text_config": {**TEXT, "tie_word_embeddings": False}}
    )
    assert text.raw("hidden_size") == 64


def test_class_defaults_are_for_nested_text_models_alone():
    fragment = {"model_type": "mistral", "vocab_size": 512}
    assert not text_of(fragment).has("hidden_size")
    nested = text_of({"model_type": "idefics2", "text_config": fragment})
    assert nested.raw("hidden_size") == 4096
    assert nested.raw("vocab_size") == 512
    assert nested.raw("num_key_value_heads") == 8
    assert len(nested.reading.assumed) == 5


def test_as_many_key_value_heads_as_query_heads_unless_said():
    nested = text_of({"text_config": {"model_type": "llama", "num_attention_heads": 8}})
    assert not nested.has("num_key_value_heads")


@pytest.mark.parametrize(
    ("version", "kind"),
    [("2.5", "llama"), (2.6, "qwen2"), ("4.5", "qwen3"), (9, "minicpmv"), (None, "minicpmv")],
)
def test_a_wrapper_whose_text_model_goes_by_its_version(version, kind):
    text = text_of({**TEXT, "model_type": "minicpmv", "version": version})
    assert text.raw("model_type") == kind


def test_the_deepest_nest_that_is_read():
    config = TEXT
    for _ in range(MAX_NESTED):
        config = {"model_type": "wrapper", "text_config": config}
    assert text_of(config).raw("hidden_size") == 64
    deeper = open_config({"text_config": config})
    text_config(deeper)
    assert len(deeper.reading.problems) == 1


def test_the_text_model_of_vila_1_5_3b():
    sizes = {"hidden_size": 2560, "intermediate_size": 6912, "num_hidden_layers": 32}
    heads = {"num_attention_heads": 20, "num_key_value_heads": 20}
    text = {"model_type": "llama", **sizes, **heads, "vocab_size": 32000}
    config = {"model_type": "llava_llama", "hidden_size": 2560, "llm_cfg": text}
    found = read({**config, "vision_tower_cfg": {"model_type": "siglip_vision_model"}})
    assert sum(tensor.size for tensor in found.tensors()) == 2_701_560_320
    assert any("vision_tower_cfg" in note for note in found.notes)
