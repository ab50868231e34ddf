"""What is asked of a model and cannot be had, by its row in the list of bad inputs."""

import math

import pytest

import flopwatt
from flopwatt.problems import PlanError

LLAMA_70B = {
    "model_type": "llama",
    "hidden_size": 8192,
    "intermediate_size": 28672,
    "num_hidden_layers": 80,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 131072,
    "torch_dtype": "bfloat16",
}


def warned(answer):
    return [(one["code"], one["field"]) for one in answer.to_dict()["warnings"]]


@pytest.mark.parametrize(
    "ask", [flopwatt.read_model, lambda c, **o: flopwatt.fit(c, "8xH100", **o)]
)
def test_35_a_context_above_the_limit_is_extrapolated(ask):
    assert ("unlikely", "context") not in warned(ask(LLAMA_70B, context=131072))
    answer = ask(LLAMA_70B, context=200_000)
    (told,) = [one for one in answer.to_dict()["warnings"] if one["field"] == "context"]
    assert (told["code"], told["given"]) == ("unlikely", "200,000 tokens")
    assert told["allowed"] == "at most 131,072 tokens"
    assert "extrapolated" in told["message"]


def test_36_a_batch_that_cannot_fit():
    found = flopwatt.fit(LLAMA_70B, "8xH100", context=8192, sequences=100_000)
    assert "does not fit" in found.report.answer
    assert "the cache, not the weights, breaks it" in found.report.answer
    largest = math.floor(found["fit.sequences"])
    assert f"{largest:,} sequences of 8,192 tokens fit" in found.report.answer
    assert (
        "It fits"
        in flopwatt.fit(LLAMA_70B, "8xH100", context=8192, sequences=largest).report.answer
    )


@pytest.mark.parametrize("tp", [3, 7, 24])
def test_37_gpus_that_do_not_divide_the_heads(tp):
    with pytest.raises(PlanError) as caught:
        flopwatt.fit(LLAMA_70B, f"{tp}xH100", tp=tp)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field, problem.given) == ("out-of-range", "fit.tp", str(tp))
    assert problem.allowed == "1, 2, 4, 8, 16, 32, 64"


def test_37_more_gpus_than_key_value_heads_copy_them():
    eight, sixteen = (flopwatt.fit(LLAMA_70B, f"{tp}xH100", tp=tp) for tp in (8, 16))
    key = "fit.cache_bytes_per_token"
    assert sixteen[key] == eight[key] == 40960
