"""Grids: what power costs in a region, what it emits, and how long a connection takes.

Carbon is the mean of generation over a year, location-based: what the grid emits, whatever
contracts say. A region that lacks a figure has that of the larger one it lies within.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flopwatt.catalog.days import first_day
from flopwatt.catalog.find import REMEMBERED, canonical
from flopwatt.catalog.load import load_gives, load_table, load_things
from flopwatt.catalog.records import NOT_KNOWN, Fact, Thing
from flopwatt.model.quantity import Quantity
from flopwatt.model.ranges import Range, default_shape
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary

GRID, FIGURES = "grid", "grid_figures"
MEASURES = ("price", "carbon", "connection", "generator_queue")
DEFAULT = "default"
FEW = 3  # inner regions below which the lowest and the highest are no range


@dataclass(frozen=True)
class GridFigure:
    """One figure of one region: a fact with the ends of its range, and whether it needs care."""

    fact: Fact
    low: float | None
    high: float | None
    use: str

    @property
    def grid(self) -> str:
        """The region that the figure is of."""
        return self.fact.thing


@functools.cache
def load_figures() -> tuple[GridFigure, ...]:
    """Every figure of every region, in the order of the table."""
    table = load_table(FIGURES)
    return tuple(
        _figure(row.cells, measure, table.units[measure])
        for row in table.rows
        for measure in MEASURES
        if row.cells[measure]
    )


def _figure(cells: Mapping[str, str], measure: str, unit: str) -> GridFigure:
    number = cells[measure]
    fact = Fact(
        thing=cells["grid"],
        quantity=measure,
        value=float(number),
        unit=unit,
        text=f"{number} {unit}",
        as_of=cells["as_of"],
        source=cells["source"],
        verified=cells["verified"],
        note=cells["note"],
        also=tuple(part for part in cells["also"].split("; ") if part),
    )
    ends = (cells.get(f"{measure}_{end}") for end in ("low", "high"))
    low, high = (float(end) if end else None for end in ends)
    return GridFigure(fact, low, high, cells["use"])


def regions_around(name: str) -> tuple[str, ...]:
    """A region and those it lies within, the smallest first."""
    found = [name]
    while above := load_things(GRID)[found[-1]].cells["within"]:
        found.append(above)
    return tuple(found)


def grid_figure(name: str, measure: str, as_of: datetime.date | None) -> GridFigure | None:
    """The figure of a region on a day, or of the smallest region around it that has one.

    The newest that had been seen by then, else the oldest. One that needs care (recalled and
    not re-read, or of another kind of load) serves only where no other is found at all.
    """
    around = regions_around(name)
    for with_care in (False, True):
        for region in around:
            own = [one for one in figures_of(region, measure) if (one.use != DEFAULT) == with_care]
            if own:
                return _spread(_on(own, as_of))
    return None


def figures_of(region: str, measure: str | None = None) -> list[GridFigure]:
    """What is stated of a region itself, the newest last."""
    found = [
        figure
        for figure in load_figures()
        if figure.grid == region and measure in (None, figure.fact.quantity)
    ]
    return sorted(found, key=lambda figure: first_day(figure.fact.as_of))


def _on(own: Sequence[GridFigure], as_of: datetime.date | None) -> GridFigure:
    """The newest of those seen by a day; the oldest where none had been."""
    seen = [one for one in own if as_of is None or first_day(one.fact.as_of) <= as_of]
    return seen[-1] if seen else own[0]


def _spread(figure: GridFigure) -> GridFigure:
    """The lowest and the highest of the regions inside, where a figure has no range of its own."""
    if figure.low is not None or figure.high is not None:
        return figure
    measure, value = figure.fact.quantity, figure.fact.value or 0.0
    inside = [
        own[-1].fact.value or 0.0
        for name in load_things(GRID)
        if name != figure.grid and figure.grid in regions_around(name)
        and (own := [one for one in figures_of(name, measure) if one.use == DEFAULT])
    ]  # fmt: skip
    if len(inside) < FEW:
        return figure
    low, high = min(*inside, value), max(*inside, value)
    note = f"{figure.fact.note}; the range is that of {len(inside)} regions inside"
    return replace(figure, low=low, high=high, fact=replace(figure.fact, note=note))


def grid_fact(region: Thing, measure: str, as_of: datetime.date | None) -> Fact:
    """One figure of a region as a fact, with the reason where nobody states it."""
    found = grid_figure(region.name, measure, as_of)
    if found is not None:
        return found.fact
    unit = load_table(FIGURES).units[measure]
    reason = f"no source in the catalog states {measure} of {region.name}, or of a region around it"
    return Fact(
        thing=region.name,
        quantity=measure,
        value=None,
        unit=unit,
        text=NOT_KNOWN,
        as_of="",
        source=region.cells["source"],
        verified=region.verified,
        reason=reason,
    )


def grid_leaves(
    vocabulary: Vocabulary, entity: str, instance: str, name: str, as_of: datetime.date | None
) -> Iterator[tuple[Leaf, GridFigure]]:
    """What the catalog knows of a region on a day, as leaves of the entry that names it.

    Which measure supplies which quantity stands in ``gives.yaml``; the figure behind each leaf
    comes with it.
    """
    for wanted, columns in load_gives().get(GRID, {}).items():
        quantity = vocabulary.quantities.get(wanted)
        if quantity is None or quantity.entity != entity:
            continue
        for measure, said in columns.items():
            figure = grid_figure(name, measure, as_of)
            if figure is not None:
                yield _leaf(quantity, instance, figure, said), figure
                break


def _leaf(quantity: Quantity, instance: str, figure: GridFigure, said: str) -> Leaf:
    fact, around = figure.fact, None
    if figure.low is not None and figure.high is not None and figure.low < figure.high:
        low, high = (canonical(quantity, f"{end} {fact.unit}") for end in (figure.low, figure.high))
        around = Range(low, high, default_shape(quantity, low), quantity.name)
    about = (said, REMEMBERED * (fact.verified == "memory"), fact.note)
    origin = Origin(
        kind="catalog",
        source=fact.source,
        as_of=fact.as_of,
        detail=f"{fact.thing}: {'; '.join(part for part in about if part)}",
        text=fact.text,
    )
    value = canonical(quantity, fact.text)
    return Leaf(quantity.name, instance, value, Rank.CATALOG, origin, around)


def grid_notes(name: str, figures: Sequence[GridFigure]) -> Iterator[str]:
    """What to tell of figures taken for a region: those with care, and those of a larger one."""
    for figure in figures:
        fact = figure.fact
        what = f"{fact.quantity} of {fact.thing}, {fact.text}"
        if figure.use != DEFAULT:
            why = fact.note if fact.verified != "memory" else f"{REMEMBERED} ({fact.note})"
            yield f"{what}: {why}"
        elif fact.thing != name:
            yield f"the catalog states no {fact.quantity} of {name}: that of {fact.thing} is taken"
