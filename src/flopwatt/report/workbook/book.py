"""What a workbook holds before it is written: sheets of cells, names of cells, one chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

CellValue = float | str


@dataclass(frozen=True)
class SheetCell:
    """One cell: its value, and the formula that makes it where there is one.

    ``value`` of a formula is what it comes to. ``look`` names a style, ``shown`` is a number
    format, ``link`` a place in the workbook, ``words`` what may be chosen. A formula that is
    ``listed`` works on whole ranges. ``key`` names the value behind the cell.
    """

    value: CellValue
    formula: str = ""
    shown: str = ""
    look: str = ""
    link: str = ""
    words: tuple[str, ...] = ()
    listed: bool = False
    key: str = ""


@dataclass
class Sheet:
    """One sheet as it is filled: cells by row and column, both counted from 0.

    ``joined`` are cells that are one: a row, and its first and last column.
    """

    name: str
    widths: Mapping[int, float]
    frozen: tuple[int, int] = (0, 0)
    cells: dict[tuple[int, int], SheetCell] = field(default_factory=dict)
    heights: dict[int, float] = field(default_factory=dict)
    joined: list[tuple[int, int, int]] = field(default_factory=list)

    def put(self, row: int, column: int, value: CellValue, look: str = "", **more: object) -> None:
        """Write one cell."""
        self.cells[row, column] = SheetCell(value, look=look, **more)  # type: ignore[arg-type]

    def put_block(self, row: int, title: str, width: int) -> None:
        """Begin a block with its title, over so many columns."""
        for column in range(width):
            self.put(row, column, "" if column else title, "block")


@dataclass(frozen=True)
class Line:
    """One line of a chart: what it is called, and the cells of its values."""

    name: str
    values: str


@dataclass(frozen=True)
class Chart:
    """A chart of lines over months, and the cell at whose corner it stands."""

    title: str
    shown: str
    sheet: str
    corner: tuple[int, int]
    months: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Book:
    """A whole workbook; ``names`` are cells that have a name, by where they are."""

    title: str
    sheets: tuple[Sheet, ...]
    names: Mapping[str, str]
    charts: tuple[Chart, ...] = ()


def column_name(column: int) -> str:
    """The letters of a column counted from 0: A, Z, AA."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
