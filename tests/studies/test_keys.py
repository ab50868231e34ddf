import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.keys import find_field, find_quantity, givable


def test_a_key_may_be_short_prefixed_or_a_global_name(vocabulary):
    for key in ("training.cost", "run.cost", "training_cost"):
        assert find_quantity(vocabulary, key).name == "training_cost"
    assert find_quantity(vocabulary, "paid_hours_mfu").entity == "run"
    assert find_quantity(vocabulary, "offer.break_even").entity == "offer"


def test_what_has_no_prefix_is_the_plans_own(vocabulary):
    assert find_quantity(vocabulary, "crossover").entity == "plan"
    assert find_quantity(vocabulary, "products.crossover").entity == "product"


def test_a_short_key_of_several_lists_them(vocabulary):
    with pytest.raises(PlanError) as caught:
        find_quantity(vocabulary, "break_even")
    (problem,) = caught.value.problems
    assert problem.code == "unknown-quantity"
    assert set(problem.allowed.split(", ")) == {"offer.break_even", "asset.break_even"}


def test_a_short_key_of_a_load_too_means_that_of_the_other(vocabulary):
    assert find_quantity(vocabulary, "duration").name == "training_duration"
    assert find_quantity(vocabulary, "power.duration").name == "load_duration"
    assert find_quantity(vocabulary, "annual_pue").entity == "load"
    asked = vocabulary.quantities["load_energy"]
    assert find_field(vocabulary, "duration", asked) == ("load", "duration")


def test_what_is_given_means_what_is_of_use_for_the_question(vocabulary):
    cost = vocabulary.quantities["training_cost"]
    assert find_field(vocabulary, "gpus", cost) == ("run", "gpus")
    assert find_field(vocabulary, "gpus", vocabulary.quantities["rental_cost"]) == ("offer", "gpus")
    assert find_field(vocabulary, "params", cost) == ("model", "params")


def test_what_a_formula_makes_may_be_given_too(vocabulary):
    assert "paid_flops" in givable(vocabulary, "run")
    assert "month_end" not in givable(vocabulary, "plan")


def test_an_unknown_key_gets_the_nearest(vocabulary):
    with pytest.raises(PlanError) as caught:
        find_quantity(vocabulary, "training.cots")
    assert caught.value.problems[0].nearest == "training.cost"
    with pytest.raises(PlanError) as caught:
        find_quantity(vocabulary, "brek_even")
    assert caught.value.problems[0].nearest.endswith(".break_even")
