from flopwatt.model.trace import written
from flopwatt.report.symbols import symbols_of


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
            assert written(way, symbols) != symbols[name]
