"""Verdicts follow from where the comparable figures lie."""

from dataclasses import replace

import pytest

from flopwatt.catalog.outlook import load_quoted
from flopwatt.studies import quoted
from flopwatt.studies.evidence import Evidence, Stand
from flopwatt.studies.quoted import Verdict, hold_all, hold_quoted

BELOW, MEETS, ABOVE, BESIDE = Stand.BELOW, Stand.MEETS, Stand.ABOVE, Stand.BESIDE
FIGURE = Evidence("who", 2026, 10, 12, "GW", MEETS, "stated", "s", "2026")
ONE = replace(load_quoted()[0], low=9.0, high=None)


@pytest.mark.parametrize(
    ("stands", "verdict"),
    [
        ([], Verdict.NOT_TESTED),
        ([BESIDE], Verdict.NOT_TESTED),
        ([MEETS, BESIDE], Verdict.SUPPORTED),
        ([MEETS, BELOW], Verdict.CONTESTED),
        ([ABOVE, ABOVE], Verdict.TOO_LOW),
        ([BELOW], Verdict.TOO_HIGH),
        ([BELOW, ABOVE], Verdict.NOT_MET),
    ],
)
def test_a_verdict_for_every_way_figures_can_lie(monkeypatch, stands, verdict):
    found = tuple(replace(FIGURE, stand=stand) for stand in stands)
    monkeypatch.setattr(quoted, "evidence_of", lambda one: found)
    assert hold_quoted(ONE).verdict is verdict


def test_and_more_is_outgrown_where_every_figure_starts_well_above(monkeypatch):
    monkeypatch.setattr(quoted, "evidence_of", lambda one: (replace(FIGURE, low=11.25),))
    assert hold_quoted(ONE).verdict is Verdict.OUTGROWN
    assert hold_quoted(replace(ONE, high=20.0)).verdict is Verdict.SUPPORTED
    assert hold_quoted(replace(ONE, low=9.5)).verdict is Verdict.SUPPORTED


def test_what_was_not_re_read_has_no_say(monkeypatch):
    monkeypatch.setattr(quoted, "evidence_of", lambda one: (replace(FIGURE, recalled=True),))
    held = hold_quoted(ONE)
    assert held.verdict is Verdict.NOT_TESTED
    assert (held.comparable, held.standing(MEETS)) == ((), ())


def test_every_quoted_figure_has_the_verdict_that_its_figures_give():
    """A change of the catalog that turns a verdict is meant to be seen here."""
    assert {one.quoted.name: str(one.verdict) for one in hold_all()} == {
        "ai-power-2027": "contested",
        "inference-2027": "supported",
        "training-2022-24": "supported",
        "capex-2025-26": "outgrown",
        "one-run": "not met",
        "gpus-of-a-job": "contested",
        "run-cost": "contested",
        "rack": "contested",
        "server": "contested",
        "fleet": "not tested",
        "campus": "contested",
        "connection": "contested",
        "transformers": "supported",
        "switchgear": "too high",
        "restart-2031": "contested",
        "meta-deals": "contested",
        "amazon-deal": "supported",
        "microsoft-deal": "supported",
        "google-deal": "not tested",
    }
