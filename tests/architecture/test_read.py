"""From a config to an architecture: nesting, inheritance, and what is refused all at once."""

import json

import pytest

from flopwatt.architecture.config import open_config
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
# a look-up and a head of 512 x 64, two layers, a norm
COUNT = 2 * 512 * 64 + 2 * (64 * (64 + 2 * 32 + 64) + 3 * 64 * 96 + 2 * 64) + 64
# a vision tower that names every size otherwise than the text does
VISION = {
    "model_type": "siglip_vision_model",
    "hidden_size": 48,
    "intermediate_size": 100,
    "num_hidden_layers": 3,
    "num_attention_heads": 6,
    "vocab_size": 7,
    "num_key_value_heads": 3,
    "head_dim": 8,
}


def read(config):
    return read_architecture(open_config(config))


def count(config):
    return sum(tensor.size for tensor in read(config).tensors())


@pytest.mark.parametrize("key", ["text_config", "llm_config", "language_config"])
def test_the_text_model_inside_counts(key):
    nested = {"model_type": "llava", "vision_config": VISION, key: TEXT}
    assert count(TEXT) == COUNT
    assert count(nested) == COUNT
    assert list(read(nested).towers) == ["vision"]


def test_sizes_at_the_top_are_those_of_no_tower():
    top = {**VISION, "model_type": "llava", "vision_config": VISION, "text_config": TEXT}
    assert count(top) == COUNT


def test_a_field_that_the_text_model_lacks_is_not_taken_from_elsewhere():
    text = {key: value for key, value in TEXT.items() if key != "hidden_size"}
    found = read({"model_type": "llava", **VISION, "vision_config": VISION, "text_config": text})
    assert found.hidden == 4096  # the class default that nested configs leave out
    assert "text_config.hidden_size" in [one.key for one in found.assumed]


def test_a_thinker_holds_a_text_model():
    thinker = {"model_type": "x", "text_config": TEXT}
    found = read({"model_type": "y", "thinker_config": thinker, "talker_config": {"a": 1}})
    assert sum(tensor.size for tensor in found.tensors()) == COUNT
    assert "talker_config is not read here; its weights are left out" in found.notes


def test_a_text_model_without_a_type_has_that_of_its_wrapper():
    text = {key: value for key, value in TEXT.items() if key != "model_type"}
    assert count({"model_type": "llava", "text_config": text}) == COUNT
    assert read({"model_type": "minicpmv", "version": 2.6, **text}).family == "qwen"


def test_all_that_is_missing_is_told_together(refused):
    problems = refused({"model_type": "llama", "hidden_act": "silu"})
    assert {problem.code for problem in problems} == {"missing-quantity"}
    fields = [problem.field for problem in problems]
    assert {"num_hidden_layers", "hidden_size", "vocab_size", "intermediate_size"} <= set(fields)
    assert len(fields) == len(set(fields))
    needed = {problem.field: problem.message for problem in problems}
    assert "nothing of the model" in needed["num_hidden_layers"]
    assert "a part of the model" in needed["vocab_size"]


def test_what_is_missing_is_told_with_what_is_wrong(refused):
    problems = refused({"model_type": "llama", "hidden_size": "64", "num_attention_heads": -4})
    told = {problem.field: problem.code for problem in problems}
    assert told["hidden_size"] == "bad-number"
    assert told["num_attention_heads"] == "out-of-range"
    assert told["num_hidden_layers"] == "missing-quantity"
    assert len(told) == len(problems)


def test_a_field_that_does_not_decide_is_lacking():
    found = read({key: value for key, value in TEXT.items() if key != "vocab_size"})
    lacking = [tensor.name for tensor in found.tensors() if not isinstance(tensor.size, int)]
    assert lacking == ["embed_tokens.weight", "lm_head.weight"]


def test_an_unknown_type_is_refused(refused):
    (problem,) = refused({**TEXT, "model_type": "lama"})
    assert (problem.code, problem.field) == ("unknown-name", "model_type")
    assert (problem.given, problem.nearest) == ("lama", "llama")


def test_an_unknown_type_with_a_known_architecture_is_read():
    assert count({**TEXT, "model_type": "mine", "architectures": ["LlamaForCausalLM"]}) == COUNT
    assert count({**TEXT, "model_type": "LLaMA"}) == COUNT


@pytest.mark.parametrize(
    ("kind", "code"),
    [(None, "missing-quantity"), (3, "bad-number"), (10**5000, "bad-number"), ([], "bad-number")],
    ids=["null", "number", "huge", "list"],
)
def test_a_type_that_is_no_name_is_refused(refused, kind, code):
    (problem,) = refused({**TEXT, "model_type": kind})
    assert (problem.code, problem.field) == (code, "model_type")


@pytest.mark.parametrize("inner", ["text", 3, [TEXT], True])
def test_a_text_model_that_is_no_object_is_refused(refused, inner):
    (problem,) = refused({**TEXT, "text_config": inner})
    assert problem.field == "text_config"


@pytest.mark.parametrize("vision", ["clip", 3, [VISION]])
def test_a_tower_that_is_no_object_is_refused(refused, vision):
    (problem,) = refused({"model_type": "llava", "text_config": TEXT, "vision_config": vision})
    assert problem.field == "vision_config"


def test_a_text_model_inside_itself_is_refused(refused):
    endless = dict(TEXT)
    endless["text_config"] = endless
    (problem,) = refused(endless)
    assert "nested more than" in problem.message


def test_a_missing_field_is_told_at_its_object(tmp_path, refused):
    text = {key: value for key, value in TEXT.items() if key != "num_hidden_layers"}
    config = {"model_type": "new", "vision_config": VISION, "text_config": text}
    config["text_config"]["model_type"] = "olmo2"
    (tmp_path / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    (problem,) = refused(tmp_path)
    assert problem.field == "text_config.num_hidden_layers"
    lines = (tmp_path / "config.json").read_text(encoding="utf-8").splitlines()
    assert '"text_config"' in lines[problem.place.line - 1]


@pytest.mark.parametrize("more", [{"model_type": "mine"}, {}])
def test_a_class_that_stands_in_for_a_type_is_shown(more):
    nameless = {key: value for key, value in TEXT.items() if key != "model_type"}
    found = read({**nameless, **more, "architectures": ["LlamaForCausalLM"]})
    (shown,) = [one for one in found.assumed if one.key == "model_type"]
    assert (shown.value, "LlamaForCausalLM" in shown.why) == ("llama", True)
    assert ("mine" in shown.why) == bool(more)


def test_a_type_that_is_no_text_is_refused_whatever_the_class(refused):
    (problem,) = refused({**TEXT, "model_type": 7, "architectures": ["LlamaForCausalLM"]})
    assert problem.field == "model_type"


def test_a_wrapper_of_an_unknown_type_is_told():
    told = read({"model_type": "brandnew_vl", "text_config": TEXT}).notes
    assert any("brandnew_vl is not known here" in note for note in told)
    known = read({"model_type": "llava", "text_config": TEXT}).notes
    assert not any("not known here" in note for note in known)
