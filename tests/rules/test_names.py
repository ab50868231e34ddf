"""The names rule: every parameter is a quantity, every field has an example that is legal."""

import ast
import inspect
from operator import attrgetter
from pathlib import Path

from flopwatt import formulas
from flopwatt.formulas import load_formulas
from flopwatt.model.quantity import Kind
from flopwatt.plan.values import read_value
from flopwatt.studies.run import load_vocabulary
from tests.conftest import faults

VOCABULARY = load_vocabulary()
QUANTITIES = sorted(VOCABULARY.quantities.values(), key=lambda quantity: quantity.name)
FORMULAS = load_formulas()
MAX_NEEDS = 8


def _needs_few_and_says_what(formula):
    assert set(formula.needs) <= set(VOCABULARY.quantities)
    assert len(formula.needs) <= MAX_NEEDS
    assert formula.meaning.endswith(".")


def test_a_formula_needs_few_quantities_and_says_what_it_means():
    assert faults(_needs_few_and_says_what, FORMULAS, attrgetter("name")) == {}


def _is_plain_algebra(formula):
    """Two and a half stand where a comment says which algebra they follow from."""
    source = inspect.getsource(formula.body)
    body = ast.parse(source).body[0]
    nodes = [node for statement in body.body for node in ast.walk(statement)]
    numbers = [
        n.value for n in nodes if isinstance(n, ast.Constant) and not isinstance(n.value, str)
    ]
    assert set(numbers) <= ({0, 1, 2} if "    # " in source else {0, 1})
    assert not any(isinstance(node, ast.If | ast.IfExp | ast.For | ast.While) for node in nodes)


def test_a_formula_holds_no_number_but_zero_and_one_and_no_branch():
    assert faults(_is_plain_algebra, FORMULAS, attrgetter("name")) == {}


def _has_symbol_and_meaning(quantity):
    assert quantity.symbol
    assert quantity.meaning.endswith(".")
    assert quantity.entity in VOCABULARY.entities


def test_a_quantity_has_a_symbol_and_a_meaning():
    assert faults(_has_symbol_and_meaning, QUANTITIES, attrgetter("name")) == {}


def _has_a_legal_example(quantity):
    value = read_value(quantity, quantity.example, None)
    assert quantity.kind is not Kind.NUMBER or value > 0


def test_the_example_of_a_field_is_legal():
    assert (
        faults(_has_a_legal_example, filter(attrgetter("written"), QUANTITIES), attrgetter("name"))
        == {}
    )


def test_every_formula_file_is_loaded():
    files = {path.stem for path in Path(formulas.__file__).parent.glob("[a-z]*.py")}
    assert {formula.body.__module__.rpartition(".")[2] for formula in FORMULAS} == files
