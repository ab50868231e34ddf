"""The report of what loads draw, by itself."""

import pytest

from flopwatt.report.loads import TITLE, build_power_report
from flopwatt.studies.loads import load_power
from flopwatt.studies.run import evaluate_plan

PLAN = {
    "start": "2026-10-01",
    "horizon": "24 months",
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "products": {
        "chat": {"requests": "1M per day", "input_tokens": "1000", "output_tokens": "100"}
    },
    "fleets": {"chat": {"accelerator": "1xH100 SXM", "ttft": "1 s", "tpot": "50 ms"}},
}


@pytest.fixture
def report():
    plan, names = load_power(PLAN)
    return build_power_report(evaluate_plan(plan, to_goals=False), names)


def test_the_answer_is_what_is_drawn_and_is_told_once(report):
    assert report.answer.startswith("chat: ")
    assert "central values alone: `flopwatt run` draws ranges" in report.subtitle
    assert [section.title for section in report.sections] == [TITLE]


def test_every_number_that_is_shown_is_explained(report):
    shown = report.shown()
    assert len(shown) > 40
    for key in shown:
        assert report.explain(key).lines
    assert report.example in report.document["results"]
    assert report.ask == ("flopwatt power", "{subject}", "--explain {key}")


def test_a_request_takes_what_the_month_takes_over_its_requests(report):
    results = report.document["results"]
    energy, requests = (results[f"power.chat.{key}"]["value"] for key in ("energy", "requests"))
    each = results["power.chat.energy.per_request"]["value"]
    assert each[-1] == pytest.approx(energy[-1] * 1e6 / requests[-1])
