"""Grids as people look them up: by region, what power costs and emits, and the wait for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flopwatt.catalog import (
    GridFigure,
    Match,
    Thing,
    describe_table,
    figures_of,
    grid_figure,
    list_things,
    regions_around,
)
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.sources import legend, mark_of, numbered
from flopwatt.units import parse_unit, show

GRID = "grid"
SHOWN = ("price", "carbon", "connection")
CARE, DEFAULT, NONE = "*", "default", "-"
CARE_NOTE = (
    "* needs care: recalled and not re-read, or of another kind of load; it serves a plan with a "
    "warning, and only where no other figure is known."
)
BASIS = (
    "Price: delivered to industry. Carbon: mean of generation over a year, location-based. "
    "Connection: from the request of a large load to its first power."
)


def grids_page() -> Section:
    """Every region with the newest figures that are its own."""
    regions = list_things(GRID)
    rows = [
        (
            Cell(region.name),
            Cell(region.cells["area"]),
            *(Cell(_newest(region.name, measure)) for measure in SHOWN),
            Cell(region.cells["within"] or NONE),
        )
        for region in regions
    ]
    columns = ("region", "area", "MWh", "per kWh", "connection", "within")
    notes = [
        BASIS,
        f"{NONE} none of its own: that of the region it lies within serves.",
        CARE_NOTE,
        "flopwatt catalog grid Virginia names every figure, its date and its source.",
    ]
    table = Table(GRID, describe_table("grids").meaning, columns, tuple(rows), "\n".join(notes),
                  words=("area", "within"))  # fmt: skip
    return Section("catalog", f"{len(regions)} grids", (table,))


def grid_page(match: Match) -> Section:
    """One region: what a plan would be given there, and every figure that is its own."""
    region = match.thing
    taken = [found for name in SHOWN if (found := grid_figure(region.name, name, None))]
    own = figures_of(region.name)
    marks = numbered(figure.fact.source for figure in (*taken, *own))
    given = Table(
        "given",
        "What a plan is given there today",
        ("figure", "value", "likely", "of", "as of", "source"),
        tuple(_given(figure, marks) for figure in taken),
        "\n".join(_notes(region, taken)),
        words=("of",),
    )
    columns = ("figure", "value", "as of", "verified", "source", "note")
    every = Table("figures", f"Every figure of {region.name} itself", columns,
                  tuple(_row(figure, marks) for figure in own), "\n".join(legend(marks)),
                  words=("verified", "note"))  # fmt: skip
    return Section("catalog", region.name, (given, every))


def _notes(region: Thing, taken: Iterable[GridFigure]) -> Iterable[str]:
    yield BASIS
    inside = regions_around(region.name)[1:]
    if inside:
        yield f"It lies within {', '.join(inside)}."
    if region.aliases:
        yield f"Other names: {', '.join(region.aliases)}."
    if any(figure.use != DEFAULT for figure in taken):
        yield CARE_NOTE


def _newest(region: str, measure: str) -> str:
    own = figures_of(region, measure)
    usable = [figure for figure in own if figure.use == DEFAULT] or own
    return _short(usable[-1], usable[-1].fact.value) + _care(usable[-1]) if usable else NONE


def _care(figure: GridFigure) -> str:
    return CARE * (figure.use != DEFAULT)


def _value(figure: GridFigure) -> str:
    return _text(figure, figure.fact.value) + _care(figure)


def _short(figure: GridFigure, number: float | None) -> str:
    """A figure without what it is per."""
    return _text(figure, number).partition(" per ")[0]


def _text(figure: GridFigure, number: float | None) -> str:
    unit = figure.fact.unit
    return show((number or 0.0) * parse_unit(unit).factor, unit)


def _range(figure: GridFigure) -> str:
    """Where the figure is likely to lie; the unit once."""
    low, high = (_short(figure, end) if end else "" for end in (figure.low, figure.high))
    if low and high:
        return f"{low.partition(' ')[0]} to {high}"
    return f"from {low}" if low else NONE


def _given(figure: GridFigure, marks: Mapping[str, str]) -> tuple[Cell, ...]:
    fact = figure.fact
    return (
        Cell(fact.quantity),
        Cell(_value(figure)),
        Cell(_range(figure)),
        Cell(fact.thing),
        Cell(fact.as_of),
        Cell(mark_of(marks, fact.source)),
    )


def _row(figure: GridFigure, marks: Mapping[str, str]) -> tuple[Cell, ...]:
    fact = figure.fact
    return (
        Cell(fact.quantity.replace("_", " ")),
        Cell(_value(figure)),
        Cell(fact.as_of),
        Cell(fact.verified),
        Cell(mark_of(marks, fact.source)),
        Cell(fact.note),
    )
