"""Fields that look like sizes and that nothing reads are told; the others are not."""

import json

import pytest

import flopwatt
from flopwatt.architecture.config import open_config
from flopwatt.architecture.nested import text_config
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.unread import deciding_fields, unread_fields

LLAMA = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "vocab_size": 100,
}


def told(**more):
    config = open_config({**LLAMA, **more})
    read_architecture(config)
    return [problem.field for problem in unread_fields(text_config(config))]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("routed_expert_hidden_size", 3584),
        ("latent_rank", 16),
        ("num_extra_towers", 3),
        pytest.param("n_odd", 10**5000, id="thousands of digits"),
        ("conv_dims", [4, 4]),
    ],
)
def test_what_may_bear_on_the_counts(name, value):
    assert told(**{name: value}) == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ep_size", 8),
        ("num_beams", 4),
        ("rotary_dim", 64),
        ("use_some_size", True),
        ("other_size", None),
        ("one_size", 1),
        ("head_size", "wide"),
        ("vocab_size", 100),
        ("eos_token_id", 2),
    ],
)
def test_what_does_not(name, value):
    assert told(**{name: value}) == []


def test_a_field_that_the_family_reads_is_not_told():
    assert told(sliding_window=32, num_key_value_heads=2) == []


FIELDS = {
    "routed_expert_hidden_size": True,
    "kv_latent_rank": True,
    "odd_head_dim": True,
    "num_extra_towers": False,
    "pooler_hidden_size": False,
    "some_layers": False,
}


@pytest.mark.parametrize(("name", "decides"), FIELDS.items())
def test_a_field_that_decides_shapes_withholds_the_counts(name, decides):
    results = flopwatt.read_model({**LLAMA, name: 48}).to_dict()
    assert ("params.total" in results["results"]) != decides
    assert ("weights.stored_bytes" in results["results"]) != decides
    kept = "head_dim" in name or "kv_" in name
    assert ("kv_cache.bytes_per_token" in results["results"]) != kept
    assert name in {warning["field"] for warning in results["warnings"]}


def test_another_name_of_a_field_that_was_read_withholds_nothing():
    config = open_config({**LLAMA, "head_dim": 16, "qkv_head_dim": 16})
    read_architecture(config)
    assert deciding_fields(config) == ()


def test_no_more_are_told_than_anybody_reads():
    many = {f"field_{number}_size": 7 for number in range(5_000)}
    problems = flopwatt.read_model({**LLAMA, **many}).to_dict()["warnings"]
    assert 20 <= len(problems) <= 25
    assert any("4980 more" in problem["message"] for problem in problems)


def test_the_place_of_a_nested_field(tmp_path):
    path = tmp_path / "config.json"
    inner = {**LLAMA, "num_extra_towers": 3}
    path.write_text(json.dumps({"model_type": "llava", "text_config": inner}, indent=1))
    config = open_config(path)
    read_architecture(config)
    (problem,) = unread_fields(text_config(config))
    assert problem.field == "text_config.num_extra_towers"
    assert problem.place.line == 3 + len(inner)
