"""The longest context of a config: which key states it, and whether rope scaling is in it yet."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.context import read_context
from flopwatt.architecture.lacking import Lacking


def scaled(kind, factor, original=None, key="rope_type"):
    return {key: kind, "factor": factor, "original_max_position_embeddings": original}


ROWS = {
    "plain": ({"max_position_embeddings": 8192}, 8192),
    "another name": ({"n_positions": 1024}, 1024),
    "another name again": ({"seq_length": 32768}, 32768),
    "Llama 3.1: holds the scaling": (
        {"max_position_embeddings": 131072, "rope_scaling": scaled("llama3", 8.0, 8192)},
        131072,
    ),
    "gpt-oss: yarn, held already": (
        {"max_position_embeddings": 131072, "rope_scaling": scaled("yarn", 32.0, 4096)},
        131072,
    ),
    "Kimi K2: yarn, held already": (
        {"max_position_embeddings": 1048576, "rope_scaling": scaled("yarn", 32.0, 32768)},
        1048576,
    ),
    "Qwen2.5: yarn of 4, positions from before it": (
        {"max_position_embeddings": 32768, "rope_scaling": scaled("yarn", 4.0, 32768, "type")},
        131072,
    ),
    "linear, positions from before it": (
        {"max_position_embeddings": 4096, "rope_scaling": scaled("linear", 2.5, 4096)},
        10240,
    ),
    "the original beside the scaling": (
        {
            "max_position_embeddings": 4096,
            "original_max_position_embeddings": 4096,
            "rope_scaling": scaled("dynamic", 2.0),
        },
        8192,
    ),
    "long rope lists factors and states what it reaches": (
        {
            "max_position_embeddings": 131072,
            "original_max_position_embeddings": 4096,
            "rope_scaling": {"type": "longrope", "long_factor": [1.0], "short_factor": [1.0]},
        },
        131072,
    ),
    "yarn from an unknown length is not applied": (
        {"max_position_embeddings": 65536, "rope_scaling": scaled("yarn", 4.0)},
        65536,
    ),
    "what is served wins over positions": (
        {"max_position_embeddings": 8192, "model_max_length": 131072},
        131072,
    ),
    "no limit of a tokenizer is none": (
        {"max_position_embeddings": 8192, "model_max_length": 10**30},
        8192,
    ),
    "nor is a float of one": (
        {"max_position_embeddings": 8192, "model_max_length": 1e30},
        8192,
    ),
    "RoBERTa's two": ({"model_type": "roberta", "max_position_embeddings": 514}, 512),
    "BERT has all": ({"model_type": "bert", "max_position_embeddings": 512}, 512),
    "null is absent": ({"max_position_embeddings": None, "n_ctx": 2048}, 2048),
}


@pytest.mark.parametrize(("config", "tokens"), ROWS.values(), ids=ROWS)
def test_the_longest_context(config, tokens):
    opened = open_config(config)
    assert read_context(opened).tokens == tokens
    assert not opened.reading.problems


def test_the_rule_is_told():
    config = {"max_position_embeddings": 32768, "rope_scaling": scaled("yarn", 4.0, 32768)}
    rule = read_context(open_config(config)).rule
    assert rule == "max_position_embeddings x 4: rope scaling from 32,768"
    wins = {"max_position_embeddings": 8192, "model_max_length": 131072}
    assert read_context(open_config(wins)).rule == "model_max_length, which wins over positions"


def test_a_scaling_from_an_unknown_length_is_told():
    config = open_config({"max_position_embeddings": 8, "rope_scaling": scaled("yarn", 4.0)})
    read_context(config)
    assert "does not say from which length" in config.reading.notes[0]


def test_what_no_key_states_is_lacking():
    found = read_context(open_config({"rope_scaling": scaled("yarn", 4.0, 32768)}))
    assert isinstance(found.tokens, Lacking)
    assert found.rule == "no key states it"


@pytest.mark.parametrize("value", ["8k", -1, 2.5])
def test_what_is_no_length_is_refused(value):
    config = open_config({"max_position_embeddings": value})
    assert isinstance(read_context(config).tokens, Lacking)
    assert [problem.field for problem in config.reading.problems] == ["max_position_embeddings"]


@pytest.mark.parametrize(("kind", "tokens"), [("gemma3_text", 131072), ("falcon", 2048)])
def test_what_the_class_takes_where_files_leave_it_out(kind, tokens):
    config = open_config({"model_type": kind})
    assert read_context(config).tokens == tokens
    assert "max_position_embeddings" in config.reading.assumed
    stated = open_config({"model_type": kind, "max_position_embeddings": 512})
    assert read_context(stated).tokens == 512
