"""Tables as written: a row of column names, a row of units, then one thing a row.

Every cell stays text and keeps its place, so that a mistake can be shown where it stands.
"""

from __future__ import annotations

import csv
import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flopwatt.problems import Place, Problem

UNIT_ROW = "unit"  # stands in the first cell of the row of units


@dataclass(frozen=True)
class Row:
    """One line of a table: cells by column, and the text they were read from."""

    cells: Mapping[str, str]
    file: str
    line: int
    raw: str = field(repr=False)

    def place(self, column: str) -> Place:
        """Where a cell stands; the start of the row for a column that is not there."""
        names = list(self.cells)
        number = names.index(column) if column in names else 0
        return _place(self.file, self.line, self.raw, number)


@dataclass(frozen=True)
class Grid:
    """A table as read: column names, units by column (empty for words), rows, problems."""

    file: str
    columns: tuple[str, ...]
    units: Mapping[str, str]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    heads: Mapping[str, Place] = field(default_factory=dict, repr=False)


@functools.cache
def _cell_pattern() -> re.Pattern[str]:
    """A cell in quotes, or up to the next comma; then what ends it."""
    return re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^,]*))(,|\Z)')


def read_table(text: str, file: str) -> Grid:
    """Read comma-separated text; what is wrong is kept beside what could be read."""
    problems: list[Problem] = []
    records = []
    for line, raw in _records(text.removeprefix("\ufeff")):
        cells = _cells(raw)
        if cells is None:
            message = "a quote is opened in this row and not closed before the next comma"
            problems.append(Problem("bad-syntax", message, Place(file, line, 1)))
        elif any(cells):
            records.append((line, raw, cells))
    if not records:
        found = Problem("bad-structure", "the table is empty", Place(file, 1, 1))
        return Grid(file, (), {}, (), (*problems, found))
    first, head, columns = records.pop(0)
    units = dict.fromkeys(columns, "")
    if records and records[0][2][0] == UNIT_ROW:
        _, _, cells = records.pop(0)
        units |= dict(zip(columns[1:], cells[1:], strict=False))
    heads: dict[str, Place] = {}
    spans = _spans(head) or []
    for name, (_, at) in zip(columns, spans, strict=False):
        place = Place(file, first, at + 1)
        if name in heads:
            message = "two columns have one name"
            problems.append(Problem("duplicate-key", message, place, name, given=name))
        heads.setdefault(name, place)
    rows = []
    for line, raw, cells in records:
        if len(cells) != len(columns):
            problems.append(_ragged(cells, columns, _place(file, line, raw, len(columns))))
            cells = [*cells, *[""] * len(columns)][: len(columns)]
        rows.append(Row(dict(zip(columns, cells, strict=True)), file, line, raw))
    return Grid(file, tuple(columns), units, tuple(rows), tuple(problems), heads)


def _ragged(cells: list[str], columns: list[str], place: Place) -> Problem:
    return Problem(
        "bad-structure",
        f"the row has {len(cells)} cells, the header {len(columns)}",
        place,
        allowed="one cell for each column; a text with a comma in it stands in quotes",
    )


def _records(text: str) -> Iterator[tuple[int, str]]:
    """Each row with the line it begins on; a cell in quotes may span lines."""
    open_from, kept = 0, ""
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        raw = f"{kept}\n{line}" if open_from else line
        if '"' in raw and raw.count('"') % 2:
            open_from, kept = open_from or number, raw
            continue
        yield open_from or number, raw
        open_from, kept = 0, ""
    if open_from:
        yield open_from, kept


def _cells(raw: str) -> list[str] | None:
    """The cells of a row, or None where a quote is not closed."""
    if '"' not in raw:
        return [cell.strip() for cell in raw.split(",")]
    try:
        return [
            cell.strip() for cell in next(csv.reader([raw], strict=True, skipinitialspace=True))
        ]
    except csv.Error:
        return None


def _spans(raw: str) -> list[tuple[str, int]] | None:
    """Each cell with where it begins in the row."""
    found, at = [], 0
    while True:
        match = _cell_pattern().match(raw, at)
        if match is None or (match[2] or "").lstrip().startswith('"'):
            return None
        text = match[2].strip() if match[1] is None else match[1].replace('""', '"')
        found.append((text, at))
        at = match.end()
        if match[3] != ",":
            return found


def _place(file: str, line: int, raw: str, number: int) -> Place:
    """The place of a cell by its number; the last one for a number past the end."""
    spans = _spans(raw) or [("", 0)]
    at = spans[min(number, len(spans) - 1)][1]
    before = raw[:at]
    return Place(file, line + before.count("\n"), at - before.rfind("\n"))
