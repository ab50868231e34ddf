"""A recipe holds for any numbers: what is filled, and what stays as it is."""

import numpy as np
import pytest

from flopwatt.model import formula, total
from flopwatt.model.recipe import Recipe, Use, no_recipe, with_rows


@formula("field", unit="1", symbol="H", source="identity")
def doubled(area):
    """Twice the area."""
    return area * 2


@formula("farm", unit="1", symbol="T", source="identity")
def summed(area):
    """All areas."""
    return total(area)


def as_it_is(data):
    return data


def column(*numbers):
    return np.array(numbers, dtype=float).reshape(-1, 1, 1, 1)


def test_instances_that_no_formula_fills_are_not_known():
    places = np.array([0, 2])
    use = Use(doubled.__formula__, places, (lambda data: data[places],))
    recipe = Recipe((use,), np.array([True, False, True]), (use.formula, None, use.formula))
    for numbers, wanted in (((1, 2, 3), [2, np.nan, 6]), ((4, 5, 6), [8, np.nan, 12])):
        found = recipe.fill({"area": column(*numbers)}.__getitem__)
        assert np.array_equal(found.ravel(), wanted, equal_nan=True)


def test_one_row_stands_for_all_instances():
    use = Use(doubled.__formula__, None, (as_it_is,))
    recipe = Recipe((use,), np.ones(3, dtype=bool), (use.formula,) * 3)
    assert recipe.fill({"area": column(2)}.__getitem__).ravel().tolist() == [4, 4, 4]


def test_what_sums_takes_the_place_of_the_body():
    use = Use(summed.__formula__, None, (), lambda data: data.sum(axis=0, keepdims=True))
    assert use({"area": column(1, 2, 4)}.__getitem__).ravel().tolist() == [7]


def test_members_that_are_kept_apart_are_refused():
    use = Use(doubled.__formula__, None, (lambda data: data[np.newaxis],))
    with pytest.raises(ValueError, match="reduce over members"):
        use({"area": column(1, 2)}.__getitem__)


def test_without_a_formula_nothing_is_known():
    assert not no_recipe(2).known.any()
    assert np.isnan(no_recipe(2).fill({}.__getitem__)).all()


def test_rows_widen_the_others():
    wide = with_rows(column(1, 2), {1: np.array([[[5.0, 6.0]]])})
    assert wide[:, 0, 0].tolist() == [[1, 1], [5, 6]]
    kept = column(1, 2)
    assert with_rows(kept, {}) is kept
