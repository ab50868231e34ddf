"""The narrow vocabulary of a rating, and what is taken from the results of a plan."""

import numpy as np
import pytest

from flopwatt.model.population import Population
from flopwatt.studies.hardware_columns import narrowed, row_of, taken_leaf, taken_leaves
from flopwatt.studies.run import run_plan


@pytest.fixture
def results(plan):
    plan["models"]["m"] = {"catalog": "llama-3.1-8b"}
    plan["training"]["base"] = {"cost": "$1M", "gpus": 100}
    return run_plan(plan).results


def test_a_narrow_vocabulary_has_what_is_wanted_and_what_it_follows_from():
    found = narrowed(("training_duration",), ("run",), ("training_flops",))
    assert {"training_duration", "accelerator_hours", "training_flops"} <= set(found.quantities)
    assert "training_flops" not in found.formulas
    assert "training_total" not in found.quantities
    assert found is narrowed(("training_duration",), ("run",), ("training_flops",))


def test_quantities_of_other_entities_follow_from_nothing():
    found = narrowed(("launch_gpus",), ("fit",))
    assert "launch_calls" in found.quantities
    assert "launch_calls" not in found.formulas


def test_a_value_of_a_plan_is_taken_as_it_is(results):
    assert taken_leaf(results, "accelerators", "base").value == 100
    assert taken_leaf(results, "training_flops", "base") is None


def test_a_series_is_taken_in_its_first_month(results):
    leaf = taken_leaf(results, "month_end", "plan")
    assert leaf.value == 31 * 86400


def test_what_a_vocabulary_needs_of_models_and_products_is_taken(results):
    population = Population({"model": ("m",), "product": ("chat",)}, {})
    found = narrowed(("fit_weights",), ("fit",))
    names = {leaf.quantity for leaf in taken_leaves(results, found, population)}
    assert {"dense_bytes", "head_bytes", "embedding_bytes"} <= names
    assert not {name for name in names if found.quantities[name].entity == "fit"}


def test_a_row_runs_along_the_options(results):
    assert row_of(results, "accelerators", 0, 3).tolist() == [100, 100, 100]
    assert np.isnan(row_of(results, "training_flops", 0, 2)).all()
