from flopwatt.model.trace import written
from flopwatt.report.symbols import keys_of, symbols_of


def test_a_symbol_of_one_quantity_stays_as_it_is(vocabulary):
    cost = vocabulary.quantities["training_cost"]
    assert symbols_of([cost, cost]) == {"training_cost": "$"}


def test_what_shares_a_symbol_is_told_apart_by_what_it_belongs_to(vocabulary):
    names = ("training_bill", "product_training_bill")
    assert symbols_of(vocabulary.quantities[name] for name in names) == {
        "training_bill": "B_run",
        "product_training_bill": "B_product",
    }


def test_what_shares_it_within_one_entity_is_told_apart_by_key(vocabulary):
    names = ("training_total", "cumulative_training_spend")
    found = symbols_of(vocabulary.quantities[name] for name in names)
    assert found["training_total"] == "T_training_total"


def test_what_a_formula_makes_never_stands_on_its_own_right_side(vocabulary):
    """No ``B = B x f``: a written formula says something."""
    for name, ways in vocabulary.formulas.items():
        for way in ways:
            quantities = [vocabulary.quantities[need] for need in (name, *way.needs)]
            symbols = symbols_of(quantities)
            assert symbols[name] not in {symbols[need] for need in way.needs}, way.name
            keys = keys_of(quantities[0], quantities[1:])
            assert quantities[0].key not in keys.values(), way.name
            assert written(way, symbols) != symbols[name]


def test_a_key_says_of_what_it_is_where_two_have_it(vocabulary):
    made, need = (vocabulary.quantities[n] for n in ("plan_spend_limit", "product_spend_limit"))
    assert keys_of(made, [need]) == {"product_spend_limit": "product.spend_limit"}
    assert keys_of(need, [need]) == {"product_spend_limit": "spend_limit"}
