"""Plans with what they buy, also where they say nothing of it."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.buying import load_buying

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
}


def test_every_run_and_fleet_is_bought_for():
    plan, names = load_buying(PLAN)
    assert names == ("base", "chat")
    assert plan.population.references["purchase", "run"] == (0, -1)
    assert plan.population.references["purchase", "fit"] == (-1, 0)


def test_what_the_plan_says_of_buying_holds():
    said = {"ours": {"fleet": "chat", "on_demand": "$2 per GPU-hour"}}
    plan, names = load_buying({**PLAN, "buying": said})
    assert set(names) == {"ours", "base"}
    (price,) = [one for one in plan.leaves if one.quantity == "listed_on_demand"][:1]
    assert price.origin.kind in ("given", "catalog")


def test_what_is_set_may_be_about_a_purchase_that_is_not_in_the_plan():
    plan, _ = load_buying(PLAN, {"buying.chat.lot": "16"})
    (lot,) = [one for one in plan.leaves if one.quantity == "lot"]
    assert (lot.instance, lot.value) == ("chat", 16)


def test_one_workload_by_its_name_or_by_that_of_its_purchase():
    said = {"ours": {"fleet": "chat", "on_demand": "$2 per GPU-hour"}}
    for name in ("ours", "chat"):
        assert load_buying({**PLAN, "buying": said}, None, name)[1] == ("ours",)
    with pytest.raises(PlanError) as caught:
        load_buying(PLAN, None, "chats")
    (problem,) = caught.value.problems
    assert (problem.field, problem.given, problem.nearest) == ("WORKLOAD", "chats", "chat")


def test_a_run_and_a_fleet_of_one_name_have_a_purchase_each():
    fleets = {"base": {**PLAN["fleets"]["chat"], "product": "chat"}}
    assert load_buying({**PLAN, "fleets": fleets})[1] == ("base", "base-fleet")


@pytest.mark.parametrize(
    ("left_out", "message"),
    [(("fleets",), "no run and no fleet is a price"), (("fleets", "training"), "no run and no")],
)
def test_without_a_price_there_is_nothing_to_buy(left_out, message):
    plan = {key: value for key, value in PLAN.items() if key not in left_out}
    if "training" in plan:
        plan["training"] = {"base": {"gpus": "16", "accelerator_hours": "100k GPU-hours"}}
    with pytest.raises(PlanError) as caught:
        load_buying(plan)
    (problem,) = caught.value.problems
    assert message in problem.message
    assert "on_demand" in problem.allowed
