"""What the engine makes of leaves: who sees what, who wins, what is missing, what is kept."""

from flopwatt.model.engine import evaluate
from flopwatt.model.population import Population
from flopwatt.model.value import Rank
from tests.model.farm import BASE, POPULATION, VOCABULARY, leaf, results


def test_a_formula_sees_its_own_what_it_refers_to_and_the_plan():
    found = results()
    assert found["fields.a.harvest"].central == 8
    assert found["fields.b.harvest"].central == 15
    assert found["income"].central == 10 * (8 + 15 + 5)


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


def again(before, *more, without=""):
    """The farm worked out with something else supplied, after it was worked out before."""
    leaves = [one for one in BASE if one.quantity != without]
    return evaluate(VOCABULARY, POPULATION, [*leaves, *more], before)


def numbers(found):
    return {value.key: (value.array.tolist(), value.origin) for value in found.values()}


def test_what_is_worked_out_after_other_results_is_what_it_is_without_them():
    before = results()
    for more, without in (
        ((), ""),
        ((leaf("price", "plan", 20.0),), "price"),
        ((leaf("harvest", "a", 7.0),), ""),
        ((leaf("sacks", "a", 40.0),), "area"),
        ((leaf("area", "a", 2.0, Rank.COMMAND),), ""),
    ):
        alone = evaluate(
            VOCABULARY, POPULATION, [*(x for x in BASE if x.quantity != without), *more]
        )
        assert numbers(again(before, *more, without=without)) == numbers(alone)


def test_what_follows_from_nothing_new_is_taken_over():
    before = results()
    after = again(before, leaf("price", "plan", 20.0), without="price")
    assert after["income"].central == 20 * (8 + 15 + 5)
    for name in ("area", "harvest", "farm_harvest"):
        assert after.columns[name] is before.columns[name]
    # a number that comes out as it was moves nothing behind it
    same = again(before, leaf("harvest", "c", 5.0))
    assert same["fields.c.harvest"].origin.kind == "given"
    assert same.columns["income"] is before.columns["income"]


def test_results_of_other_things_are_not_taken_over():
    before = results()
    farms = Population(
        {"farm": ("north", "south", "empty"), "field": ("a", "b", "c")},
        {("field", "farm"): (1, 0, 0)},
    )
    assert evaluate(VOCABULARY, farms, BASE, before)["fields.a.harvest"].central == 10
