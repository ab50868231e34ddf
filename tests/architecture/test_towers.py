"""Towers with their projectors, and the text models beside them, as published."""

import json
from pathlib import Path

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.read import read_architecture

HERE = Path(__file__).parent


def rows(name):
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(row, id=row["name"]) for row in map(json.loads, lines)]


def read(config):
    return read_architecture(open_config(config))


def text(found):
    return sum(tensor.size for tensor in found.tensors())


def beside(found):
    return sum(tensor.size for stack in found.towers.values() for _, tensor in stack.tensors())


# small towers of odd sizes, each counted by another implementation built with the same config
@pytest.mark.parametrize("row", rows("towers.jsonl"))
def test_a_tower_with_its_projector(row):
    found = read(row["config"])
    assert beside(found) == row["towers"]
    layers = [layer for stack in found.towers.values() for layer in stack.layers]
    assert layers
    assert not any(layer.caches for layer in layers)
    assert all(layer.scores for layer in layers)


# sizes as published, counted by another implementation, text model and towers apart
@pytest.mark.parametrize("row", rows("wrappers.jsonl"))
def test_a_published_wrapper(row):
    found = read(row["config"])
    assert text(found) == row["text"]
    assert beside(found) == row["towers"]
    assert not any("left out" in note for note in found.notes)


def test_the_whole_of_a_published_model():
    """Llama 3.2 11B Vision has 10,670,220,835 weights: 19.9 GiB in bfloat16."""
    row = next(r.values[0] for r in rows("wrappers.jsonl") if r.id == "llama-3.2-11b-vision")
    found = read(row["config"])
    assert text(found) + beside(found) == 10_670_220_835


def test_layers_that_look_at_an_image_keep_nothing_of_text():
    row = next(r.values[0] for r in rows("wrappers.jsonl") if r.id == "llama-3.2-11b-vision")
    layers = read(row["config"]).decoder.layers
    kept = [sum(cache.values for cache in layer.caches) for layer in layers]
    assert [at for at, values in enumerate(kept) if not values] == [3, 8, 13, 18, 23, 28, 33, 38]
    assert sum(kept) == 32 * 2 * 8 * 128


def test_windows_of_the_image_are_what_most_layers_see():
    row = next(r.values[0] for r in rows("wrappers.jsonl") if r.id == "qwen2.5-vl-7b")
    layers = read(row["config"]).towers["vision"].layers
    seen = [score.reach for layer in layers for score in layer.scores]
    assert [at for at, reach in enumerate(seen) if reach is None] == [7, 15, 23, 31]
    assert set(seen) == {64, None}


TEXT = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "vocab_size": 512,
}
VISION = {"model_type": "siglip_vision_model", "hidden_size": 48, "num_hidden_layers": 1}


@pytest.mark.parametrize(
    ("beside_it", "note"),
    [
        ({"vision_config": {"model_type": "newvit", "hidden_size": 48}}, "of a kind that is not"),
        ({"audio_config": {"hidden_size": 48}}, "of a kind that is not"),
        ({"qformer_config": {"hidden_size": 48}}, "qformer_config is not read here"),
        ({"model_type": "newvl", "vision_config": VISION}, "the projector of a newvl is not"),
        ({}, "says nothing of towers"),
        ({"vision_config": {}}, "says nothing of towers"),
    ],
)
def test_what_is_not_known_is_told_and_left_out(beside_it, note):
    found = read({"model_type": "llava", "text_config": TEXT, **beside_it})
    assert note in " ".join(found.notes)
    assert text(found) == text(read(TEXT))


def test_what_a_nested_config_leaves_out_has_the_default_of_its_class():
    vision = {**VISION, "num_hidden_layers": None}
    text_part = {key: value for key, value in TEXT.items() if key != "hidden_size"}
    found = read({"model_type": "llava", "text_config": text_part, "vision_config": vision})
    assert len(found.towers["vision"].layers) == 12
    assert found.hidden == 4096
    shown = {one.key: one.value for one in found.assumed}
    assert shown["vision_config.num_hidden_layers"] == "12"
    assert shown["text_config.hidden_size"] == "4096"


def test_a_tower_with_a_wrong_number_is_refused(refused):
    vision = {**VISION, "hidden_size": "wide"}
    top = {"model_type": "llava", "text_config": TEXT, "vision_config": vision}
    assert [problem.field for problem in refused(top)] == ["vision_config.hidden_size"]
