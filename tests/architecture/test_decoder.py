"""What decoders have in common: sizes by their usual names, what stands in, and the ends."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.decoder import make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.records import Layer, Part, Stack, Tensor

SIZES = {"hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 10}
WEIGHT = Tensor("w.weight", Part.MLP, (64, 64), matmul=True)


def dims(more=None, **how):
    config = open_config({**SIZES, **(more or {})})
    return read_dims(config, **how), config.reading


@pytest.mark.parametrize(
    "config",
    [
        SIZES,
        {"n_embd": 64, "n_head": 4, "n_layer": 2, "vocab_size": 10},
        {"d_model": 64, "n_heads": 4, "n_layers": 2, "n_vocab": 10},
        {"n_embed": 64, "num_heads": 4, "num_layers": 2, "padded_vocab_size": 10},
    ],
)
def test_sizes_under_every_name(config):
    found = read_dims(open_config(config))
    assert (found.hidden, found.layers, found.vocab) == (64, 2, 10)
    assert (found.heads.query, found.heads.key_dim) == (4, 16)


def test_what_stands_in_is_shown():
    found, reading = dims()
    assert found.heads.kv == 4
    assert reading.assumed["num_key_value_heads"].value == "4"
    assert reading.assumed["head_dim"].value == "16"


def test_the_class_has_its_own_where_the_field_is_absent():
    found, reading = dims(kv=2, head=128)
    assert (found.heads.kv, found.heads.key_dim) == (2, 128)
    assert reading.assumed["num_key_value_heads"].value == "2"
    null, _ = dims({"num_key_value_heads": None, "head_dim": None}, kv=2, head=128)
    assert (null.heads.kv, null.heads.key_dim) == (4, 16)


def test_what_is_said_wins():
    found, reading = dims({"num_kv_heads": 1, "head_dim": 32}, kv=2, head=128)
    assert (found.heads.kv, found.heads.key_dim, found.heads.value_dim) == (1, 32, 32)
    assert not reading.assumed
    alone, _ = dims({"num_kv_heads": 1}, grouped=False)
    assert alone.heads.kv == 4


def test_more_heads_than_width_is_refused():
    _, reading = dims({"num_attention_heads": 65})
    assert [problem.field for problem in reading.problems] == ["num_attention_heads"]


def test_a_width_that_is_missing_stays_so():
    found = read_dims(open_config({k: v for k, v in SIZES.items() if k != "hidden_size"}))
    assert isinstance(found.heads.key_dim, Lacking)
    assert found.heads.query == 4


def test_the_ends_of_a_decoder():
    config = open_config(SIZES)
    assert read_tied(config, default=True)
    assert config.reading.assumed["tie_word_embeddings"].value == "true"
    found = make_decoder(config, "made", read_dims(config), [Layer("a", (WEIGHT,))], tied=False)
    names = [tensor.name for tensor in found.decoder.outer]
    assert names == ["embed_tokens.weight", "norm.weight", "lm_head.weight"]
    assert sum(tensor.size for tensor in found.tensors()) == 64 * 64 + 2 * 10 * 64 + 64
    tied = make_decoder(config, "made", read_dims(config), [], tied=True, head_bias=True)
    assert [tensor.name for tensor in tied.decoder.outer][-1] == "lm_head.bias"


def test_norm_and_predictor_of_the_family_itself():
    config, predictor = open_config(SIZES), Stack((Layer("p", (WEIGHT,)),))
    found = make_decoder(
        config, "made", read_dims(config), [], tied=False, outer=(), predictor=predictor
    )
    assert [tensor.name for tensor in found.decoder.outer] == [
        "embed_tokens.weight",
        "lm_head.weight",
    ]
    assert found.predictor is predictor
