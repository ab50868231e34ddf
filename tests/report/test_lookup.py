import pytest

from flopwatt.problems import PlanError
from flopwatt.report.lookup import find_value, key_page
from flopwatt.studies.run import run_plan


def test_an_unknown_key_is_told_with_the_nearest(example):
    with pytest.raises(PlanError) as caught:
        find_value(example("two-products"), "training.base.cots")
    problem = caught.value.problems[0]
    assert (problem.code, problem.nearest) == ("unknown-quantity", "training.base.cost")
    keys = problem.allowed.partition(";")[0].split(", ")
    assert keys[0] == "training.base.cost"
    assert len(keys) == 5
    assert all(key.startswith("training.base.") for key in keys)


def test_a_key_of_nothing_at_all_is_answered_with_the_keys_of_the_plan(example):
    with pytest.raises(PlanError) as caught:
        find_value(example("two-products"), "bananas")
    keys = caught.value.problems[0].allowed.partition(";")[0].split(", ")
    assert set(keys) <= set(example("two-products").results.keys())
    assert not any("." in key for key in keys)


def test_a_value_that_is_not_known_is_answered_with_the_line_to_add(example):
    with pytest.raises(PlanError) as caught:
        find_value(example("two-products"), "training.base.duration")
    problem = caught.value.problems[0]
    assert problem.code == "missing-quantity"
    assert problem.allowed == "`gpus: 2048` under training.base"


def test_a_wrong_entry_is_answered_with_the_entries_of_its_section(example):
    with pytest.raises(PlanError) as caught:
        find_value(example("two-products"), "products.consumerapp.crossover")
    problem = caught.value.problems[0]
    assert problem.allowed.startswith("products.consumer-app, products.internal-tool; ")
    assert problem.nearest == "products.consumer-app.crossover"


@pytest.mark.parametrize("key", ["", ".", "products", "products.", "products..", "x" * 10_000])
def test_what_is_hardly_a_key_is_answered_too(example, key):
    with pytest.raises(PlanError) as caught:
        find_value(example("two-products"), key)
    assert "lists all keys" in caught.value.problems[0].allowed


def test_every_key_stands_on_the_page_with_its_number_and_meaning(example):
    study = example("two-products")
    page = key_page(study)
    cells = [row[1] for table in page.tables for row in table.rows]
    assert sorted(cell.key for cell in cells) == sorted(study.results.keys())
    assert page.title == f"{len(cells)} keys of Same model, two products"
    titles = [table.title for table in page.tables]
    assert titles[0] == "Of the whole plan"
    assert "Behind training.base." in titles
    base = next(table for table in page.tables if table.title == "Behind training.base.")
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in base.rows}
    assert rows["cost"] == ["$1.46M", "The bill of the run."]


def test_of_many_entries_the_first_are_listed_and_the_others_named(plan):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(12)}
    tables = [t for t in key_page(run_plan(plan)).tables if "products." in t.title]
    assert [table.title for table in tables] == [f"Behind products.p{n}." for n in range(3)]
    assert tables[-1].note == "The same keys: p3, p4, p5, p6, p7 and 4 more."
