"""The engine on a small vocabulary of its own: it has never heard of a GPU."""

import numpy as np
import pytest

from flopwatt.model import formula, total
from flopwatt.model.engine import evaluate, make_variation
from flopwatt.model.quantity import Entity, Quantity
from flopwatt.model.results import Population
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import make_vocabulary

ENTITIES = (
    Entity("plan", "", "The plan."),
    Entity("farm", "farms", "A farm."),
    Entity("field", "fields", "A field.", refers=("farm",)),
)
LEAVES = [
    Quantity("area", "field", "area", "1", "A", "Area."),
    Quantity("yield_per_area", "farm", "yield", "1", "y", "Yield per area."),
    Quantity("sacks", "field", "sacks", "1", "s", "Sacks counted."),
    Quantity("price", "plan", "price", "1", "p", "Price of a ton."),
]


@formula("field", unit="1", symbol="H", source="identity")
def harvest(area, yield_per_area):
    """Tons of a field."""
    return area * yield_per_area


@formula("field", makes="harvest", source="identity")
def harvest_by_sacks(sacks):
    """Tons of a field, from its sacks."""
    return sacks / 20


@formula("farm", unit="1", symbol="T", source="identity")
def farm_harvest(harvest):
    """Tons of a farm."""
    return total(harvest)


@formula("plan", unit="1", symbol="I", source="identity")
def income(harvest, price):
    """Money for all harvests."""
    return total(harvest) * price


FORMULAS = [f.__formula__ for f in (harvest, harvest_by_sacks, farm_harvest, income)]
VOCABULARY = make_vocabulary(ENTITIES, LEAVES, FORMULAS)
POPULATION = Population(
    {"farm": ("north", "south", "empty"), "field": ("a", "b", "c")},
    {("field", "farm"): (0, 1, 0)},
)


def leaf(quantity: str, instance: str, value, rank=Rank.GIVEN) -> Leaf:
    return Leaf(quantity, instance, value, rank, Origin(rank.name.lower(), place="x:1"))


BASE = [
    leaf("area", "a", 2.0),
    leaf("area", "b", 3.0),
    leaf("sacks", "c", 100.0),
    leaf("yield_per_area", "north", 4.0),
    leaf("yield_per_area", "south", 5.0),
    leaf("price", "plan", 10.0),
]


def results(*more: Leaf, without: str = ""):
    return evaluate(VOCABULARY, POPULATION, [*(x for x in BASE if x.quantity != without), *more])


def test_a_formula_sees_its_own_what_it_refers_to_and_the_plan():
    found = results()
    assert found["fields.a.harvest"].central == 8
    assert found["fields.b.harvest"].central == 15
    assert found["income"].central == 10 * (8 + 15 + 5)


def test_the_first_formula_whose_needs_are_known_is_used_instance_by_instance():
    found = results()
    assert found["fields.c.harvest"].central == 5
    assert found["fields.c.harvest"].formula.name == "harvest_by_sacks"
    assert found["fields.a.harvest"].formula.name == "harvest"


def test_members_are_summed_group_by_group():
    found = results()
    assert found["farms.north.farm_harvest"].central == 13
    assert found["farms.south.farm_harvest"].central == 15
    assert "farms.empty.farm_harvest" not in found


def test_inputs_are_the_keys_that_were_read():
    found = results()
    taken = found["income"].inputs
    assert [i.keys for i in taken] == [
        ("fields.a.harvest", "fields.b.harvest", "fields.c.harvest"),
        ("price",),
    ]
    assert found["fields.a.harvest"].inputs[1].keys == ("farms.north.yield",)


def test_a_supplied_value_wins_and_the_formula_stays_beside_it():
    value = results(leaf("harvest", "a", 7.0))["fields.a.harvest"]
    assert value.central == 7
    assert value.origin.kind == "given"
    assert value.beside.item() == 8


def test_the_higher_rank_wins_whatever_the_order():
    for order in (1, -1):
        leaves = [
            leaf("price", "plan", 1.0, Rank.ASSUMED),
            leaf("price", "plan", 9.0, Rank.MEASURED),
        ]
        value = results(*leaves[::order])["price"]
        assert value.central == 9
        assert [loser.rank for loser in value.losers] == [Rank.GIVEN, Rank.ASSUMED]


def test_nothing_is_assumed_where_a_formula_can_be_worked_out():
    assumed = [leaf("harvest", name, 99.0, Rank.ASSUMED) for name in "abc"]
    found = results(*assumed, without="yield_per_area")
    assert found["fields.a.harvest"].central == 99
    assert found["fields.c.harvest"].central == 5
    assert found["fields.c.harvest"].losers == ()


def test_all_four_axes_broadcast():
    prices = np.arange(1.0, 25.0).reshape(3, 2, 4)  # months, options, cases
    found = results(leaf("price", "plan", prices, Rank.COMMAND))
    assert found["income"].array.shape == (3, 2, 4)
    assert found["income"].array[2, 1, 3] == 24 * 28
    assert found["fields.a.harvest"].array.shape == (1, 1, 1)


def test_one_instance_may_have_axes_that_others_lack():
    areas = np.array([1.0, 2.0]).reshape(1, 1, 2)
    found = results(leaf("area", "a", areas, Rank.COMMAND))
    assert found["fields.a.harvest"].array.ravel().tolist() == [4, 8]
    assert found["fields.b.harvest"].array.ravel().tolist() == [15, 15]


def test_what_lacks_an_input_is_left_out_and_says_why():
    found = results(without="yield_per_area")
    assert "fields.a.harvest" not in found
    assert "income" not in found
    assert found["fields.c.harvest"].central == 5
    lack = found.missing(VOCABULARY.quantities["income"], "plan")
    (way,) = lack.ways
    assert [part.key for part in way] == ["fields.a.harvest", "fields.b.harvest"]
    assert [[part.key for part in w] for w in way[0].ways] == [
        ["farms.north.yield"],
        ["fields.a.sacks"],
    ]


def test_a_bug_in_a_body_names_the_quantity():
    @formula("plan", unit="1", symbol="b", source="identity")
    def broken(price):
        """Breaks."""
        raise ZeroDivisionError

    vocabulary = make_vocabulary(ENTITIES, LEAVES, [*FORMULAS, broken.__formula__])
    with pytest.raises(ZeroDivisionError) as error:
        evaluate(vocabulary, POPULATION, BASE)
    assert "broken" in error.value.__notes__[0]


def test_a_body_that_forgets_to_reduce_is_a_bug():
    @formula("plan", unit="1", symbol="b", source="identity")
    def unreduced(harvest):
        """Forgets total()."""
        return harvest

    vocabulary = make_vocabulary(ENTITIES, LEAVES, [*FORMULAS, unreduced.__formula__])
    with pytest.raises(ValueError, match="reduce"):
        evaluate(vocabulary, POPULATION, BASE)


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
    finished = {name: set(done) for name, (_, done) in steps.items()}
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
