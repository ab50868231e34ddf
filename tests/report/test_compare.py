"""Two plans in words."""

import math

import pytest

from flopwatt import api
from flopwatt.report.compare import difference_text

DAY = 86_400.0
PLAN = """\
start: 2026-01-01
horizon: 60 months
models: {m: {params: 70B}}
training: {base: {cost: $1M}}
products: {chat: {cost_per_day: $10k}}
"""


@pytest.fixture
def compared():
    first = api.PlanText(PLAN, "a.yaml")
    text = PLAN.replace("$1M", "$1.2M").replace("$10k", "$8k")
    return api.compare(first, api.PlanText(text, "b.yaml"))


def test_the_title_says_the_difference(compared):
    # 1,000,000 / 10,000 is 100 days; 1,200,000 / 8,000 is 150
    assert (
        compared.title
        == "Against a.yaml, b.yaml says 2 things differently; crossover: 50 days later."
    )


def test_the_parts_add_up(compared):
    rows = [[cell.text for cell in row] for row in compared.tables[1].rows]
    # 1.2M / 10k is 120 days, 20 later; then 30 more
    assert rows == [
        ["training.base.cost", "$1M", "$1.2M", "20 days later"],
        ["products.chat.cost_per_day", "$10k", "$8k", "30 days later"],
    ]


def test_results_stand_side_by_side(compared):
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in compared.tables[0].rows}
    assert rows["training total"] == ["$1M", "$1.2M", "$200k more, +20 %"]


def test_what_comes_of_it_stands_above_what_differs(compared):
    assert [table.id for table in compared.tables] == ["compare-results", "compare-inputs"]


def test_the_same_plan_differs_in_nothing():
    plan = api.PlanText(PLAN)
    found = api.compare(plan, api.PlanText(f"# another remark\n{PLAN}"))
    assert found.title == "second says the same as first."
    assert [table.id for table in found.tables] == ["compare-results"]


def test_a_plan_with_another_product_is_compared_as_far_as_it_goes():
    more = PLAN.replace("products: {", "products: {other: {cost_per_day: $1k}, ")
    found = api.compare(api.PlanText(PLAN, "a"), api.PlanText(more, "b"))
    assert "products.other.cost_per_day" in [row[0].text for row in found.tables[1].rows]


@pytest.mark.parametrize(
    ("entity", "key", "before", "after", "told"),
    [
        ("product", "crossover", 10 * DAY, 4 * DAY, "6 days sooner"),
        ("product", "crossover", math.inf, 4 * DAY, "no longer never"),
        ("product", "crossover", 4 * DAY, math.inf, "now never"),
        ("product", "crossover", math.inf, math.inf, "the same"),
        ("product", "crossover", -math.inf, math.inf, "never"),
        ("product", "launch", 0.0, 3 * DAY, "3 days later"),
        ("run", "cost", 2e6, 1e6, "$1M less, −50 %"),
        ("run", "cost", 0.0, 1e6, "$1M more"),
        ("run", "cost", 1e6, 3.14e6, "$2.14M more, +210 %"),
        ("run", "cost", 1e6, 1e6 + 5250, "$5,250 more, +0.53 %"),
        ("run", "cost", 1e6, math.inf, "differs"),
        ("plan", "inference_share", 0.4, 0.5, "10 points more"),
    ],
)
def test_a_difference_in_words(vocabulary, entity, key, before, after, told):
    assert difference_text(vocabulary.by_key[entity, key], before, after) == told
