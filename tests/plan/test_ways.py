"""Ways of buying that a plan leads to: of the catalog, of its own prices, and of offers beside."""

import copy

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import load_plan

PLAN = {
    "start": "2026-10-01",
    "horizon": "24 months",
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "training": {
        "base": {"accelerator": "H100 SXM", "gpus": "16", "accelerator_hours": "100k GPU-hours"}
    },
    "products": {
        "chat": {"requests": "1M per day", "input_tokens": "1000", "output_tokens": "100"}
    },
    "fleets": {"chat": {"accelerator": "1xH100 SXM", "ttft": "1 s", "tpot": "50 ms"}},
    "buying": {"base": {}, "chat": {}},
}


def changed(**sections):
    plan = copy.deepcopy(PLAN)
    plan.update(sections)
    return plan


def leaves(plan, instance):
    return {one.quantity: one for one in load_plan(plan).leaves if one.instance == instance}


def refused(plan):
    with pytest.raises(PlanError) as caught:
        load_plan(plan)
    return caught.value.problems


def test_each_sort_that_the_catalog_has_an_offer_for_is_a_way():
    names = load_plan(PLAN).population.names("way")
    sorts = ("on_demand", "spot", "reserved_1y", "reserved_3y")
    assert set(names) >= {f"{one}.{sort}" for one in ("base", "chat") for sort in sorts}
    found = leaves(PLAN, "base.reserved_1y")
    # the market's one-year price of 2026-03
    assert found["way_price"].value == pytest.approx(2.35 / 3600)
    assert found["way_price"].origin.kind == "catalog"
    assert found["way_term"].value == pytest.approx(12 * 730.5 * 3600)


def test_a_price_of_the_plan_stands_in_its_line():
    plan = changed(buying={"base": {"reserved_1y": "$2 per GPU-hour"}})
    found = leaves(plan, "base.reserved_1y")["way_price"]
    assert found.origin.kind == "given"
    assert found.value == pytest.approx(2 / 3600)
    # and not a second time in the purchase
    assert "listed_reserved_1y" not in leaves(plan, "base")


def test_a_reservation_without_an_offer_takes_a_share_off():
    plan = changed(buying={"base": {"on_demand": "$4 per GPU-hour"}})
    plan["training"]["base"]["accelerator"] = "L4"
    found = leaves(plan, "base.reserved_3y")
    assert "way_price" not in found
    assert found["way_discount"].value == pytest.approx(0.56)
    assert found["way_discount"].origin.source.startswith("epoch-cost-model")


def test_users_are_not_served_from_what_may_be_taken_away():
    assert leaves(PLAN, "chat.spot")["way_allowed"].value == 0
    assert "way_allowed" not in leaves(PLAN, "base.spot")


def test_an_offer_beside_those_belongs_to_a_purchase():
    ways = {"ours": {"purchase": "chat", "price": "$2 per GPU-hour", "term": "6 months"}}
    plan = load_plan(changed(ways=ways))
    place = plan.population.names("way").index("ours")
    assert plan.population.references["way", "purchase"][place] == 1
    (problem,) = refused(changed(ways={"ours": {**ways["ours"], "purchase": "chats"}}))
    assert (problem.field, problem.nearest) == ("ways.ours.purchase", "chat")


@pytest.mark.parametrize(
    ("buying", "message", "allowed"),
    [
        ({"all": {}}, "there are several", "`run: base` or `fleet: chat`"),
        ({"base": {"run": "base", "fleet": "chat"}}, "not for both", "`run: base`"),
        ({"base": {"run": "bass"}}, "no entry of this name", "base"),
    ],
)
def test_what_is_bought_for_must_be_plain(buying, message, allowed):
    (problem, *_) = refused(changed(buying=buying))
    assert message in problem.message
    assert allowed in problem.allowed
    assert problem.field.startswith(f"buying.{next(iter(buying))}")


def test_a_run_and_a_fleet_of_one_name_are_told_apart():
    plan = changed(fleets={"base": {**PLAN["fleets"]["chat"], "product": "chat"}})
    (problem,) = refused({**plan, "buying": {"base": {}}})
    assert "there are several" in problem.message
    found = load_plan({**plan, "buying": {"base": {"fleet": "base"}}}).population.references
    assert (found["purchase", "run"], found["purchase", "fit"]) == ((-1,), (0,))


def test_there_must_be_something_to_buy_for():
    plan = {key: PLAN[key] for key in ("start", "models", "products")}
    (problem,) = refused({**plan, "buying": {"all": {}}})
    assert "no run and no fleet" in problem.message


def test_a_price_on_demand_must_be_known():
    plan = changed(buying={"base": {}})
    del plan["training"]["base"]["accelerator"]
    (problem,) = refused(plan)
    assert problem.field == "buying.base.on_demand"
    assert "no GPU is named" in problem.message


def test_what_a_purchase_may_own_is_a_way():
    assets = {"mine": {"accelerator": "8xH100 SXM"}}
    plan = load_plan(changed(assets=assets, buying={"base": {"asset": "mine"}, "chat": {}}))
    ways = plan.population.names("way")
    assert {"base.owned_colocation", "base.owned_site"} < set(ways)
    assert not any(way.startswith("chat.owned") for way in ways)
    assert plan.population.references["purchase", "asset"] == (0, -1)
    (problem,) = refused(changed(assets=assets, buying={"base": {"asset": "mines"}}))
    assert (problem.field, problem.nearest) == ("buying.base.asset", "mine")


def test_users_are_never_served_from_spot_whatever_it_is_called():
    way = {"purchase": "chat", "kind": "spot", "price": "$0.50 per GPU-hour"}
    plan = changed(ways={"cheap": way})
    assert leaves(plan, "cheap")["way_allowed"].value == 0
    (problem,) = refused(changed(ways={"cheap": way | {"allowed": "yes"}}))
    assert problem.field == "ways.cheap.allowed"
    assert "never served" in problem.message
    # a run may be
    assert "way_allowed" not in leaves(changed(ways={"cheap": way | {"purchase": "base"}}), "cheap")


def test_a_block_is_kept_by_the_month_for_users_and_as_long_as_a_run_lasts():
    prices = {"capacity_block": "$3 per GPU-hour"}
    plan = changed(buying={"base": prices, "chat": prices})
    assert "way_term" not in leaves(plan, "base.capacity_block")
    month = leaves(plan, "chat.capacity_block")["way_term"].value
    assert month == pytest.approx(730.5 * 3600)


def test_a_site_that_is_paid_for_is_ones_own():
    assets = {"mine": {"accelerator": "8xH100 SXM", "site": {"capital": "$10k per kW"}}}
    plan = load_plan(changed(assets=assets, buying={"base": {"asset": "mine"}, "chat": {}}))
    owned = [way for way in plan.population.names("way") if "owned" in way]
    assert owned == ["base.owned_site"]
