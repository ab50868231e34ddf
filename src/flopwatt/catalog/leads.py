"""Lead times and power sources of the catalog, as leaves of a site's activities and supplies."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from flopwatt.catalog.find import REMEMBERED, canonical
from flopwatt.catalog.load import load_things
from flopwatt.catalog.records import ABSENT, Fact, Thing
from flopwatt.model.ranges import Range, default_shape
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary

LEAD, SOURCE = "lead_time", "power_source"
DURATION, MILESTONE = "activity_duration", "activity_milestone"
HOUSES, CAPITAL, ENERGY = "supply_houses", "supply_capital", "supply_energy"
CONVENTION = "convention#sites"
DURATION_COLUMN = "duration"
NOTHING = {DURATION_COLUMN: "takes no time of its own", "capital": "in the price of its energy"}
WAITS = "interconnection"  # whose duration is the region's wait
MANY = 4096  # activities and supplies that are kept: plans much alike have the same


def listed_leads() -> tuple[Thing, ...]:
    """Every activity of the standard network, in the order of the table."""
    return tuple(load_things(LEAD).values())


@functools.lru_cache(MANY)
def lead_leaves(vocabulary: Vocabulary, name: str, thing: Thing) -> tuple[Leaf, ...]:
    """How long an activity takes, and what its end is."""
    return tuple(_lead_leaves(vocabulary, name, thing))


def _lead_leaves(vocabulary: Vocabulary, name: str, thing: Thing) -> Iterator[Leaf]:
    milestone = thing.cells["milestone"]
    if milestone:
        quantity = vocabulary.quantities[MILESTONE]
        origin = Origin("catalog", source=CONVENTION, detail=thing.name, text=milestone)
        place = float(quantity.words.index(milestone))
        yield Leaf(MILESTONE, name, place, Rank.CATALOG, origin)
    if thing.name != WAITS:
        yield _leaf(vocabulary, DURATION, name, thing, DURATION_COLUMN)


@functools.lru_cache(MANY)
def supply_leaves(vocabulary: Vocabulary, name: str, thing: Thing) -> tuple[Leaf, ...]:
    """What a power source costs, and whether it comes with a building."""
    return tuple(_supply_leaves(vocabulary, name, thing))


def _supply_leaves(vocabulary: Vocabulary, name: str, thing: Thing) -> Iterator[Leaf]:
    quantity = vocabulary.quantities[HOUSES]
    origin = Origin("catalog", source=CONVENTION, detail=thing.name, text="yes")
    if thing.cells["houses"] == "yes":
        yield Leaf(HOUSES, name, float(quantity.words.index("yes")), Rank.CATALOG, origin)
    yield _leaf(vocabulary, CAPITAL, name, thing, "capital")
    yield _leaf(vocabulary, ENERGY, name, thing, "energy")


def _leaf(vocabulary: Vocabulary, quantity: str, name: str, thing: Thing, column: str) -> Leaf:
    """A cell with its range; nothing where there is no such thing."""
    fact, about = thing.fact(column), vocabulary.quantities[quantity]
    if thing.cells[column] == ABSENT:
        detail = f"{thing.name}: {NOTHING[column]}"
        origin = Origin("catalog", source=CONVENTION, detail=detail, text=f"0 {fact.unit}")
        return Leaf(quantity, name, 0.0, Rank.CATALOG, origin)
    around = None
    ends = [thing.fact(f"{column}_{end}") for end in ("low", "high")]
    if all(end.known for end in ends):
        low, high = (canonical(about, end.text) for end in ends)
        # prices of one source are one market's: what two supplies share is no difference
        stream = name if column == DURATION_COLUMN else _source(fact, column)
        around = Range(low, high, default_shape(about, low), f"{quantity}/{stream}")
    value = canonical(about, fact.text)
    return Leaf(
        quantity, name, value, Rank.CATALOG, _origin(thing, fact, fact.text, column), around
    )


def _source(fact: Fact, column: str) -> str:
    """Where a cell is from; the second source of a power source is that of its energy."""
    return fact.also[0] if column == "energy" and fact.also else fact.source


def _origin(thing: Thing, fact: Fact, text: str, column: str) -> Origin:
    source = _source(fact, column)
    remembered = REMEMBERED * (fact.verified == "memory" or source == "unsourced")
    detail = "; ".join(part for part in (thing.name, remembered, fact.note) if part)
    return Origin("catalog", source=source, as_of=fact.as_of, detail=detail, text=text)
