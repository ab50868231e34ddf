"""Classes without an output matrix, and those that draft for another model."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.count import count
from flopwatt.architecture.read import read_architecture

LLAMA = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 8,
    "vocab_size": 512,
    "tie_word_embeddings": False,
}


def read(name, **more):
    return read_architecture(open_config({**LLAMA, **more, "architectures": [name]}))


@pytest.mark.parametrize(
    "name",
    ["LlamaForSequenceClassification", "LlamaForTokenClassification", "LlamaModel"],
)
@pytest.mark.parametrize("tied", [True, False])
def test_no_output_matrix(name, tied):
    found = read(name, tie_word_embeddings=tied)
    counts = count(found)
    assert (counts.head, counts.output, counts.tied) == (0, 0, 0)
    assert counts.embedding == 512 * 64
    assert name in " ".join(found.notes)


@pytest.mark.parametrize("name", ["LlamaForCausalLM", "GPT2LMHeadModel", "DreamModel"])
def test_an_output_matrix(name):
    assert count(read(name)).output == 512 * 64


@pytest.mark.parametrize(
    "name", ["LlamaForCausalLMEagle3", "EagleLlamaForCausalLM", "MedusaModel", "DFlashDraftModel"]
)
def test_drafts_are_refused(refused, name):
    (problem,) = refused({**LLAMA, "architectures": [name]})
    assert problem.field == "architectures"
