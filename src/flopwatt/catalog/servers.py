"""What owning an accelerator takes: the price of a server, its power, and the time it takes."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from flopwatt.catalog.days import first_day
from flopwatt.catalog.find import REMEMBERED, canonical
from flopwatt.catalog.load import load_gives, load_things
from flopwatt.catalog.records import Fact, Thing
from flopwatt.model.ranges import Range, default_shape
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary

SERVER, ASSET, BLOCK = "server", "asset", "block"
PRICE, POWER, LEAD = "price", "server_power", "lead_time"
BLOCK_POWER, RACK_POWER, RACK_GPUS = "block_server_power", "rack_power", "gpus_per_rack"
GPUS = "gpus"
FEW = 3  # prices below which the lowest and the highest are no range


def server_leaves(
    vocabulary: Vocabulary,
    entity: str,
    instance: str,
    accelerator: str,
    as_of: datetime.date | None,
) -> Iterator[Leaf]:
    """What the catalog knows of servers of an accelerator, as leaves of the asset that names it.

    The price is the one in the middle of those seen by the day, the cheaper of two, and the
    lowest and the highest are its range; the GPUs are those of that server. Power is nameplate,
    over the GPUs of the server.
    """
    if entity not in (ASSET, BLOCK):
        return
    rows = [row for row in load_things(SERVER).values() if row.cells["accelerator"] == accelerator]
    if entity == BLOCK:  # a block of power wants the power alone
        for row in powered_rows(rows)[:1]:
            yield _block_power(vocabulary, instance, row)
        return
    priced = sorted(_seen(rows, PRICE, as_of), key=lambda row: _number(row, PRICE))
    if priced:
        middle = priced[(len(priced) - 1) // 2]
        yield _leaf(vocabulary, instance, middle, "server_price", _around(priced, middle))
        yield _leaf(vocabulary, instance, middle, "server_gpus")
    for row in powered_rows(rows)[:1]:
        yield _power(vocabulary, instance, row)
    for row in _seen(rows, LEAD, as_of)[-1:]:
        ends = (_number(row, f"{LEAD}_low"), _number(row, f"{LEAD}_high"))
        yield _leaf(vocabulary, instance, row, LEAD, ends)


def _seen(rows: Sequence[Thing], column: str, as_of: datetime.date | None) -> list[Thing]:
    """The rows that state something and had been read by the day, the newest last."""
    found = [row for row in rows if row.cells[column]]
    held = [row for row in found if as_of is None or first_day(row.cells["as_of"]) <= as_of]
    return sorted(held, key=lambda row: first_day(row.cells["as_of"]))


def _number(row: Thing, column: str) -> float:
    return float(row.cells[column] or "nan")


def _around(priced: Sequence[Thing], middle: Thing) -> tuple[float, float]:
    """The range of a price: between the outer ones, or as the one row states it."""
    if len(priced) >= FEW:
        return _number(priced[0], PRICE), _number(priced[-1], PRICE)
    return _number(middle, f"{PRICE}_low"), _number(middle, f"{PRICE}_high")


def _leaf(
    vocabulary: Vocabulary,
    instance: str,
    row: Thing,
    name: str,
    ends: tuple[float, float] | None = None,
) -> Leaf:
    ((column, said),) = load_gives()[SERVER][name].items()
    fact, quantity = row.fact(column), vocabulary.quantities[name]
    around = None
    if ends and ends[0] < ends[1]:
        low, high = (canonical(quantity, f"{end} {fact.unit}") for end in ends)
        around = Range(low, high, default_shape(quantity, low), name)
    value = canonical(quantity, fact.text)
    return Leaf(name, instance, value, Rank.CATALOG, _origin(row, fact, said), around)


def powered_rows(rows: Sequence[Thing]) -> list[Thing]:
    """The rows that state the power of a server and the GPUs in it, those re-read first."""
    found = [row for row in rows if row.cells[POWER] and row.cells[GPUS]]
    return sorted(found, key=lambda row: row.verified == "memory")


def _power(vocabulary: Vocabulary, instance: str, row: Thing) -> Leaf:
    """Nameplate power over the GPUs of the server."""
    fact, gpus = row.fact(POWER), _number(row, GPUS)
    said = f"{load_gives()[SERVER][POWER][POWER]}, over its {gpus:.0f} GPUs"
    quantity = vocabulary.quantities[POWER]
    value = canonical(quantity, f"{_number(row, POWER) / gpus} kW/GPU")
    return Leaf(POWER, instance, value, Rank.CATALOG, _origin(row, fact, said))


def _block_power(vocabulary: Vocabulary, instance: str, row: Thing) -> Leaf:
    """Nameplate power over the GPUs, of the rack where that is more than of its servers."""
    ways = ((POWER, GPUS, "server"), (RACK_POWER, RACK_GPUS, "rack"))
    shares = [
        (_number(row, power) / _number(row, gpus), power, f"of a {what}, over its GPUs")
        for power, gpus, what in ways
        if row.cells[power] and row.cells[gpus]
    ]
    share, column, what = max(shares, key=lambda one: one[0])
    value = canonical(vocabulary.quantities[BLOCK_POWER], f"{share} kW/GPU")
    origin = _origin(row, row.fact(column), f"nameplate power {what}")
    return Leaf(BLOCK_POWER, instance, value, Rank.CATALOG, origin)


def _origin(row: Thing, fact: Fact, said: str) -> Origin:
    about = (said, REMEMBERED * (fact.verified == "memory"), fact.note)
    detail = "; ".join(part for part in about if part)
    return Origin(
        kind="catalog",
        source=fact.source,
        as_of=fact.as_of,
        detail=f"{row.name}: {detail}",
        text=fact.text,
    )
