"""Fleets of a plan: how GPUs divide a model, what an hour of one costs, and who pays."""

import pytest

from flopwatt.catalog import market_offer
from flopwatt.model.value import Rank
from flopwatt.problems import PlanError
from flopwatt.studies.fleets import assumed_of_plan, prepare_fleets
from flopwatt.studies.run import load_plan, run_plan

PRODUCT = {"requests": "1M per day", "input_tokens": "1500", "output_tokens": "400"}
FLEET = {"accelerator": "8xH100"}
HOUR = 3600.0


def planned(fleet=FLEET, product=None, **more):
    return {
        "start": "2026-01-01",
        "horizon": "12 months",
        "models": {"m": {"catalog": "llama-3.1-70b"}},
        "products": {"chat": PRODUCT | (product or {})},
        "fleets": {"chat": fleet},
    } | more


@pytest.fixture
def prepared(vocabulary):
    """What is added for a fleet, by quantity, and what of it cannot be."""

    def prepare(*changes, **more):
        found = prepare_fleets(load_plan(planned(*changes, **more)), vocabulary)
        return {leaf.quantity: leaf for leaf in found.leaves}, found.problems

    return prepare


@pytest.fixture
def values():
    def run(*changes, **more):
        results = run_plan(planned(*changes, **more)).results
        return lambda key: results[key].months

    return run


@pytest.mark.parametrize(
    ("ways", "sizes"),
    [
        ({}, {}),  # all eight share each layer, which follows by itself
        ({"tp": "4"}, {"data_parallel": 2}),
        ({"tp": "2", "pp": "2"}, {"data_parallel": 2}),
        ({"dp": "4"}, {}),
        ({"pp": "2"}, {}),
    ],
)
def test_the_missing_size_of_a_layout(prepared, ways, sizes):
    leaves, problems = prepared(FLEET | ways)
    told = {name: leaf.value for name, leaf in leaves.items() if name.endswith("_parallel")}
    assert (told, problems) == (sizes, ())


@pytest.mark.parametrize(
    ("fleet", "field", "allowed"),
    [
        ({"accelerator": "6xH100", "tp": "6"}, "tp", "1, 2, 4, 8, 16, 32, 64"),
        ({"accelerator": "6xH100"}, "gpus", "say how they divide the model: tp: 2, dp: 3"),
        ({"accelerator": "8xH100", "tp": "16"}, "gpus", "gpus = tp x pp x dp: 16 GPUs, or tp: 8"),
        ({"accelerator": "96xH100", "tp": "1", "pp": "96"}, "pp", "1 to 80"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_in_lines_of_the_plan(prepared, fleet, field, allowed):
    _, (problem,) = prepared(fleet)
    assert (problem.code, problem.field) == ("out-of-range", f"fleets.chat.{field}")
    assert problem.allowed.startswith(allowed)
    with pytest.raises(PlanError) as caught:
        run_plan(planned(fleet))
    assert list(caught.value.problems) == [problem]


def test_an_hour_costs_what_the_market_asks_when_the_plan_starts(prepared):
    leaf = prepared()[0]["fleet_price"]
    offer = market_offer("H100", "2026-01-01")
    assert leaf.value * HOUR == pytest.approx(offer.price)
    assert (leaf.rank, leaf.origin.as_of) == (Rank.CATALOG, offer.as_of)
    assert offer.provider in leaf.origin.detail
    later = prepared(start="2026-09-01")[0]["fleet_price"]
    assert later.value * HOUR == pytest.approx(market_offer("H100", "2026-09-01").price)


@pytest.mark.parametrize(
    "fleet",
    [
        FLEET | {"price": "$2 per GPU-hour"},
        {"accelerator": "16xH800"},  # nobody in the catalog rents it out
        {"gpus": "8", "bandwidth": "3.35 TB/s"},
    ],
)
def test_where_a_price_is_given_or_none_is_known_none_is_looked_up(prepared, fleet):
    assert "fleet_price" not in prepared(fleet)[0]


@pytest.mark.parametrize(
    "price",
    [
        {"cost_per_day": "$10k"},
        {"cost_per_request": "$0.01"},
        {"token_price": "$1 per million tokens"},
        {"input_price": "$1 per million tokens", "output_price": "$4 per million tokens"},
    ],
)
def test_a_product_with_a_price_keeps_it(prepared, values, price):
    assert "cost_basis" not in prepared(FLEET, price)[0]
    held, alone = values(FLEET, price), values(FLEET, price, fleets={})
    assert held("products.chat.spend").tolist() == alone("products.chat.spend").tolist()
    # its fleet stands beside it
    assert (held("fleets.chat.fleet.cost") > 0).all()
    paid = values(FLEET, price | {"cost_from": "fleet"})
    assert paid("products.chat.spend").tolist() == held("fleets.chat.fleet.cost").tolist()


def test_a_product_without_a_price_costs_what_its_fleets_cost(prepared, values):
    leaf = prepared()[0]["cost_basis"]
    assert (leaf.instance, leaf.rank) == ("chat", Rank.ASSUMED)
    assert leaf.origin.source == "convention#fleet-spend"
    beside = {"chat": FLEET, "burst": {"product": "chat", "accelerator": "8xH200"}}
    both = values(fleets=beside)
    costs = both("fleets.chat.fleet.cost") + both("fleets.burst.fleet.cost")
    assert both("products.chat.spend").tolist() == pytest.approx(costs.tolist())


def test_only_products_with_a_fleet_take_their_cost_from_one(prepared):
    products = {"chat": PRODUCT, "search": PRODUCT}
    leaves, _ = prepared(products=products)
    assert leaves["cost_basis"].instance == "chat"


def test_a_small_card_is_told_for_the_fleet_that_has_it(vocabulary):
    fleets = {"chat": FLEET, "old": {"product": "chat", "accelerator": "8xA100"}}
    found = prepare_fleets(load_plan(planned(fleets=fleets)), vocabulary)
    assert [leaf.instance for leaf in found.leaves if leaf.quantity == "vllm_large_card"] == ["old"]


def test_a_plan_without_fleets_adds_nothing(plan, vocabulary):
    found = prepare_fleets(load_plan(plan), vocabulary)
    assert (found.leaves, found.problems) == ((), ())


def test_a_fleet_has_the_defaults_of_serving_alone(vocabulary):
    population = load_plan(planned()).population
    keys = {
        vocabulary.quantities[leaf.quantity].key
        for leaf in assumed_of_plan(vocabulary, population)
        if vocabulary.quantities[leaf.quantity].entity == "fit"
    }
    assert {"tp", "training.zero"}.isdisjoint(keys)
    assert {"target_load", "spares", "speed.overhead", "engine"} <= keys
    assert not [key for key in keys if key.startswith("training.")]
