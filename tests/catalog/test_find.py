"""Facts and defaults become leaves that cite a source."""

from dataclasses import replace

import pytest

from flopwatt.catalog import (
    assumed_leaves,
    default_leaf,
    find_thing,
    market_offer,
    offer_leaf,
    thing_leaves,
)
from flopwatt.model.population import Population
from flopwatt.model.value import Rank

H100 = "H100 SXM5 80GB"


def _peak(vocabulary, name):
    (leaf,) = thing_leaves(vocabulary, "run", "base", find_thing("accelerator", name))
    return leaf


def test_facts_become_leaves_with_date_and_source(vocabulary):
    leaf = _peak(vocabulary, "H100")
    assert (leaf.quantity, leaf.instance, leaf.rank) == ("accelerator_peak", "base", Rank.CATALOG)
    assert leaf.value == 989.4e12
    origin = leaf.origin
    assert (origin.kind, origin.source, origin.as_of) == (
        "catalog",
        "aiconfigurator-systems",
        "2026-08",
    )
    assert origin.text == "989.4 TFLOP/s"
    assert origin.detail == f"{H100}: dense bf16; the vendor also prints 1979, with sparsity"


def test_a_part_without_bf16_gives_its_fp16_peak(vocabulary):
    leaf = _peak(vocabulary, "V100")
    assert leaf.value == 125e12
    assert leaf.origin.detail.startswith("V100 SXM2 32GB: dense fp16; no bf16")


def test_a_figure_from_memory_says_so_wherever_it_is_shown(vocabulary):
    assert "from memory, not re-read: check it" in _peak(vocabulary, "A10G").origin.detail


@pytest.mark.parametrize("name", ["Maia 200", "Max 1550 (Ponte Vecchio)", "RTX 5090"])
def test_a_peak_that_is_not_known_becomes_no_leaf(vocabulary, name):
    thing = find_thing("accelerator", name)
    assert len(list(thing_leaves(vocabulary, "run", "base", thing))) == (name == "RTX 5090")


def test_a_thing_that_supplies_nothing_to_a_plan_makes_no_leaf(vocabulary):
    assert not list(thing_leaves(vocabulary, "run", "m", find_thing("server", "DGX H100")))


def test_defaults_become_leaves_of_every_entry(vocabulary):
    population = Population({"model": ("m",), "product": ("a", "b")}, {})
    leaves = list(assumed_leaves(vocabulary, population))
    growth = [leaf for leaf in leaves if leaf.quantity == "growth"]
    assert [(leaf.instance, leaf.value) for leaf in growth] == [("a", 0), ("b", 0)]
    assert growth[0].origin.source == "convention#neutral"
    assert {leaf.instance for leaf in leaves if leaf.quantity == "average_month"} == {"plan"}
    assert not [leaf for leaf in leaves if leaf.quantity == "flops_per_param_token"]
    assert {leaf.rank for leaf in leaves} == {Rank.ASSUMED}


def test_a_default_with_a_range_is_drawn_once_for_all_that_take_it(vocabulary):
    quantity = vocabulary.quantities["flops_per_param_token"]
    low, high = "5.8 FLOP/param/token", "6.5 FLOP/param/token"
    ranged = replace(quantity, default=replace(quantity.default, low=low, high=high))
    only = replace(vocabulary, quantities={quantity.name: ranged})
    population = Population({"run": ("a", "b")}, {})
    a, b = assumed_leaves(only, population)
    assert (a.value, a.range.low, a.range.high) == (6, 5.8, 6.5)
    assert a.range == b.range
    assert a.range.stream == quantity.name
    assert next(iter(assumed_leaves(vocabulary, population))).range is None


def test_an_offer_is_what_an_hour_costs_with_its_source_and_date(vocabulary):
    offer = market_offer("H100", "2026-09")
    leaf = offer_leaf(vocabulary.quantities["fleet_price"], "chat", offer, "why this one")
    assert (leaf.quantity, leaf.instance, leaf.rank) == ("fleet_price", "chat", Rank.CATALOG)
    assert leaf.value == pytest.approx(3.5825 / 3600)
    assert (leaf.origin.source, leaf.origin.as_of) == (offer.source, offer.as_of)
    assert leaf.origin.detail == "why this one"


def test_a_default_can_be_asked_for_by_itself(vocabulary):
    leaf = default_leaf(vocabulary.quantities["grid_wait"], "x")
    assert (leaf.instance, leaf.origin.source) == ("x", "jll-outlook-2026")
    with pytest.raises(ValueError, match="no default"):
        default_leaf(vocabulary.quantities["activity_duration"], "x")
