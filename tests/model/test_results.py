"""Keys, members and lacks of results, on the worked example."""

import functools

import pytest

from flopwatt.studies.run import run_plan


@pytest.fixture
def results(plan):
    return run_plan(plan).results


def test_every_key_finds_its_value(results):
    keys = list(results.keys())
    assert len(keys) == len(set(keys))
    for key in keys:
        assert results[key].key == key


def test_other_spellings_find_the_same_value(results):
    assert results["products.chat.daily_spend"].key == "products.chat.cost_per_day"


def test_a_key_that_names_nothing(results):
    assert results.find("products.chat.costs") is None
    assert results.find("products.other.cost_per_day") is None
    assert "products.chat.costs" not in results
    with pytest.raises(KeyError):
        results["products.chat.costs"]


def test_what_a_quantity_was_worked_out_from(plan):
    plan["training"]["base"] = {
        "tokens": "2T tokens",
        "achieved_flops": "400 TFLOP/s",
        "price": "$2/GPU-hour",
    }
    results = run_plan(plan).results
    behind = results.behind(["training_cost"])
    assert {"accelerator_hours", "training_flops", "training_tokens"} <= behind
    assert "requests" not in behind
    assert results.behind(["training_tokens"]) == frozenset()


def test_an_entity_without_a_section_goes_by_its_name_and_never_by_the_plans(results):
    assert results.entry("plan", "plan") == ""
    assert results.entry("run", "base") == "training.base."
    assert results.entry("offer", "") == "offer."
    assert results.find("break_even") is None


def test_the_keys_that_formulas_read(results):
    read: dict[str, set[str]] = {}
    for value in results.values():
        for taken in value.inputs:
            read.setdefault(taken.parameter, set()).update(taken.keys)
    assert len(read) > 10
    for name, keys in read.items():
        assert results.read_keys(frozenset({name})) == keys
    assert results.read_keys(frozenset(read)) == set().union(*read.values())
    assert results.read_keys(frozenset()) == set()


def test_results_are_made_like_those_of_other_numbers_alone(plan, results):
    from_before = functools.partial(run_plan, before=run_plan(plan))
    plan["products"]["chat"]["cost_per_day"] = "$12k"
    assert from_before(plan).results.made_like(from_before.keywords["before"].results)
    assert not run_plan(plan).results.made_like(results)  # worked out by itself
    plan["products"]["chat"]["requests"] = "1M per day"
    assert not from_before(plan).results.made_like(from_before.keywords["before"].results)
