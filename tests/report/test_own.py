"""The report of assets alone: its answer, its sections, and what explains it."""

import pytest

from flopwatt.report.own import build_own_report


@pytest.fixture
def report(example):
    return build_own_report(example("own-h100"), ["five-years", "six-years"])


def test_the_answer_and_its_sections(report):
    assert report.answer == (
        "An hour of an owned GPU costs $1.91 (five-years) and $1.65 (six-years), used or not."
    )
    assert [section.id for section in report.sections] == ["own", "own-offers", "assumptions"]
    assert report.subtitle == "own-h100.yaml, prices of 1 September 2026"


def test_it_explains_and_documents_itself(report):
    assert report.example == "assets.five-years.owned_hour_price"
    assert report.explain(report.example).lines[0].text == "$1.91 per GPU-hour"
    offers = report.document["offers"]
    assert {one["asset"] for one in offers} == {"five-years", "six-years"}
    (contract,) = (
        one for one in offers
        if (one["asset"], one["provider"], one["purchase"])
        == ("five-years", "market", "reserved_1y")
    )  # fmt: skip
    assert (contract["price"], contract["unit"]) == (2.35, "USD/GPU/hour")
    assert contract["break_even"] == pytest.approx(0.81, abs=0.005)
    assert report.document["results"]["assets.five-years.break_even"]["value"] == pytest.approx(
        81, abs=0.5
    )
