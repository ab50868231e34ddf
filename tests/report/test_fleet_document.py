"""The document of fleets claims no ranges, and no cost of tokens before there are any."""

from flopwatt.report.document import document
from flopwatt.report.fleet_document import fleet_document
from flopwatt.studies.run import run_plan

PLAN = {
    "start": "2026-01-01",
    "horizon": "3 months",
    "models": {"m": {"params": "70B"}},
    "products": {
        "chat": {
            "requests": "10M per day",
            "launch": "2026-02-01",
            "input_tokens": 1000,
            "output_tokens": 400,
        }
    },
    "fleets": {
        "chat": {
            "prefill_rate": "10000 tokens/s",
            "decode_rate": "1000 tokens/s",
            "price": "$2.50 per GPU-hour",
        }
    },
}


def test_nothing_was_drawn_and_nothing_has_a_range():
    found = fleet_document(run_plan(PLAN))
    assert found["draws"] == 0
    assert all(not {"low", "high", "p50"} & set(one) for one in found["results"].values())
    assert set(found["results"]) == set(document(run_plan(PLAN))["results"])


def test_tokens_cost_nothing_that_is_known_before_launch():
    results = fleet_document(run_plan(PLAN))["results"]
    for kind in ("million_tokens", "million_input", "request"):
        before, *after = results[f"fleets.chat.fleet.cost_per_{kind}"]["value"]
        assert before is None
        assert min(after) > 0
    assert results["fleets.chat.fleet.cost"]["value"][0] == 0
