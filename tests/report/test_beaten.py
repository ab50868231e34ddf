import pytest

from flopwatt.report.beaten import beaten_section
from flopwatt.studies.run import run_plan


@pytest.fixture
def rows(texts):
    """The rows of a plan's beaten values."""

    def make(plan, **settings):
        section = beaten_section(run_plan(plan, settings.get("settings")))
        return texts(section.tables[0]) if section else []

    return make


def test_what_a_formula_says_stands_beside_what_is_given(plan, rows):
    plan["training"]["base"] |= {"accelerator_hours": "1M GPU-hours", "price": "$2 per GPU-hour"}
    assert rows(plan) == [
        ["training.base.cost", "$1M", "$2M (its formula, cost = accelerator_hours x price)"]
    ]
    assert beaten_section(run_plan(plan)).title == "1 given value wins over what else is known."


def test_within_a_per_cent_nothing_is_told(plan, rows):
    plan["training"]["base"] |= {"accelerator_hours": "1M GPU-hours", "price": "$1.009/GPU/hour"}
    assert rows(plan) == []


def test_a_fact_of_the_catalog_stands_there_with_its_source(plan, rows):
    plan["training"]["base"] |= {"accelerator": "H100 SXM", "peak": "900 TFLOP/s"}
    ((key, given, other),) = rows(plan)
    assert (key, given) == ("training.base.peak", "900 peak TFLOP/s per GPU")
    assert other.startswith("989 peak TFLOP/s per GPU (catalog, aiconfigurator-systems")


def test_what_an_earlier_layer_said_stands_there_with_its_place(plan, rows):
    plan["training"]["base"] = {"accelerator_hours": "1M GPU-hours", "price": "$2 per GPU-hour"}
    ((key, given, other),) = rows(plan, settings={"training.base.price": "$3 per GPU-hour"})
    assert (key, given) == ("training.base.price", "$3.00 per GPU-hour")
    assert other == "$2.00 per GPU-hour (<dict> training.base.price)"


def test_what_only_holds_where_the_plan_is_silent_is_not_beaten(plan, rows):
    plan["products"]["chat"] |= {"launch": "2026-03-01", "growth": "1 %/month"}
    plan["training"]["base"]["start"] = "2026-02-01"
    assert rows(plan) == []
