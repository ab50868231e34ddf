"""Where a plan sits: its GPUs, power and dollars beside figures of the same kind."""

from pathlib import Path

import pytest

from flopwatt.studies.outlook_plan import SITES, beside, place_plan

EXAMPLES = Path(__file__).parents[2] / "examples"


def placed(name, **settings):
    _, found = place_plan(EXAMPLES / name, settings)
    return {one.what: one for one in found}


def test_a_campaign_by_the_chain_from_chip_to_meter_as_flopwatt_power_has_it():
    found = placed("campaign-100k-h100.yaml")
    assert found["GPUs for training"].value == 100_000
    # 1.06 kW of a server x 1.14 x 1.35 for each GPU
    assert found["power"].value == pytest.approx(163.134e6)
    assert found["power"].how == "facility, at its peak, from chip to meter"


def test_gpus_at_once_and_not_the_mean_of_a_month():
    found = placed("start-up.yaml")
    assert found["GPUs for training"].value == 64
    assert found["inference in spend"].how == "of dollars, not of compute"


def test_a_fleet():
    found = placed("ten-thousand-users.yaml")
    assert found["GPUs for serving"].value > 0
    assert found["power"].value == pytest.approx(found["GPUs for serving"].value * 1631.34)


def test_a_plan_without_gpus_has_no_power():
    found = placed("two-products.yaml")
    assert "power" not in found
    assert found["spend"].value > 0


def test_figures_of_the_same_kind_and_none_over_unlike_ones():
    _, found = place_plan(EXAMPLES / "campaign-100k-h100.yaml")
    by = {(one.forecast.metric, one.forecast.scope): one for one in beside(found)}
    assert by["AI power", "US"].times == pytest.approx(163.134e6 / 25e9)
    assert by["campus power", "Colossus phase 1"].times == pytest.approx(163.134 / 150)
    _, found = place_plan(EXAMPLES / "start-up.yaml")
    (share,) = [one for one in beside(found) if one.placed.unit == "%"]
    assert (share.times, share.forecast.year) == (None, 2026)


def test_a_plan_of_sites_alone_is_placed_by_what_they_are_laid_out_for():
    plan = {"start": "2027-01-01", "horizon": "60 months", "sites": {"s": {"power": "300 MW"}}}
    _, placed = place_plan(plan)
    (sites,) = placed
    assert (sites.what, sites.value, sites.key) == (SITES, 300e6, "sites.s.mw")
    ratios = {one.forecast.scope: one.times for one in beside(placed)}
    assert ratios["Abilene"] == pytest.approx(1 / 4)
