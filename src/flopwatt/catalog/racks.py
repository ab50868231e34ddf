"""What servers and racks of an accelerator draw, as leaves of the load that names either."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.catalog.find import REMEMBERED, canonical, thing_leaves
from flopwatt.catalog.load import load_gives, load_things
from flopwatt.catalog.records import Thing
from flopwatt.model.ranges import Range, default_shape
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary

LOAD, SERVER, ACCELERATOR = "load", "server", "accelerator"
RACK, NETWORK, LEAST = "rack_power", "load_network_share", "least_cooling"
STATED, IN_RACK = "stated_nameplate", "gpus_per_rack"
FACTS = ("whole_server", "whole_server_measured", "load_server_gpus", "rack_gpus", NETWORK)
LIQUID = ("DLC", "liquid")  # how cooling begins where air alone will not do
DIRECT = "direct to chip"


def server_of(accelerator: str) -> Thing | None:
    """The first server of the catalog that holds an accelerator, and whose power is known.

    Of none of known power, the first whose cooling is.
    """
    rows = [row for row in load_things(SERVER).values() if row.cells[ACCELERATOR] == accelerator]
    powered = [row for row in rows if row.cells[RACK] or row.cells["server_power"]]
    cooled = [row for row in rows if row.cells["cooling"]]
    return next(iter([*powered, *cooled]), None)


def rack_leaves(vocabulary: Vocabulary, instance: str, row: Thing) -> Iterator[Leaf]:
    """What a row of the catalog says of a server and its rack, and whether air cools it."""
    for name in FACTS:
        ((column, said),) = load_gives()[SERVER][name].items()
        fact, quantity = row.fact(column), vocabulary.quantities[name]
        if fact.value is None:
            continue
        value = canonical(quantity, fact.text)
        usual = quantity.default
        if name == NETWORK and usual and value == canonical(quantity, usual.text):
            continue  # the default says it with its range
        about = (said, REMEMBERED * (fact.verified == "memory"), fact.note)
        detail = f"{row.name}: {'; '.join(part for part in about if part)}"
        origin = Origin("catalog", "", fact.source, fact.as_of, detail, fact.text)
        yield Leaf(name, instance, value, Rank.CATALOG, origin)
    if row.cells[RACK] and row.cells[IN_RACK]:
        yield _rack(vocabulary, instance, row)
    if row.cells["cooling"].startswith(LIQUID):
        words = vocabulary.quantities[LEAST].words
        detail = f"{row.name}: {row.cells['cooling']}"
        origin = Origin("catalog", "", row.cells["source"], row.cells["as_of"], detail, DIRECT)
        yield Leaf(LEAST, instance, float(words.index(DIRECT)), Rank.CATALOG, origin)


def chip_leaves(vocabulary: Vocabulary, instance: str, row: Thing) -> Iterator[Leaf]:
    """What the catalog says of the accelerator in a server."""
    accelerator = load_things(ACCELERATOR).get(row.cells[ACCELERATOR])
    if accelerator is not None:
        yield from thing_leaves(vocabulary, LOAD, instance, accelerator)


def _rack(vocabulary: Vocabulary, instance: str, row: Thing) -> Leaf:
    """Nameplate power of a rack over its GPUs, with its range where the row states both ends."""
    ((column, said),) = load_gives()[SERVER][STATED].items()
    fact, quantity = row.fact(column), vocabulary.quantities[STATED]
    gpus = float(row.cells[IN_RACK])
    ends = [row.fact(f"{RACK}_{end}").value for end in ("low", "high")]
    value, *around = (
        canonical(quantity, f"{power / gpus!r} IT kW/GPU")
        for power in (fact.value, *ends)
        if power is not None
    )
    about = (
        f"{said}, over its {gpus:.0f} GPUs",
        REMEMBERED * (fact.verified == "memory"),
        fact.note,
    )
    detail = f"{row.name}: {'; '.join(part for part in about if part)}"
    origin = Origin("catalog", "", fact.source, fact.as_of, detail, fact.text)
    band = None
    if len(around) == len(ends):
        band = Range(around[0], around[1], default_shape(quantity, around[0]), STATED)
    return Leaf(STATED, instance, value, Rank.CATALOG, origin, band)
