"""What is wrong with ways of buying, and what is said of it."""

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


def refused(plan):
    with pytest.raises(PlanError) as caught:
        load_plan(plan)
    return caught.value.problems


def test_one_run_is_bought_once():
    (problem,) = refused(changed(buying={"base": {}, "again": {"run": "base"}}))
    assert (problem.field, problem.code) == ("buying.again", "conflict")
    assert "bought by base already" in problem.message


def test_what_is_owned_is_of_the_same_gpus():
    assets = {"other": {"accelerator": "8xH200 SXM"}}
    (problem,) = refused(changed(assets=assets, buying={"base": {"asset": "other"}}))
    assert problem.field == "buying.base.asset"
    assert "runs on H100 SXM5 80GB, and other is H200 SXM" in problem.message
    way = {"purchase": "base", "asset": "other", "kind": "owned"}
    (problem,) = refused(changed(assets=assets, ways={"ours": way}))
    assert problem.field == "ways.ours.asset"


def test_what_nobody_sells_is_not_owned_by_its_hour_alone():
    plan = changed(assets={"pod": {"owned_hour_price": "$0.50 per GPU-hour"}})
    plan["buying"] = {"base": {"asset": "pod", "on_demand": "$3 per GPU-hour"}}
    plan["training"]["base"]["accelerator"] = "TPU v5p"
    (problem,) = refused(plan)
    assert "which nobody can own" in problem.message


@pytest.mark.parametrize(
    ("way", "field", "message"),
    [
        ({"term": "6 months"}, "ways.ours.price", "without a price"),
        (
            {"price": "$2 per GPU-hour", "term": "10 days"},
            "ways.ours.term",
            "terms are counted in whole months",
        ),
    ],
)
def test_an_offer_beside_those_has_a_price_and_a_term_of_months(way, field, message):
    (problem,) = refused(changed(ways={"ours": {"purchase": "chat", **way}}))
    assert (problem.field, message in problem.message) == (field, True)
