"""The formula mark leaves the function as it is and records what it makes and needs."""

import types

from flopwatt.model.formula import formula, formulas_of
from flopwatt.model.quantity import Kind


@formula("run", key="cost", unit="USD", symbol="$", source="identity", also=("bill",))
def training_cost(hours, price):
    """The bill of the run.

    More is said here.
    """
    return hours * price


@formula("run", makes="training_cost", source="identity")
def training_cost_by_quote(quote):
    """The bill, as quoted."""
    return quote


def test_the_function_stays_a_plain_function():
    assert training_cost(3, 2) == 6


def test_name_parameters_and_docstring_are_the_record():
    record = training_cost.__formula__
    assert (record.name, record.makes, record.entity) == ("training_cost", "training_cost", "run")
    assert record.needs == ("hours", "price")
    assert record.meaning == "The bill of the run."
    quantity = record.quantity
    assert (quantity.key, quantity.unit, quantity.also) == ("cost", "USD", ("bill",))
    assert quantity.kind is Kind.NUMBER


def test_a_second_way_defines_no_quantity():
    record = training_cost_by_quote.__formula__
    assert (record.makes, record.quantity) == ("training_cost", None)


def test_formulas_of_a_module_keep_the_order_of_the_file():
    module = types.ModuleType("subject")
    module.first, module.number, module.second = training_cost, 3, training_cost_by_quote
    assert [f.name for f in formulas_of(module)] == ["training_cost", "training_cost_by_quote"]


def test_what_has_a_least_value_may_be_just_that():
    @formula("run", unit="USD", source="identity", minimum=0)
    def saved(cost):
        """What is saved."""
        return cost

    assert (saved.__formula__.quantity.minimum, saved.__formula__.quantity.above) == (0, None)
    assert training_cost.__formula__.quantity.above == 0
