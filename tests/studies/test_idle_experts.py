"""Experts divided over GPUs: told where the model has none."""

import pytest

from flopwatt.studies.run import run_plan


@pytest.mark.parametrize(
    ("model", "ep", "told"),
    [
        ("llama-3.1-8b", "4", 1),
        ("llama-3.1-8b", "1", 0),
        ("llama-3.1-8b", None, 0),
        ("mixtral-8x7b", "4", 0),
    ],
)
def test_experts_of_a_model_without_any(plan, model, ep, told):
    plan["models"] = {"m": {"catalog": model}}
    plan["products"] = {
        "chat": {"requests": "1M per day", "input_tokens": 2000, "output_tokens": 300}
    }
    fleet = {"accelerator": "4xH100 SXM", "price": "$2 per GPU-hour"}
    plan["fleets"] = {"chat": fleet | ({"ep": ep} if ep else {})}
    found = [one for one in run_plan(plan).warnings if one.field == "fleets.chat.ep"]
    assert len(found) == told
    assert all(one.given == "4" and "no experts are known of m" in one.message for one in found)
