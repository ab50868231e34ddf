"""Words become tokens by the tokenizer's ratio."""

import pytest

import flopwatt
from flopwatt.formulas import text


def test_words_to_tokens():
    assert text.training_tokens_by_word(750e3, 1.4) == pytest.approx(1.05e6)
    assert text.training_tokens_by_share(750e3, 0.75) == pytest.approx(1e6)


@pytest.mark.parametrize(
    ("fields", "tokens"),
    [
        ({"words": "1.5T words"}, 2e12),
        ({"words": "1.5T words", "tokens_per_word": "1.4 tokens/word"}, 2.1e12),
        ({"words": "1.5T words", "tokens": "3T tokens"}, 3e12),
    ],
)
def test_a_run_may_state_words_and_shows_the_ratio(fields, tokens):
    plan = {
        "start": "2026-01-01",
        "models": {"m": {"params": "7B"}},
        "training": {"r": fields | {"cost": "$1M"}},
    }
    answer = flopwatt.run(plan)
    assert answer["training.r.tokens"] == pytest.approx(tokens)
