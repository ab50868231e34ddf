"""The report of what is bought, by itself."""

import pytest

from flopwatt.report.purchases import TITLE, build_buying_report
from flopwatt.studies.buying import load_buying
from flopwatt.studies.run import evaluate_plan

PLAN = {
    "start": "2026-10-01",
    "horizon": "24 months",
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "training": {
        "base": {"accelerator": "H100 SXM", "gpus": "16", "accelerator_hours": "100k GPU-hours"}
    },
    "products": {"chat": {"cost_per_day": "$1000"}},
}


@pytest.fixture
def report():
    plan, names = load_buying(PLAN)
    return build_buying_report(evaluate_plan(plan, to_goals=False), names)


def test_the_answer_is_what_is_bought_and_is_told_once(report):
    assert report.answer.startswith("base takes ")
    bought, assumed = report.sections
    assert bought.title == TITLE
    assert assumed.id == "assumptions"


def test_every_number_that_is_shown_is_explained(report):
    shown = report.shown()
    assert len(shown) > 10
    for key in shown:
        assert report.explain(key).lines
    assert report.example in report.document["results"]
    assert report.ask == ("flopwatt buy", "{subject}", "--explain {key}")
