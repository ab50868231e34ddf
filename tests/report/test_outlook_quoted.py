"""A quoted figure in words: how many figures meet it, where the others lie, and since when."""

import math

import pytest

from flopwatt.report.outlook_quoted import (
    evidence_table,
    interval_text,
    quoted_table,
    verdict_text,
)
from flopwatt.studies.quoted import hold_all

HELD = {one.quoted.name: one for one in hold_all()}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("capex-2025-26", "2 meet it ($400B to $775B)"),
        ("switchgear", "1 lies below (10 to 20 months)"),
        ("fleet", "the catalog has no comparable figure"),
        ("google-deal", "only what was not re-read"),
        ("restart-2031", "1 meets it (2031); 1 lies below (2027)"),
    ],
)
def test_what_the_figures_come_to(name, said):
    assert verdict_text(HELD[name]) == said


def test_what_was_left_behind_says_since_when():
    assert verdict_text(HELD["one-run"]).endswith("above it from 2025 on")
    assert verdict_text(HELD["connection"]).endswith("1 not re-read, and not counted")


@pytest.mark.parametrize(
    ("low", "high", "unit", "text"),
    [
        (20, 30, "GW", "20 to 30 GW"),
        (0.15, 1.2, "GW", "150 MW to 1.2 GW"),
        (50, math.inf, "%", "from 50 %"),
        (2031, 2031, "year", "2031"),
        (371, 371, "TWh/year", "371 TWh"),
    ],
)
def test_from_where_to_where(low, high, unit, text):
    assert interval_text(low, high, unit) == text


def test_a_line_a_figure_and_all_that_bears_on_one():
    table = quoted_table(hold_all())
    assert [row[1].text for row in table.rows] == [str(one.verdict) for one in hold_all()]
    evidence = evidence_table(HELD["ai-power-2027"])
    stands = {row[0].text: row[2].text for row in evidence.rows}
    assert stands["Epoch, 2027"] == "below"
    assert stands["Goldman Sachs 2026, 2027"] == "not comparable"
    assert evidence.note.startswith("Contested: ")
