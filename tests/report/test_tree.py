import pytest

from flopwatt.report.tree import Tree
from flopwatt.studies.run import run_plan


@pytest.fixture
def results(plan):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(5)}
    return run_plan(plan).results


def test_a_tree_goes_down_to_the_leaves_depth_first(example):
    results = example("two-products").results
    nodes = Tree(results).nodes(results["training.base.cost"])
    assert [(node.depth, node.value.quantity.key) for node in nodes][:3] == [
        (0, "cost"), (1, "accelerator_hours"), (2, "flops"),
    ]  # fmt: skip
    assert [node.short for node in nodes][:2] == [False, True]


def test_a_value_met_before_is_not_opened_again(results):
    nodes = Tree(results).nodes(results["products.p0.spend"])
    ages = [node for node in nodes if node.value.key == "products.p0.age_at_end"]
    assert [node.again for node in ages][:2] == [False, True]


def test_a_long_sum_is_one_line_where_it_is_asked_to_be(results):
    value = results["inference_spend"]
    whole = [node for node in Tree(results).nodes(value) if node.depth == 1]
    short = [node for node in Tree(results, most=3).nodes(value) if node.depth == 1]
    assert len(whole) == 5
    assert [node.group for node in short] == [tuple(node.value.key for node in whole)]


def test_what_has_its_own_explanation_is_not_opened(results):
    value = results["products.p0.spend"]
    nodes = Tree(results, own={"products.p0.spend_rate"}).nodes(value)
    place = next(i for i, n in enumerate(nodes) if n.value.key == "products.p0.spend_rate")
    assert nodes[place + 1].depth <= nodes[place].depth
