"""The call that tells of fleets: of the plan's own, on another unit, and on several."""

import pytest

import flopwatt
from flopwatt import PlanError


@pytest.fixture
def plan(serving):
    serving["horizon"] = "3 months"
    return serving


def test_the_fleets_of_a_plan(plan):
    found = flopwatt.fleet(plan)
    assert found["fleets.chat.gpus"] == 8
    assert found.report.answer.startswith("chat takes ")
    # at least one unit's worth of 24 hours at $2.50 for each of its GPUs
    months = found.to_dict()["results"]["fleets.chat.fleet.cost"]["value"]
    units = found.to_dict()["results"]["fleets.chat.fleet.units"]["value"]
    days = (31, 28, 31)
    assert months == pytest.approx(
        [n * 8 * 2.5 * 24 * day for n, day in zip(units, days, strict=True)]
    )


def test_of_one_product_alone(plan):
    plan["products"]["code"] = plan["products"]["chat"]
    plan["fleets"]["code"] = plan["fleets"]["chat"]
    found = flopwatt.fleet(plan, "code")
    assert "code takes" in found.report.answer
    assert "chat" not in found.report.answer


def test_on_another_unit_the_answer_is_that_of_the_plan_with_it(plan):
    found = flopwatt.fleet(plan, on="8xH200 SXM", settings={"fleets.chat.price": "$3/GPU-hour"})
    plan["fleets"]["chat"] |= {"accelerator": "8xH200 SXM", "price": "$3/GPU-hour"}
    own = flopwatt.run(plan, draws=0)
    for key in ("fleets.chat.batch.at_once", "fleets.chat.ttft.expected"):
        assert found[key] == pytest.approx(own[key])


def test_on_several_units_each_is_a_row(plan):
    found = flopwatt.fleet(plan, on=("8xH100 SXM", "H100 SXM")).to_dict()
    assert [unit["wall"] for unit in found["units"]] == ["none", "weights"]


def test_a_unit_makes_a_fleet_for_a_product_without_one(plan):
    del plan["fleets"]
    with pytest.raises(PlanError, match="the plan has no fleets"):
        flopwatt.fleet(plan)
    assert flopwatt.fleet(plan, on="8xH100 SXM")["fleets.chat.gpus"] == 8


def test_a_price_that_lacks_keeps_nothing_from_being_told(plan):
    """Neither does what only other parts of the plan need, such as the cost of a run."""
    plan["training"] = {"base": {"tokens": "1T"}}
    found = flopwatt.fleet(plan, on="8xMI355X")
    assert found["fleets.chat.fleet.units"] is not None
    assert "fleets.chat.fleet.cost" not in found.to_dict()["results"]
    assert found.report.answer.endswith("; what they cost is not known.")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"on": "H100 SXM"}, "cannot be served: weights"),
        ({"product": "chta"}, "no product of this name"),
        ({"on": 8}, "type int"),
        ({"on": ["8xH100 SXM", 8]}, "type int"),
        ({"product": 7}, "type int"),
    ],
)
def test_what_is_refused(plan, more, message):
    with pytest.raises(PlanError, match=message):
        flopwatt.fleet(plan, **more)
