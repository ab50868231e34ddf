"""What is recalled is what would be worked out; what changed is not recalled."""

import numpy as np

from flopwatt.model.memory import Asked, Memory
from flopwatt.model.recipe import no_recipe
from flopwatt.model.variation import make_variation
from tests.model.farm import leaf, results

RECIPE = no_recipe(1)
NUMBERS = np.ones((1, 1, 1, 4))


def test_the_very_arrays_must_be_read_and_rows_be_equal():
    asked = Asked(RECIPE, (NUMBERS,), {0: np.array([1.0, 2.0])})
    memory = Memory({"area": (asked, NUMBERS)})
    assert memory.recall("area", Asked(RECIPE, (NUMBERS,), {0: np.array([1.0, 2.0])})) is NUMBERS
    for other in (
        Asked(RECIPE, (NUMBERS.copy(),), asked.rows),
        Asked(RECIPE, (NUMBERS,), {0: np.array([1.0, 2.5])}),
        Asked(RECIPE, (NUMBERS,), {1: asked.rows[0]}),
        Asked(no_recipe(2), (NUMBERS,), asked.rows),
    ):
        assert memory.recall("area", other) is None
    assert memory.recall("price", asked) is None


def test_what_does_not_fit_is_not_kept():
    memory, asked = Memory(room=NUMBERS.nbytes + 8), Asked(RECIPE, (), {})
    for name, data in (("area", NUMBERS), ("price", NUMBERS), ("sacks", NUMBERS[..., :1])):
        memory.remember(name, asked, data)
    assert memory.known.keys() == {"area"}


def test_what_varies_again_is_worked_out_from_what_is_new_alone():
    cases = {
        "area": {"a": np.array([2.0, 7.0]).reshape(1, 1, 2)},
        "price": {"plan": np.array([10.0, 20.0]).reshape(1, 1, 2)},
    }
    found = results()
    memory = Memory()
    vary = make_variation(found, cases, {"income", "farm_harvest"})
    first = vary(cases, memory)
    dearer = {**cases, "price": {"plan": np.array([10.0, 30.0]).reshape(1, 1, 2)}}
    after = Memory(memory.known)
    second = vary(dearer, after)
    assert second["farm_harvest"] is first["farm_harvest"]
    assert np.array_equal(second["income"], vary(dearer)["income"])
    assert not np.array_equal(second["income"], first["income"])


def test_other_results_are_not_recalled():
    cases = {"price": {"plan": np.array([10.0, 20.0]).reshape(1, 1, 2)}}
    memory = Memory()
    make_variation(results(), cases, {"income"})(cases, memory)
    larger = results(leaf("area", "a", 7.0))
    again = make_variation(larger, cases, {"income"})
    assert np.array_equal(again(cases, Memory(memory.known))["income"], again(cases)["income"])
