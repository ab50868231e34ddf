"""The call that tells what forecasters state, and what it refuses."""

import pytest

import flopwatt
from flopwatt import CatalogError, PlanError


def test_all_in_short():
    found = flopwatt.outlook()
    assert found["forecasts.rand-us.comparable"] == pytest.approx(44.2)
    assert found.to_dict()["outlook"]["quoted"]


def test_the_figures_of_one_metric():
    rows = flopwatt.outlook("capex", scope="Meta", year=2025).to_dict()["outlook"]["forecasts"]
    assert [(one["value"], one["unit"]) for one in rows] == [(72.22, "BUSD/year")]


def test_a_plan_is_set_beside_them(plan):
    found = flopwatt.outlook(plan=plan, settings={"start": "2026-02-01"})
    assert found.to_dict()["outlook"]["plan"]
    with pytest.raises(PlanError, match="all figures at once"):
        flopwatt.outlook("capex", plan=plan)


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        ({"metric": "capx"}, CatalogError, "capex"),
        ({"metric": "capex", "forecaster": "filling"}, CatalogError, "filing"),
        ({"year": "2027"}, PlanError, ""),
    ],
)
def test_what_is_refused(words, error, near):
    with pytest.raises(error) as caught:
        flopwatt.outlook(**words)
    assert caught.value.problems[0].nearest == near
