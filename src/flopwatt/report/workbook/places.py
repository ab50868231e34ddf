"""Where each value stands: given ones among the inputs, what follows in the workings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from flopwatt.model.population import PLAN
from flopwatt.model.results import Results
from flopwatt.model.value import Value
from flopwatt.report.workbook.book import column_name
from flopwatt.report.workbook.pieces import Span

INPUTS, WORKINGS, STEPS, EXPLANATIONS = "Inputs", "Workings", "Steps", "Explanations"
TOP = 4  # rows above the first block of a sheet
VALUE = 1  # the column of what is one number
TIME = ("month_start", "month_end", "plan_start", "horizon")  # inputs that stay as they are
KNOWN_ELSEWHERE = ("catalog", "assumed")  # by their origin: what no line of the plan says
MONTHS_FROM = {INPUTS: 9, WORKINGS: 4, STEPS: 3}


@dataclass(frozen=True)
class Spot:
    """A row of a sheet, counted from 0, whose value is one number or one for each month."""

    sheet: str
    row: int
    series: bool

    def column(self, month: int) -> int:
        """The column of a month."""
        return MONTHS_FROM[self.sheet] + month if self.series else VALUE

    def address(self, span: Span) -> str:
        """The cell of one month, or the cells of several, as other cells name them."""
        row = self.row + 1
        if not self.series:
            return f"{self.sheet}!${column_name(VALUE)}${row}"
        last = f"{column_name(self.column(span.last))}{row}"
        if not span.many:
            return f"{self.sheet}!{last}"
        return f"{self.sheet}!${column_name(self.column(span.first))}{row}:{last}"

    @property
    def cell(self) -> str:
        """Its first cell, as links name it."""
        return f"{self.sheet}!{column_name(self.column(0))}{self.row + 1}"

    def range(self, months: int) -> str:
        """All of its cells."""
        row, first, last = (
            self.row + 1,
            column_name(self.column(0)),
            column_name(self.column(months - 1)),
        )
        return f"{self.sheet}!${first}${row}:${last}${row}"


@dataclass(frozen=True)
class Block:
    """The values of one instance that stand together under its name."""

    title: str
    row: int
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Places:
    """The spot of each value by its key, the row that explains it, and the blocks of two sheets."""

    spots: Mapping[str, Spot]
    explained: Mapping[str, int]
    inputs: tuple[Block, ...]
    workings: tuple[Block, ...]


def place_values(results: Results) -> Places:
    """A row for every known value: blocks by instance, the plan's own last."""
    spots: dict[str, Spot] = {}
    given = [value for value in results.values() if value.origin.kind != "computed"]
    follows = [value for value in results.values() if value.origin.kind == "computed"]
    given.sort(key=lambda value: value.origin.kind in KNOWN_ELSEWHERE)
    inputs = tuple(_blocks(results, INPUTS, spots, given))
    workings = tuple(_blocks(results, WORKINGS, spots, follows))
    explained = {key: row for row, key in enumerate(results.keys(), TOP)}
    return Places(spots, explained, inputs, workings)


def month_heads(sheet: str, months: int) -> str:
    """The cells in which a sheet names the months."""
    first, last = (column_name(MONTHS_FROM[sheet] + month) for month in (0, months - 1))
    return f"{sheet}!${first}${TOP}:${last}${TOP}"


def why_link(places: Places, key: str) -> str:
    """Where a value is explained, as links name it."""
    return f"{EXPLANATIONS}!A{places.explained[key] + 1}"


def _blocks(
    results: Results, sheet: str, spots: dict[str, Spot], values: Iterable[Value]
) -> Iterator[Block]:
    """Blocks by instance; among the inputs, those that a plan says nothing of come last."""
    groups: dict[tuple[str, str], list[Value]] = {}
    for value in values:
        groups.setdefault((value.quantity.entity, value.instance), []).append(value)
    order = [one for one in _in_order(results) if one in groups]
    if sheet == INPUTS:
        order.sort(key=lambda one: groups[one][0].origin.kind in KNOWN_ELSEWHERE)
    row = TOP
    for entity, instance in order:
        found = groups[entity, instance]
        for place, value in enumerate(found, row + 1):
            spots[value.key] = Spot(sheet, place, value.is_series)
        yield Block(results.entry(entity, instance).removesuffix(".") or PLAN, row, tuple(found))
        row += len(found) + 2


def _in_order(results: Results) -> Iterable[tuple[str, str]]:
    entities = [name for name in results.vocabulary.entities if name != PLAN]
    for entity in (*entities, PLAN):
        for instance in results.population.names(entity):
            yield entity, instance
