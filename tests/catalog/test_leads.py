"""Lead times and power sources: every row names what exists, and gives leaves with their source."""

import pytest

from flopwatt.catalog import load_things
from flopwatt.catalog.leads import lead_leaves, listed_leads, supply_leaves
from flopwatt.model.value import Rank
from flopwatt.units import from_canonical

LEADS = listed_leads()
SOURCES = load_things("power_source")


def test_every_row_waits_for_others_and_belongs_to_a_source_that_exists():
    names = [thing.name for thing in LEADS]
    assert len(names) == len(set(names))
    for thing in LEADS:
        assert {one for one in thing.cells["after"].split("|") if one} <= set(names)
        assert (thing.cells["of"] == "supply") == bool(thing.cells["supply"])
        assert thing.cells["supply"] in {*SOURCES, ""}


def test_the_words_of_a_site_are_the_sources_of_the_catalog(vocabulary):
    permanent, bridge = (
        vocabulary.quantities[name].words for name in ("site_permanent", "site_bridge")
    )
    assert permanent == tuple(SOURCES)
    assert bridge == ("none", *SOURCES)


def test_low_value_and_high_are_in_order():
    for thing in (*LEADS, *SOURCES.values()):
        for column in ("duration", "capital", "energy"):
            if column in thing.units:
                cells = [thing.cells[f"{column}{end}"] for end in ("_low", "", "_high")]
                numbers = [float(x) for x in cells if x not in ("", "none")]
                assert numbers == sorted(numbers), thing.name
                assert len(numbers) in (0, 3), thing.name


def test_what_is_recalled_enters_without_a_source():
    for thing in LEADS:
        assert (thing.verified == "memory") == (thing.cells["source"] == "unsourced"), thing.name


def found(leaves):
    return {leaf.quantity: leaf for leaf in leaves}


def test_a_duration_is_a_leaf_with_its_range(vocabulary):
    leaf = found(lead_leaves(vocabulary, "x", load_things("lead_time")["gensets"]))
    leaf = leaf["activity_duration"]
    ends = (leaf.range.low, leaf.value, leaf.range.high)
    assert [from_canonical(x, "month") for x in ends] == pytest.approx([17, 20, 24])
    assert (leaf.rank, leaf.origin.source) == (Rank.CATALOG, "secondwatt")


def test_what_takes_no_time_takes_none_and_a_connection_takes_the_wait(vocabulary):
    things = load_things("lead_time")
    leaf = found(lead_leaves(vocabulary, "x", things["engines-start"]))["activity_duration"]
    assert (leaf.value, leaf.range) == (0, None)
    assert not found(lead_leaves(vocabulary, "x", things["interconnection"]))


def test_a_source_has_capital_energy_and_perhaps_a_building(vocabulary):
    engines = found(supply_leaves(vocabulary, "x", SOURCES["gas engines"]))
    assert from_canonical(engines["supply_capital"].value, "USD/kW") == pytest.approx(1500)
    assert "memory" in engines["supply_capital"].origin.detail
    cycle = found(supply_leaves(vocabulary, "x", SOURCES["combined cycle"]))
    # the second source is that of the energy
    assert cycle["supply_capital"].origin.source == "nrel-atb-2024"
    assert cycle["supply_energy"].origin.source == "lazard-2025"
    space = found(supply_leaves(vocabulary, "x", SOURCES["colocation"]))
    assert space["supply_houses"].value == 1
    assert "supply_houses" not in engines
