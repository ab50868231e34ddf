"""What naming a thing of the catalog gives a plan."""

import datetime

import pytest

from flopwatt.catalog import choose_thing
from flopwatt.problems import CatalogError

DAY = datetime.date(2026, 9, 1)
ENTITIES = {"accelerator": "run", "model": "model", "token price": "product"}


def chosen(vocabulary, kind, name):
    return choose_thing(vocabulary, ENTITIES[kind], "x", kind, name, DAY)


@pytest.mark.parametrize(
    ("name", "count", "whole"),
    [
        ("H100 SXM5 80GB", None, False),
        ("8xH100 SXM5 80GB", 8, True),
        ("p5.48xlarge", 8, False),
    ],
)
def test_an_accelerator_gives_its_peak_and_perhaps_a_count(vocabulary, name, count, whole):
    found = chosen(vocabulary, "accelerator", name)
    assert (found.count, found.whole) == (count, whole)
    (leaf,) = found.leaves
    assert (leaf.quantity, leaf.instance, leaf.value) == ("accelerator_peak", "x", 989.4e12)


def test_an_ambiguous_name_is_noted(vocabulary):
    assert any("PCIe" in note for note in chosen(vocabulary, "accelerator", "H100").notes)
    assert not chosen(vocabulary, "accelerator", "H100 SXM5 80GB").notes


def test_a_model_gives_its_parameters(vocabulary):
    found = {
        leaf.quantity: leaf.value for leaf in chosen(vocabulary, "model", "mixtral-8x7b").leaves
    }
    assert found == {"total_params": 46702792704, "active_params": 12879925248}


def test_token_prices_hold_on_the_day(vocabulary):
    leaves = chosen(vocabulary, "token price", "gpt-5").leaves
    assert {leaf.quantity: round(leaf.value * 1e6, 3) for leaf in leaves} == {
        "input_price": 1.25,
        "cached_price": 0.125,
        "output_price": 10.0,
    }
    assert {leaf.origin.as_of for leaf in leaves} == {"2026-08-21"}


@pytest.mark.parametrize("name", ["groq/gpt-oss-120b", "groq/openai/gpt-oss-120b"])
def test_a_seller_of_a_model_whose_name_has_a_slash(vocabulary, name):
    assert chosen(vocabulary, "token price", name).name == "groq/openai/gpt-oss-120b"


def test_token_prices_go_to_the_quantities_of_the_entity_that_names_them(vocabulary):
    """A product is billed by them, a fleet is set against them."""
    name, late = "anthropic/claude-sonnet-4-5", datetime.date(2031, 1, 1)
    product = choose_thing(vocabulary, "product", "x", "token price", name, DAY)
    fleet = choose_thing(vocabulary, "fit", "x", "token price", name, DAY)
    assert {leaf.quantity for leaf in product.leaves} == {
        *("input_price", "cached_price", "output_price"),
    }
    assert {leaf.quantity: round(leaf.value * 1e6, 3) for leaf in fleet.leaves} == {
        "api_input_price": 3,
        "api_cached_price": 0.3,
        "api_write_price": 3.75,
        "api_output_price": 15,
        "api_prompt_limit": 200_000e6,
    }
    assert {one.name for one in (product, fleet)} == {name}
    # a limit is a value of the fleet, held against its prompts; a product is told of it
    assert product.notes == (
        "longer prompts cost more: these prices hold up to 200,000 prompt tokens",
    )
    assert not fleet.notes
    assert "older than" in choose_thing(vocabulary, "fit", "x", "token price", name, late).notes[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gpt-oss-120b", "several sell"),
        ("nobody/gpt-oss-120b", "does not sell"),
        ("gpt-99", "no token price"),
    ],
)
def test_a_price_that_is_not_one(vocabulary, name, message):
    with pytest.raises(CatalogError) as error:
        chosen(vocabulary, "token price", name)
    assert message in error.value.problems[0].message


def test_facts_that_are_old_on_the_day_are_noted(vocabulary):
    late = datetime.date(2031, 1, 1)
    (note,) = choose_thing(vocabulary, "run", "x", "accelerator", "H100 SXM5 80GB", late).notes
    assert "H100 SXM5 80GB" in note
    assert "2026-08" in note
    assert not choose_thing(vocabulary, "model", "x", "model", "llama-2-70b", late).notes


def test_the_nearest_model_is_one_that_the_provider_sells(vocabulary):
    with pytest.raises(CatalogError) as caught:
        choose_thing(vocabulary, "fit", "chat", "token price", "groq/llama-3.1-8b", None)
    assert caught.value.problems[0].nearest == "groq/llama-3.1-8b-instant"
