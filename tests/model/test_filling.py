"""One quantity from its formulas: which holds for which instance, and what a wrong body says."""

import numpy as np
import pytest

from flopwatt.model import formula
from flopwatt.model.engine import evaluate
from flopwatt.model.value import Rank
from flopwatt.model.vocabulary import make_vocabulary
from tests.model.farm import BASE, ENTITIES, FORMULAS, LEAVES, POPULATION, leaf, results


def test_the_first_formula_whose_needs_are_known_is_used_instance_by_instance():
    found = results()
    assert found["fields.c.harvest"].central == 5
    assert found["fields.c.harvest"].formula.name == "harvest_by_sacks"
    assert found["fields.a.harvest"].formula.name == "harvest"


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
