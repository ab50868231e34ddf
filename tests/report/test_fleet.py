"""The report of fleets alone: its answer, its sections, and what explains it."""

import pytest

from flopwatt.report.fleet import build_fleet_report

UNIT = "each 2 GPUs, tp 2"


@pytest.fixture
def report(fleets):
    return lambda *args, **more: build_fleet_report(fleets(*args, **more), ["chat"])


@pytest.mark.parametrize(
    ("product", "fleet", "said"),
    [
        # 44 GPUs for 90 days at $1 an hour
        ({}, {}, f"chat takes 22 units, {UNIT}: $95k over the plan."),
        # and for 31, 28 and 31 days 56, 64 and 78
        ({"growth": "20 %/month"}, {},
         f"chat takes 28 units at first and 39 in the end, {UNIT}: $143k over the plan."),
        ({}, {"capacity": "follows load"},
         f"chat takes 22 units, of which 12.0 are paid on average, {UNIT}: $51.9k over the plan."),
        ({"requests": "1 per hour"}, {"spares": "0 %"},
         f"chat takes 1 unit, {UNIT}: $4,320 over the plan."),
        ({}, {"price": None}, f"chat takes 22 units, {UNIT}; what they cost is not known."),
        ({"launch": "2027-01-01"}, {}, "chat has no calls within the plan."),
        ({"requests": None}, {}, "How many units chat takes does not follow from this plan."),
    ],
)  # fmt: skip
def test_the_answer(report, product, fleet, said):
    assert report(product, fleet).answer == said


def test_sections_of_the_fleets_named(report):
    found = report(training={"base": {"cost": "$1M"}})
    assert [one.id for one in found.sections] == ["fleet-step", "fleet-months", "gpus-in-use"]
    central = ", the central case; flopwatt run has ranges"
    assert found.subtitle.endswith(f"3 months from 1 January 2026{central}")
    assert found.lede == ""


def test_many_fleets_are_told_side_by_side(fleets):
    names = ("a", "b", "c", "d")
    found = build_fleet_report(fleets(names=names), names)
    assert found.answer.count(" takes ") == 3
    assert found.lede.startswith("Name a product for its steps")
    assert all(len(section.tables) == 1 for section in found.sections)


def test_it_explains_and_documents_itself(report):
    found = report()
    assert found.example == "fleets.chat.fleet.units"
    assert found.explain(found.example).lines[0].text == "22 in every month"
    results = found.document["results"]
    assert results["fleets.chat.fleet.utilisation"]["value"] == pytest.approx([500 / 22] * 3)
    assert report({"requests": None}).example == "fleets.chat.gpus"
