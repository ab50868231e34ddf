"""Other values of some leaves, and what follows from them."""

import numpy as np

from flopwatt.model.engine import evaluate
from flopwatt.model.variation import make_variation
from tests.model.farm import BASE, POPULATION, VOCABULARY, leaf, results


def vary(varied, keep, found=None):
    """What is kept when some leaves take other values, each a list of cases."""
    cases = {
        name: {at: np.array(row, dtype=float).reshape(1, 1, -1) for at, row in rows.items()}
        for name, rows in varied.items()
    }
    found = found or results()
    return make_variation(found, varied, keep)(cases)


def test_other_values_of_a_leaf_give_what_evaluating_them_anew_gives():
    kept = vary({"area": {"a": [2, 7]}, "price": {"plan": [10, 20]}}, {"income", "harvest"})
    assert kept["income"].ravel().tolist() == [10 * 28, 20 * (28 + 20 + 5 - 5)]
    assert kept["harvest"][:, 0, 0].tolist() == [[8, 28], [15, 15], [5, 5]]
    anew = results(leaf("area", "a", 7.0), leaf("price", "plan", 20.0))
    assert anew["income"].central == kept["income"][0, 0, 0, 1]


def test_the_fallback_of_one_instance_does_not_win_for_another():
    # field a has its sacks alone; field b has sacks too, and its area, which is preferred
    sacks = [leaf("sacks", "a", 40.0), leaf("sacks", "b", 40.0)]
    kept = [one for one in BASE if (one.quantity, one.instance) != ("area", "a")]
    found = evaluate(VOCABULARY, POPULATION, [*kept, *sacks])
    assert found["fields.b.harvest"].central == 15
    again = vary({"sacks": {"a": [40, 80], "b": [40, 80]}}, {"harvest"}, found)
    assert again["harvest"][:2, 0, 0].tolist() == [[2, 4], [15, 15]]


def test_only_what_follows_from_what_varies_is_worked_out_again():
    assert list(vary({"price": {"plan": [1, 2]}}, {"income", "harvest"})) == ["income"]
    assert make_variation(results(), {"sacks": {}}, {"farm_harvest"}).steps.keys() == {
        "sacks", "harvest", "farm_harvest",
    }  # fmt: skip
    assert vary({"sacks": {"c": [1, 2]}}, set()) == {}


def test_each_array_goes_after_its_last_reader():
    steps = make_variation(results(), {"area": {}, "price": {}}, {"income"}).steps
    finished = {name: set(step.finished) for name, step in steps.items()}
    assert finished["harvest"] == {"area"}
    assert finished["income"] == {"income", "harvest", "price"}


def test_a_supplied_value_that_does_not_vary_still_wins_over_its_formula():
    found = results(leaf("harvest", "a", 7.0))
    kept = vary({"area": {"a": [2, 9], "b": [3, 4]}}, {"harvest"}, found)
    assert kept["harvest"][:2, 0, 0].tolist() == [[7, 7], [15, 20]]


def test_the_results_stay_as_they_were():
    found = results()
    before = {value.key: value.array.tolist() for value in found.values()}
    vary({"area": {"a": [9, 9]}, "yield_per_area": {"north": [1, 2]}}, {"income"}, found)
    assert {value.key: value.array.tolist() for value in found.values()} == before
    assert found.followers(["sacks"]) == ("sacks", "harvest", "farm_harvest", "income")
