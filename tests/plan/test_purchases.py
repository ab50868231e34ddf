"""What a purchase is for, and that versions of a run are bought as the first is."""

import copy

import pytest

import flopwatt
from flopwatt.studies.run import load_plan, run_plan

PLAN = {
    "start": "2026-01-01",
    "horizon": "24 months",
    "models": {"m": {"params": "8B"}},
    "training": {
        "base": {"gpus": "16", "held_for": "30 days", "tokens": "1T tokens", "every": "6 months"}
    },
    "products": {"chat": {"cost_per_day": "$1000"}},
}
PRICES = {"on_demand": "$4 per GPU-hour", "lot": "1"}


def plan(buying, ways=None):
    made = copy.deepcopy(PLAN) | {"buying": buying}
    return made | {"ways": ways} if ways else made


def targets(made):
    population = load_plan(made).population
    runs = population.names("run")
    places = population.references["purchase", "run"]
    names = population.names("purchase")
    return {name: runs[at] for name, at in zip(names, places, strict=True)}


@pytest.mark.parametrize("buying", [{"base": PRICES}, {"hours": PRICES},
                                    {"hours": PRICES | {"run": "base"}}])  # fmt: skip
def test_every_version_is_bought_as_the_first(buying):
    found = targets(plan(buying))
    (first,) = buying
    assert found == {
        first: "base", f"{first}-v2": "base-v2", f"{first}-v3": "base-v3", f"{first}-v4": "base-v4",
    }  # fmt: skip
    results = run_plan(plan(buying)).results
    # 16 GPUs for 720 h at 4.00
    assert results["training.base-v3.cost"].central == pytest.approx(46_080)
    assert results[f"buying.{first}-v3.total_cost"].central == pytest.approx(46_080)


def test_offers_of_the_plan_hold_for_every_version():
    way = {"purchase": "base", "price": "$1 per GPU-hour"}
    results = run_plan(plan({"base": PRICES}, {"friend": way})).results
    assert results["training.base-v4.cost"].central == pytest.approx(11_520)
    assert results["ways.friend-v4.total"].central == pytest.approx(11_520)


@pytest.mark.parametrize("own", [{"base-v2": {"on_demand": "$2 per GPU-hour", "lot": "1"}},
                                 {"second": {"on_demand": "$2 per GPU-hour", "lot": "1",
                                             "run": "base-v2"}}])  # fmt: skip
def test_what_the_plan_says_of_a_version_holds(own):
    made = plan({"base": PRICES, **own})
    assert sorted(targets(made).values()) == ["base", "base-v2", "base-v3", "base-v4"]
    results = run_plan(made).results
    assert results["training.base-v2.cost"].central == pytest.approx(23_040)
    assert results["training.base-v3.cost"].central == pytest.approx(46_080)


def test_what_a_purchase_is_for_has_to_be_plain():
    made = plan({"hours": PRICES})
    made["training"]["other"] = {"gpus": "16", "held_for": "30 days", "tokens": "1T tokens"}
    with pytest.raises(flopwatt.PlanError, match="there are several"):
        load_plan(made)
