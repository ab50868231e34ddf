"""Configs that are broken in any way are read or refused, quickly, and never end otherwise."""

import copy
import json
import math
import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flopwatt.architecture.config import open_config
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.registry import load_families
from flopwatt.problems import FlopwattError

HERE = Path(__file__).parent
SLOW = 1.0  # seconds that one config may take
ROUNDS = 4  # changes of each config
SMALL = {
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 512,
    "head_dim": 16,
}
# fields that decide in one family or another: each of them is set to something odd
DECIDING = (
    *("layer_types", "sliding_window", "sliding_window_pattern", "num_experts", "hidden_act"),
    *("tie_word_embeddings", "n_routed_experts", "num_local_experts", "first_k_dense_replace"),
    *("moe_layer_freq", "mlp_only_layers", "layers_block_type", "hybrid_override_pattern"),
    *("quantization_config", "attention_bias", "num_nextn_predict_layers", "block_configs"),
    *("no_rope_layers", "attn_type_list", "full_attention_interval", "linear_attn_config"),
    *("full_attn_idxs", "num_kv_shared_layers", "intermediate_size", "ssm_cfg", "ffn_config"),
    *("attn_config", "cross_attention_layers", "architectures", "vision_config", "text_config"),
)
ODD = (
    *(None, True, "", "4096", -1, 0, 1, 3, 7, 10**9, 10**9 + 1, 1e300, 10**400, 0.5, 2.0),
    *(math.nan, math.inf, [], {}, [1], ["x", None], [[1]], {"a": 1}, {"type": "llama"}, "x" * 999),
    *([0] * 5000, ["full_attention"] * 4, [{}] * 4, "*M-E", 1999, 2000),
)


def published():
    for name in ("towers.jsonl", "wrappers.jsonl"):
        for line in (HERE / name).read_text(encoding="utf-8").splitlines():
            yield json.loads(line)["config"]


def objects(config):
    """The config and every object inside it."""
    yield config
    for value in config.values():
        if isinstance(value, dict):
            yield from objects(value)


def change(config, chance):
    """One to three fields deleted, replaced, swapped or added, anywhere in a config."""
    changed = copy.deepcopy(config)
    for _ in range(chance.randint(1, 3)):
        held = chance.choice(list(objects(changed)))
        key = chance.choice([*held, chance.choice(DECIDING)])
        kind = chance.randrange(5)
        if kind == 0:
            held.pop(key, None)
        elif kind == 1 and held:
            other = chance.choice(list(held))
            held[key], held[other] = copy.deepcopy(held[other]), copy.deepcopy(held.get(key))
        elif kind == 2:
            held[key] = {key: copy.deepcopy(held.get(key))}
        else:
            held[key] = copy.deepcopy(chance.choice(ODD))
    return changed


def try_to_read(config):
    start = time.process_time()
    try:
        found = read_architecture(open_config(config))
    except FlopwattError as error:
        messages = [problem.message for problem in error.problems]
    else:
        messages = ["none"]
        sizes = [tensor.size for tensor in found.tensors()]
        assert all(isinstance(size, Lacking) or size >= 0 for size in sizes), config
    assert messages, config
    assert all(messages), config
    assert time.process_time() - start < SLOW, config


@pytest.mark.parametrize("seed", range(2))
def test_published_configs_that_are_changed(seed):
    chance = random.Random(seed)
    for config in published():
        for _ in range(ROUNDS):
            try_to_read(change(config, chance))


@pytest.mark.parametrize("seed", range(2))
def test_every_family_with_something_odd(seed):
    chance = random.Random(seed)
    for kind in load_families():
        config = {"model_type": kind, **SMALL}
        try_to_read(config)
        for _ in range(2):
            try_to_read(change(config, chance))


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS | st.sampled_from([1, 2, 64, 512]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*SMALL, *DECIDING]), inner, max_size=4)
    ),
    max_leaves=6,
)
KINDS = ("llama", "mixtral", "deepseek_v3", "gemma3_text", "qwen3_next", "jamba", "t5", "gpt2")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from([*SMALL, *DECIDING]), VALUES))
def test_fields_that_hold_anything(kind, fields):
    try_to_read({"model_type": kind, **SMALL, **fields})


@pytest.mark.parametrize("config", [{}, {"model_type": "llama"}, {"a": 1}, {"text_config": {}}])
def test_fragments(config):
    with pytest.raises(FlopwattError):
        read_architecture(open_config(config))
