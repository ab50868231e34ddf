"""What faces render: sections of tables, and explanations line by line. Texts only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flopwatt.problems import Problem


@dataclass(frozen=True)
class Cell:
    """One text of a table; ``key`` names the value behind it, if there is one.

    ``range`` says where the value is likely to lie, and stands under or after the text.
    """

    text: str
    key: str = ""
    range: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of cells under column heads; the first column names the row.

    ``note`` says one thing a line. ``words`` are the heads of columns that hold no numbers;
    ``works`` says which heads speak of training and which of inference. A ``folded`` table
    is long, and is shown only when asked for.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    words: tuple[str, ...] = ()
    works: Mapping[str, str] = field(default_factory=dict)
    folded: bool = False


@dataclass(frozen=True)
class Section:
    """One question answered: the title is what was found, the tables are the evidence."""

    id: str
    title: str
    tables: tuple[Table, ...]


@dataclass(frozen=True)
class Line:
    """One value of an explanation tree.

    ``depth`` 0 is the value asked about. ``origin`` is one word (computed, given,
    catalog, measured, assumed); ``detail`` is the written formula, the plan line or the
    source. ``key`` opens the value's own explanation; ``range`` says where the value is
    likely to lie.
    """

    depth: int
    symbol: str
    name: str
    key: str
    text: str
    origin: str
    detail: str
    note: str = ""
    range: str = ""


@dataclass(frozen=True)
class Explanation:
    """Where one value comes from, down to plan lines and sources.

    ``likely`` is its range in words; empty where nothing of the plan was drawn.
    """

    key: str
    meaning: str
    exact: str
    written: str
    lines: tuple[Line, ...]
    beside: str = ""
    likely: str = ""


@dataclass(frozen=True)
class Report:
    """Everything a face needs to show a plan's results.

    ``answer`` is what the plan says, in a sentence or three, and ``lede`` what follows it;
    ``title`` and ``subtitle`` say of which plan. ``document`` is the public JSON document;
    ``explain`` gives the explanation of a key and raises PlanError for a key that names
    nothing.
    """

    title: str
    subtitle: str
    answer: str
    lede: str
    sections: tuple[Section, ...]
    warnings: tuple[Problem, ...]
    document: Mapping[str, Any]
    explain: Callable[[str], Explanation] = field(repr=False)

    def shown(self) -> tuple[str, ...]:
        """The keys of all known values that a table shows, each once."""
        cells = (
            cell
            for section in self.sections
            for table in section.tables
            for row in table.rows
            for cell in row
        )
        known = self.document["results"]
        return tuple(dict.fromkeys(cell.key for cell in cells if cell.key in known))
