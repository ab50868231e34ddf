"""The legal fields follow from quantities, shorthands, references and choices alone."""

import pytest

from flopwatt.plan.fields import Field, fields_of, sections_of


def test_a_field_for_every_spelling_of_a_quantity(vocabulary):
    fields = fields_of(vocabulary, "run")
    for spelling in ("mfu", "utilisation", "utilization"):
        assert fields[spelling] == Field((vocabulary.quantities["mfu"],))
    assert fields["gpu_hours"].quantities == fields["accelerator_hours"].quantities


def test_a_shorthand_sets_several_quantities(vocabulary):
    quantities = fields_of(vocabulary, "model")["params"].quantities
    assert [quantity.name for quantity in quantities] == ["total_params", "active_params"]


def test_references_and_catalog_choices_are_fields(vocabulary):
    fields = fields_of(vocabulary, "run")
    assert (fields["model"], fields["accelerator"]) == (
        Field(refers="model"),
        Field(chooses="accelerator"),
    )
    assert "accelerator" not in fields_of(vocabulary, "product")


@pytest.mark.parametrize(
    ("entity", "key"),
    [("plan", "average_month"), ("plan", "crossover"), ("run", "paid_flops"), ("product", "spent")],
)
def test_what_only_flopwatt_works_out_is_no_field(vocabulary, entity, key):
    assert (entity, key) in vocabulary.by_key
    assert key not in fields_of(vocabulary, entity)


def test_a_list_names_others_of_its_section(vocabulary):
    assert fields_of(vocabulary, "activity")["after"] == Field(many="after")


def test_the_plan_itself_is_no_section(vocabulary):
    found = {"models": "model", "training": "run", "products": "product", "fleets": "fit"}
    found |= {"assets": "asset", "buying": "purchase", "ways": "way", "power": "load"}
    found |= {"blocks": "block", "forecasts": "forecast"}
    found |= {"sites": "site", "phases": "phase", "supplies": "supply", "activities": "activity"}
    assert sections_of(vocabulary) == found
