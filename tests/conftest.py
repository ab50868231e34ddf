"""What several rooms' tests start from: the worked example, and a plan written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flopwatt.studies.run import load_vocabulary

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))


def spread(names, most=60):
    """As many of some names as are looked at one by one, spread evenly where there are more."""
    names = list(names)
    return names[:: max(len(names) // most, 1)]


def faults(check, things, name=str):
    """What a rule finds wrong, by the name of each thing: one test, be there thousands of them."""
    found = {}
    for thing in things:
        try:
            check(thing)
        except AssertionError as error:
            found[name(thing)] = str(error)
    return found


@pytest.fixture(scope="session")
def vocabulary():
    return load_vocabulary()


@pytest.fixture
def plan() -> dict[str, Any]:
    """A plan of one model, one run and one product, with round numbers: $1M, $10k a day."""
    return {
        "start": "2026-01-01",
        "horizon": "60 months",
        "models": {"m": {"params": "70B"}},
        "training": {"base": {"cost": "$1M"}},
        "products": {"chat": {"cost_per_day": "$10k"}},
    }


@pytest.fixture
def serving() -> dict[str, Any]:
    """A plan of one product on a fleet of its own: a model of 70B on eight H100, no training."""
    return {
        "start": "2026-01-01",
        "horizon": "24 months",
        "models": {"m": {"catalog": "llama-3.1-70b"}},
        "products": {
            "chat": {
                "requests": "200k per day",
                "input_tokens": "3000",
                "output_tokens": "300",
                "growth": "5 %/month",
            }
        },
        "fleets": {
            "chat": {
                "accelerator": "8xH100 SXM",
                "ttft": "1 s",
                "tpot": "50 ms",
                "price": "$2.50 per GPU-hour",
            }
        },
    }


@pytest.fixture
def tiny() -> dict[str, Any]:
    """The config of a model that can be added up by hand: 202,048 parameters, 256 bytes a token.

    Two matrices of words of 64,000; two layers of 12,288 in attention, 24,576 in the MLP and 128
    in norms; a last norm of 64. Two layers keep two heads of 16, keys and values, at 16 bits.
    """
    return {
        "model_type": "llama",
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "vocab_size": 1000,
        "max_position_embeddings": 256,
        "tie_word_embeddings": False,
        "torch_dtype": "bfloat16",
    }


@pytest.fixture
def experts(tiny: dict[str, Any]) -> dict[str, Any]:
    """The same with 8 experts a layer, of which a token passes 2: 547,136 and 252,224.

    A layer has 196,608 in experts and 512 in the router.
    """
    return tiny | {"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}


@pytest.fixture
def windowed(tiny: dict[str, Any]) -> dict[str, Any]:
    """A config whose first layer keeps the last 64 tokens and whose second keeps all."""
    return tiny | {"model_type": "gemma2", "head_dim": 16, "sliding_window": 64}
