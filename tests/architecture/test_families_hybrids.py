"""Recurrent and hybrid models, encoders, and encoders with decoders."""

import json
from pathlib import Path

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Part

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "hybrids.jsonl").read_text(encoding="utf-8").splitlines()
]
BY_NAME = {row["name"]: row["config"] for row in ROWS}
READ_ONLY = ("bert", "modernbert")


def read(name):
    config = BY_NAME[name] if isinstance(name, str) else name
    return read_architecture(open_config(config))


def trained(found):
    return [tensor for tensor in found.tensors() if tensor.trained]


def total(found):
    return sum(tensor.size for tensor in trained(found))


def active(found, *without):
    return sum(tensor.active for tensor in trained(found) if tensor.part not in without)


def kept(found, *, cross=False):
    return sum(c.values for layer in found.layers for c in layer.caches if c.cross is cross)


def states(found):
    return [layer.state for layer in found.layers if layer.state]


# the first rows are sizes as published; the others were counted by another implementation that
# was built with the same config, with odd sizes, and with biases and tied matrices on and off
@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in ROWS])
def test_every_weight_is_counted_once(row):
    found = read(row["config"])
    assert total(found) == row["total"]
    if found.family in READ_ONLY:
        assert not found.causal
        assert not any(layer.caches or layer.state for layer in found.layers)


# as published: with embedding and output matrix, without the first, without both
@pytest.mark.parametrize(
    ("name", "without", "expected"),
    [
        ("nemotron-3-nano-30b-a3b", (), 3_580_076_352),  # 3.6B
        ("nemotron-3-nano-30b-a3b", (Part.EMBEDDING,), 3_227_754_816),  # 3.2B
        ("qwen3-next-80b-a3b", (Part.EMBEDDING, Part.HEAD), 3_252_599_552),  # 3B
        ("minimax-text-01", (Part.EMBEDDING, Part.HEAD), 45_944_920_064),  # 45.9B
        ("jamba-v0.1", (), 12_110_311_296),  # 12B
    ],
)
def test_what_one_token_passes(name, without, expected):
    assert active(read(name), *without) == expected


# 2 x layers of softmax attention x key-value heads x size of a head
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("jamba-v0.1", 2 * 4 * 8 * 128),
        ("nemotron-h-56b", 2 * 10 * 8 * 128),
        ("nemotron-3-nano-30b-a3b", 2 * 6 * 2 * 128),
        ("qwen3-next-80b-a3b", 2 * 12 * 2 * 256),
        ("qwen3.5-122b-a10b", 2 * 12 * 2 * 256),
        ("minimax-text-01", 2 * 10 * 8 * 128),
        ("mamba-codestral-7b", 0),
        ("bert-base-uncased", 0),
        ("t5-base", 2 * 12 * 12 * 64),
    ],
)
def test_a_cache_grows_where_attention_is_softmax(name, expected):
    assert kept(read(name)) == expected


# layers, values of the recurrence of each, of its convolution, arithmetic per value of state
@pytest.mark.parametrize(
    ("name", "layers", "recurrent", "conv", "per_value"),
    [
        ("mamba-codestral-7b", 64, 8192 * 128, (8192 + 2 * 8 * 128) * 3, 5),
        ("jamba-v0.1", 28, 8192 * 16, 8192 * 3, 6),
        ("qwen3-next-80b-a3b", 36, 32 * 128 * 128, (2 * 16 * 128 + 32 * 128) * 3, 7),
        ("minimax-text-01", 70, 64 * 128 * 128, 0, 5),
        ("nemotron-h-56b", 54, 16384 * 256, (16384 + 2 * 8 * 256) * 3, 5),
    ],
)
def test_the_state_does_not_grow(name, layers, recurrent, conv, per_value):
    found = states(read(name))
    assert len(found) == layers
    assert {(s.recurrent, s.conv, s.flops) for s in found} == {
        (recurrent, conv, per_value * recurrent)
    }


def test_a_convolution_multiplies_each_weight_once():
    found = read("mamba-codestral-7b")
    conv = next(t for t in found.tensors() if t.name == "mixer.conv1d.weight")
    assert conv.matmul
    assert conv.size == (8192 + 2 * 8 * 128) * 4


def test_both_spellings_of_a_pattern_are_the_same_layers():
    letters = BY_NAME["nemotron-3-nano-30b-a3b"]
    words = {"M": "mamba", "E": "moe", "*": "attention", "-": "mlp"}
    spelled = {k: v for k, v in letters.items() if k != "hybrid_override_pattern"}
    spelled["layers_block_type"] = [words[x] for x in letters["hybrid_override_pattern"]]
    assert read(spelled).decoder == read(letters).decoder


def test_a_pattern_of_unknown_letters_is_refused(refused):
    config = {**BY_NAME["nemotron-h-56b"], "hybrid_override_pattern": "M-X"}
    assert "unknown kind: 'X'" in refused(config)[0].message


def test_modules_that_predict_further_are_kept_apart():
    found = read("qwen3.5-27b")
    own = {tensor.name: tensor for tensor in found.predictor.outer}
    assert own["fc.weight"].shape == (5120, 2 * 5120)
    assert len(found.predictor.layers) == 1
    assert found.predictor.layers[0].scores
    assert read("qwen3-next-80b-a3b").predictor is None
    assert "predicts further tokens" in read("qwen3-next-80b-a3b").notes[0]


def test_shared_layers_are_stored_once_and_multiply_each_time():
    # ALBERT base: 12 layers with the weights of one
    config = {"model_type": "albert", "hidden_size": 768, "embedding_size": 128,
              "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072,
              "vocab_size": 30000, "max_position_embeddings": 512}  # fmt: skip
    found = read(config)
    assert total(found) == 11_683_584
    one = 4 * 768 * 768 + 2 * 768 * 3072
    passed = [t.passed for layer in found.layers for t in layer.tensors if t.matmul]
    assert sum(passed) == 12 * one


def test_each_use_of_a_shared_block_has_a_cache_of_its_own():
    config = {"model_type": "zamba", "hidden_size": 64, "vocab_size": 101, "num_hidden_layers": 9,
              "num_attention_heads": 4, "num_key_value_heads": 4, "attn_layer_period": 2,
              "attn_layer_offset": 1}  # fmt: skip
    found = read(config)
    hybrid = [layer for layer in found.layers if layer.caches]
    assert len(hybrid) == 4  # the third, then every other one
    assert [any(t.again for t in layer.tensors) for layer in hybrid] == [False, True, True, True]
    assert kept(found) == 4 * 2 * 128  # heads on twice the width


def test_a_decoder_keeps_its_own_tokens_and_those_of_the_encoder():
    found = read("t5-11b")
    one = 2 * 24 * 128 * 128
    assert (kept(found), kept(found, cross=True)) == (one, one)
    assert len(found.encoder.layers) == len(found.decoder.layers) == 24
    assert not any(layer.caches for layer in found.encoder.layers)
    crossing = [t for layer in found.decoder.layers for t in layer.tensors if t.cross]
    assert sum(t.size for t in crossing) == 24 * 2 * 1024 * 128 * 128


def test_a_head_for_words_is_told_and_not_counted():
    found = read("bert-base-uncased")
    assert "head for masked words" in found.notes[0]
    assert not any(t.part is Part.HEAD for t in found.tensors())


def test_windows_where_some_layers_see_everything():
    config = {"model_type": "modernbert", "hidden_size": 768, "vocab_size": 50368,
              "num_hidden_layers": 22, "num_attention_heads": 12,
              "intermediate_size": 1152}  # fmt: skip
    reaches = [layer.scores[0].reach for layer in read(config).layers]
    assert reaches == [None if place % 3 == 0 else 128 for place in range(22)]


def test_buffers_are_stored_and_are_no_parameters():
    config = {"model_type": "bart", "d_model": 1024, "vocab_size": 50265, "encoder_layers": 12,
              "decoder_layers": 12, "encoder_attention_heads": 16, "decoder_attention_heads": 16,
              "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096,
              "max_position_embeddings": 1024}  # fmt: skip
    found = read(config)
    assert total(found) == 406_291_456
    assert sum(t.size for t in found.tensors() if not t.trained) == 50265


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("qwen3.5-27b", "layer_types", ["sparse_attention"] * 64),
        ("minimax-text-01", "attn_type_list", [2] * 80),
        ("bert-base-uncased", "position_embedding_type", "relative_key"),
    ],
)
def test_a_kind_that_is_not_known_is_refused(refused, name, key, value):
    config = json.loads(json.dumps(BY_NAME[name]))
    config.get("text_config", config)[key] = value
    assert refused(config)[0].field.endswith(key)


@pytest.mark.parametrize("name", ["jamba-v0.1", "t5-base", "mamba-codestral-7b"])
def test_a_missing_width_leaves_the_count_open(name):
    config = {k: v for k, v in BY_NAME[name].items() if k not in ("hidden_size", "d_model")}
    assert "hidden_size" in repr(total(read(config))) or "d_model" in repr(total(read(config)))
