"""Sites from Python, and what they must show."""

import datetime

import pytest

import flopwatt

CAMPUS = "examples/campus-1gw.yaml"
ROOT = __file__.rpartition("/tests/")[0]
YEAR = 365.25


@pytest.fixture(scope="module")
def bridged():
    return flopwatt.site(f"{ROOT}/{CAMPUS}").to_dict()["results"]


@pytest.fixture(scope="module")
def grid_only():
    settings = {"sites.campus.bridge": "none"}
    return flopwatt.site(f"{ROOT}/{CAMPUS}", settings=settings).to_dict()["results"]


def years(results, key, end="date"):
    day = datetime.date.fromisoformat(results[key][end])
    return (day - datetime.date(2026, 10, 1)).days / YEAR


def test_by_the_grid_alone_the_median_lies_within_three_to_seven_years(grid_only):
    middle = grid_only["sites.campus.first_power"]["p50"]
    start = grid_only["sites.campus.start"]["value"]
    assert 3 < (middle - start) / (YEAR * 86_400) < 7


def test_with_a_bridge_the_first_megawatt_comes_earlier_and_something_else_binds(
    bridged, grid_only
):
    for end in ("p50", "low", "high"):
        key = "sites.campus.first_power"
        assert bridged[key][end] < grid_only[key][end]
    told = [
        flopwatt.site(f"{ROOT}/{CAMPUS}", settings=one).report.answer
        for one in ({}, {"sites.campus.bridge": "none"})
    ]
    assert "What binds first is the gensets" in told[0]
    assert "What binds first is the interconnection" in told[1]


def test_every_date_has_its_range(bridged):
    for number in range(1, 9):
        one = bridged[f"phases.phase-{number}.energised"]
        assert one["date_low"] < one["date"] < one["date_high"]


def test_idling_costs_many_times_the_energy(grid_only):
    """Newkirk's result: 1.06 USD per kWh with the wait, 0.067 without, sixteen times as much."""
    idle, energy = (grid_only[f"sites.campus.idle_{x}"]["value"] for x in ("cost", "energy"))
    assert idle / energy == pytest.approx(1.063 / 0.0667, rel=0.15)


def test_all_in_capital_per_mw_is_named_and_near_what_is_published(bridged):
    assert bridged["sites.campus.capital.per_mw"]["unit"] == "USD/MW"
    assert bridged["sites.campus.capital.per_mw"]["value"] == pytest.approx(35e6, rel=0.01)
    assert bridged["sites.campus.capital.per_it_mw"]["unit"] == "USD/IT MW"


def test_draws_and_seed_are_those_asked_for():
    two = [flopwatt.site(f"{ROOT}/{CAMPUS}", draws=100, seed=seed) for seed in (1, 1, 2)]
    found = [one.to_dict()["results"]["sites.campus.full_power"]["p50"] for one in two]
    assert found[0] == found[1] != found[2]


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(flopwatt.PlanError, match="no site of this name"):
        flopwatt.site(f"{ROOT}/{CAMPUS}", "campos")
    with pytest.raises(flopwatt.PlanError):
        flopwatt.site(f"{ROOT}/{CAMPUS}", draws=-1)
