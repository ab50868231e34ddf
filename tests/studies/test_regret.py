"""Regret, by hand: what was committed for a demand that turns out half, or twice."""

import pytest

from flopwatt.studies.regret import Regret, regrets
from flopwatt.studies.run import run_plan

HOURS = 8760.0


@pytest.fixture
def study():
    """Ten GPUs throughout a year: on demand at $4, or reserved for it at $2.40."""
    prices = {"on_demand": "$4 per GPU-hour", "reserved_1y": "$2.40 per GPU-hour", "lot": "1"}
    return run_plan(
        {
            "start": "2026-01-01",
            "horizon": "12 months",
            "models": {"m": {"params": "8B"}},
            "training": {"base": {"gpus": "10", "held_for": "365 days", "tokens": "2T tokens"}},
            "products": {"chat": {"cost_per_day": "$1000"}},
            "buying": {"base": prices},
        }
    )


def test_what_is_committed_is_paid_and_what_lies_beyond_is_paid_as_used(study):
    half, double = regrets(study, ["base"])
    # ten are paid though five would do
    assert half.kept == pytest.approx(10 * HOURS * 2.4)
    assert half.best == pytest.approx(5 * HOURS * 2.4)
    assert half.share == pytest.approx(1)
    # ten more on demand, which would have been reserved
    assert double.kept == pytest.approx(10 * HOURS * 2.4 + 10 * HOURS * 4)
    assert double.best == pytest.approx(20 * HOURS * 2.4)
    assert [half.factor, double.factor] == [0.5, 2.0]


def test_nothing_is_regretted_where_nothing_is_paid():
    assert Regret("base", 2.0, 0.0, 0.0).share == 0


def test_of_what_is_not_bought_nothing_is_told(study):
    assert list(regrets(study, [])) == []
