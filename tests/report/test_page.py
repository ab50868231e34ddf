import pytest

from flopwatt.report import build_report
from flopwatt.report.explain import explain
from flopwatt.report.page import explain_all
from flopwatt.studies.run import run_plan


@pytest.fixture
def large(plan):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(6)}
    return run_plan(plan)


def test_a_small_plan_is_explained_as_it_is_key_by_key(example):
    study = example("two-products")
    keys = ("training.base.cost", "crossover", "training.base.cost")
    assert explain_all(study, keys) == tuple(explain(study, key) for key in keys[:2])


def test_the_members_of_a_long_sum_are_told_once(large):
    found = {one.key: one for one in explain_all(large, ["inference_total", "crossover"])}
    group = found["products.*.spent"]
    assert [line.name for line in group.lines[1:]] == [f"products.p{n}.spent" for n in range(6)]
    assert "products.*.spent" in [line.key for line in found["crossover"].lines]
    assert all(len(one.lines) < 40 for one in found.values())


def test_what_a_page_leaves_closed_has_its_own_explanation_there(large):
    report = build_report(large)
    found = {one.key: one for one in explain_all(large, report.shown())}
    for one in found.values():
        for line, after in zip(one.lines, (*one.lines[1:], None), strict=True):
            closed = after is None or after.depth <= line.depth
            if closed and line.origin == "computed" and line.detail != "see above":
                assert line.key in found, (one.key, line.key)


def test_a_large_page_names_a_few_of_its_own_that_use_a_value(large):
    explanations = explain_all(large, build_report(large).shown())
    own = {one.key for one in explanations}
    for one in explanations:
        if "*" not in one.key:
            assert {link.key for link in one.used_by} <= own
            assert len(one.used_by) + one.used_more == len(large.bearing.used_by(one.key))


def test_two_groups_of_one_quantity_have_two_keys(plan):
    plan["models"] = {"m": {"params": "70B"}, "n": {"params": "8B"}}
    plan["training"] = {
        f"{model}{n}": {"model": model, "cost": "$1M"} for model in "mn" for n in range(5)
    }
    plan["products"]["chat"]["model"] = "m"
    keys = ["models.m.training_cost", "models.n.training_cost"]
    found = [one.key for one in explain_all(run_plan(plan), keys)]
    assert "training.*.bill" in found
    assert "training.*.bill-2" in found


def test_by_month_a_large_plan_tells_its_own_series_alone(large):
    keys = ["cumulative_inference_spend", "products.p0.spent"]
    found = {one.key: one for one in explain_all(large, keys)}
    assert len(found["cumulative_inference_spend"].months) == 60
    assert found["products.p0.spent"].months == ()


def test_with_fleets_a_page_opens_three_levels_and_tells_the_rest_once(example):
    study = example("deepseek-day")
    found = {one.key: one for one in explain_all(study, build_report(study).shown())}
    for one in found.values():
        assert max(line.depth for line in one.lines) <= 3
        for line in one.lines:
            if line.depth == 3 and line.origin == "computed" and line.detail != "see above":
                assert line.key in found, (one.key, line.key)
    assert sum(len(one.lines) for one in found.values()) < 10 * len(found)
