"""Widths of what serving works on, from configs by hand."""

from flopwatt.architecture.activations import put_activations
from flopwatt.architecture.config import open_config
from flopwatt.architecture.leaves import Supply
from flopwatt.architecture.read import read_architecture
from flopwatt.model.value import Origin

LLAMA = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 2,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
}
MIXTRAL = LLAMA | {
    "model_type": "mixtral",
    "num_local_experts": 8,
    "num_experts_per_tok": 2,
    "vocab_size": 32000,
}


def supplied(config):
    supply = Supply("", Origin("counted"))
    put_activations(supply, read_architecture(open_config(config)))
    return {leaf.quantity: leaf.value for leaf in supply.leaves}, supply.lacking


def test_a_gated_block_holds_gate_up_and_product():
    values, _ = supplied(LLAMA)
    assert values["hidden_bytes"] == 2 * 4096
    assert values["mlp_bytes"] == 2 * 3 * 14336
    assert values["attention_bytes"] == 2 * (4096 + 1024 + 1024 + 4096)
    assert values["routed_up_bytes"] == values["routed_out_bytes"] == 0
    assert (values["vocabulary"], values["query_heads"]) == (128256, 32)


def test_every_expert_chosen_holds_its_own():
    values, _ = supplied(MIXTRAL)
    assert values["mlp_bytes"] == 0
    assert values["routed_up_bytes"] == 2 * 2 * (14336 + 14336)
    assert values["routed_inner_bytes"] == 2 * 2 * 14336
    assert values["routed_out_bytes"] == 2 * 2 * 4096


def test_a_block_as_wide_as_the_model_is_told_by_its_names():
    values, _ = supplied(LLAMA | {"intermediate_size": 4096})
    assert values["mlp_bytes"] == 2 * 3 * 4096


def test_what_a_config_lacks_is_lacking():
    config = {key: value for key, value in LLAMA.items() if key != "intermediate_size"}
    values, lacking = supplied(config)
    assert "mlp_bytes" not in values
    assert lacking["mlp_bytes"] == {"intermediate_size"}
    assert values["hidden_bytes"] == 8192
