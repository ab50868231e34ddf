"""Legal but far from anything seen: told, and computed with all the same."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import run_plan


def warnings(plan) -> dict[str, tuple[str, str]]:
    found = run_plan(plan).warnings
    return {problem.field: (problem.given, problem.allowed) for problem in found}


def test_a_common_plan_is_told_nothing(plan):
    assert not warnings(plan)


@pytest.mark.parametrize(
    ("section", "fields", "field"),
    [
        ("training", {"tokens": "15M", "price": "$2/hour", "achieved_flops": "400 TFLOP/s"},
         "training.base.tokens_per_param"),
        ("training", {"gpu_hours": "1M GPU-hours", "price": "$98.32 per GPU-hour"},
         "training.base.price"),
        ("products", {"tokens_per_day": "1B tokens/day", "token_price": "8 USD/token"},
         "products.base.token_price"),
    ],
)  # fmt: skip
def test_what_is_far_from_usual(plan, section, fields, field):
    plan[section] = {"base": fields}
    given, allowed = warnings(plan)[field]
    assert given
    assert allowed.startswith("usually ")


def test_more_active_parameters_than_all(plan):
    plan["models"]["m"] = {"params": {"total": "7B", "active": "70B"}}
    with pytest.raises(PlanError) as error:
        run_plan(plan)
    (problem,) = error.value.problems
    assert (problem.code, problem.field) == ("out-of-range", "models.m.active_share")
    assert problem.given == "models.m.params.active.all, models.m.params.total"


def test_more_arithmetic_than_the_peak(plan):
    plan["training"]["base"] = {
        "tokens": "2T",
        "accelerator": "H100 SXM5 80GB",
        "achieved_flops": "5000 TFLOP/s",
        "price": "$2/hour",
    }
    with pytest.raises(PlanError) as error:
        run_plan(plan)
    by_field = {problem.field: problem for problem in error.value.problems}
    problem = by_field["training.base.paid_hours_mfu"]
    assert (problem.code, problem.message) == ("out-of-range", "works out at 510 %")
    assert problem.given == "training.base.paid_flops, training.base.peak"
    assert problem.allowed == "at most 100 %"


def test_a_sparse_peak(plan):
    plan["training"]["base"] = {
        "tokens": "2T", "mfu": "20 %", "peak": "1979 TFLOP/s", "price": "$2/hour",
        "accelerator": "H100 SXM5 80GB",
    }  # fmt: skip
    given, allowed = warnings(plan)["training.base.peak"]
    assert (given, allowed) == ("1979 TFLOP/s", "the dense peak, 989 peak TFLOP/s per GPU")


def test_what_comes_after_the_plan_is_told(plan):
    plan["training"]["late"] = {"cost": "$5M", "start": "2040-01-01"}
    plan["products"]["late"] = {"cost_per_day": "$1k", "launch": "2031-01-01"}
    assert set(warnings(plan)) == {"training.late.start", "products.late.launch"}
    results = run_plan(plan).results
    assert results["products.chat.training_bill"].central == 1e6


@pytest.mark.parametrize(
    ("section", "fields", "field", "hinted"),
    [
        ("power", {"accelerator": "H200 SXM", "limit": "30 mW"}, "limit", True),
        ("power", {"facility.peak": "30 mW"}, "facility.peak", True),
        ("power", {"facility.peak": {"2026-01": "1 W", "2026-03": "5 PW"}}, "facility.peak", False),
        ("power", {"accelerator": "H200 SXM", "gpus": "1e12"}, "gpus", False),
        ("sites", {"power": "300 mW"}, "power", True),
        ("sites", {"power": "5 PW"}, "power", False),
    ],
)  # fmt: skip
def test_power_that_nobody_has(section, fields, field, hinted):
    plan = {"start": "2026-01-01", "horizon": "12 months", section: {"a": fields}}
    _, allowed = warnings(plan)[f"{section}.a.{field}"]
    assert allowed.startswith("usually ")
    assert ("mW is a thousandth of a watt, MW a million" in allowed) is hinted


def test_months_in_which_nothing_is_there_are_not_unusual():
    gpus = {"2026-06": "8"}
    plan = {"start": "2026-01-01", "power": {"a": {"accelerator": "H200 SXM", "gpus": gpus}}}
    assert not warnings(plan)


def test_a_site_that_is_begun_before_the_plan_is_told():
    plan = {"start": "2027-03-01", "sites": {"a": {"power": "30 MW", "start": "2020-01-01"}}}
    given, allowed = warnings(plan)["sites.a.start"]
    assert given == "2020-01-01"
    assert "where work has begun" in allowed
    plan["sites"]["a"]["start"] = "2027-03-01"
    assert "sites.a.start" not in warnings(plan)
