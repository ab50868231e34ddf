"""Fields that look like sizes and that nothing reads are told; the others are not."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.nested import text_config
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.unread import unread_fields

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
