from flopwatt.report.products import product_section
from flopwatt.studies.run import run_plan


def test_the_worked_example(example, texts):
    section = product_section(example("two-products"))
    assert section.title == "Over the plan consumer-app spends $13.7M, internal-tool $27.4k."
    rows = texts(section.tables[0])
    assert rows[0][:4] == ["internal-tool", "10k", "$0.0015", "$15.00"]
    assert rows[1] == ["consumer-app", "5M", "$0.0015", "$7,500", "$228k", "0 %/month"]


def test_one_product(plan, texts):
    plan["products"]["chat"]["growth"] = "10 %/month"
    section = product_section(run_plan(plan))
    assert section.title.startswith("chat spends $")
    assert texts(section.tables[0]) == [
        ["chat", "not known", "not known", "$10k", "$319k", "10 %/month"]
    ]


def test_of_several_products_the_most_and_the_least_are_told(plan):
    costs = {"a": "$10k", "b": "$20k", "c": "$1k"}
    plan["products"] = {name: {"cost_per_day": cost} for name, cost in costs.items()}
    assert product_section(run_plan(plan)).title == (
        "Over the plan b spends most, $36.5M, and c least, $1.83M, of 3 products."
    )


def test_spend_beyond_all_numbers_is_a_sentence(plan):
    plan["horizon"] = "600 months"
    plan["products"]["chat"]["growth"] = "1000 %/month"
    title = product_section(run_plan(plan)).title
    assert title == "chat spends beyond any number over the plan."


def test_a_plan_without_products_has_no_such_section(plan):
    del plan["products"]
    assert product_section(run_plan(plan)) is None
