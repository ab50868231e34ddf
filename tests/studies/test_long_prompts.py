import pytest

from flopwatt.studies.run import run_plan

LIMIT = "200k tokens"


@pytest.fixture
def warned(plan):
    """The warnings of a fleet whose API holds its prices up to a limit."""

    def find(tokens, fleet=None):
        plan["products"]["chat"] = {
            "requests": "100 per day",
            "input_tokens": tokens,
            "output_tokens": "400 tokens",
        }
        rates = {"prefill_rate": "10000 tokens/s", "decode_rate": "1000 tokens/s"}
        prices = {"price": "$2 per GPU-hour", "api_prompt_limit": LIMIT}
        plan["fleets"] = {"chat": rates | prices | (fleet or {})}
        return [w for w in run_plan(plan).warnings if "prompt_limit" in w.field]

    return find


def test_prompts_beyond_the_limit_are_told(warned):
    (warning,) = warned("300k tokens")
    assert warning.message == "the prices of the API hold up to 200k tokens, and cost more beyond"
    assert warning.given == "prompts of 300k tokens per call"
    assert warning.field == "fleets.chat.api.prompt_limit"


def test_prompts_within_it_are_not(warned):
    prices = {"api_input_price": "$1 per million tokens", "api_output_price": "$5/Mtoken"}
    assert not [w for w in warned("200k tokens", prices) if w.code == "unlikely"]
    assert not [w for w in warned({"2026-01": "1k", "2026-05": "200k"}) if w.code == "unlikely"]
    assert [w for w in warned({"2026-01": "1k", "2026-05": "201k"}) if w.code == "unlikely"]


def test_a_model_of_the_catalog_brings_its_limit(warned):
    (warning,) = warned(
        "250k tokens", {"api_prompt_limit": LIMIT, "against": "anthropic/claude-sonnet-4-5"}
    )
    assert "hold up to 200k tokens" in warning.message
