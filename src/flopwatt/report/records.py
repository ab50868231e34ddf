"""What faces render: sections of tables, and explanations line by line. Texts only."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flopwatt.problems import Problem
from flopwatt.report.explanation import Explanation

NARROW = 480  # pixels, below which a chart has its labels inside
# sections whose name is not that of their id
NAMES = {
    **{"gpus-in-use": "GPUs in use", "fleet-step": "One unit", "fleet-months": "Fleet"},
    **{"own": "Owned GPUs", "own-offers": "Own or rent", "beaten": "Overruled"},
    **{"sites": "Site", "assumptions": "Sources"},
}


@dataclass(frozen=True)
class Cell:
    """One text of a table; ``key`` names the value behind it, if there is one.

    ``range`` says where the value is likely to lie, and stands under or after the text;
    ``source`` is the id of a document that the text cites.
    """

    text: str
    key: str = ""
    range: str = ""
    source: str = ""


@dataclass(frozen=True)
class Table:
    """Rows of cells under column heads; the first column names the row.

    ``note`` says one thing a line. ``words`` are the heads of columns that hold no numbers;
    ``works`` says which heads speak of training and which of inference. A ``folded`` table
    is long, and is shown only when asked for; the last ``foot`` rows are shown even where
    there is no room for all.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    words: tuple[str, ...] = ()
    works: Mapping[str, str] = field(default_factory=dict)
    folded: bool = False
    foot: int = 0


@dataclass(frozen=True)
class Look:
    """What a chart is drawn for: a theme, and the pixels it has across.

    The theme ``page`` leaves colours to the style sheet of the page that shows the chart. A chart
    that is ``titled`` carries its title and subtitle, for a file of its own.
    """

    theme: str = "light"
    width: int = 672
    titled: bool = False

    @property
    def narrow(self) -> bool:
        """Whether labels go inside, since there is no room beside the plot."""
        return self.width < NARROW


@dataclass(frozen=True)
class Chart:
    """A picture of the numbers of a table, as a Vega-Lite specification.

    ``subtitle`` has the unit and says what marks mean; ``description`` is the finding, for whoever
    does not see the picture. ``table`` is what stands behind it. ``text`` is the same picture in
    plain signs, for a terminal of 80 columns; empty where the table says as much.
    """

    id: str
    title: str
    subtitle: str
    description: str
    make_table: Callable[[], Table] = field(repr=False, compare=False)
    draw: Callable[[Chart, Look], dict[str, Any]] = field(repr=False, compare=False)
    text: tuple[str, ...] = ()

    @functools.cached_property
    def table(self) -> Table:
        """What stands behind the picture, made when first asked for."""
        return self.make_table()

    def spec(self, theme: str = "light", width: int = 672, *, titled: bool = False) -> Any:
        """The specification for a theme (light, dark or page) and a width in pixels."""
        return self.draw(self, Look(theme, width, titled))


@dataclass(frozen=True)
class Card:
    """A headline number: what it is, the number with its range, and a line that explains it.

    ``work`` says whether it speaks of training or of inference. A ``word`` such as never stands
    where there is no number. ``share`` from 0 to 1 is that of inference, where it is drawn.
    """

    id: str
    label: str
    cell: Cell
    note: str = ""
    work: str = ""
    word: str = ""
    share: float | None = None


@dataclass(frozen=True)
class Section:
    """One question answered: the title is what was found, the tables are the evidence.

    ``charts`` draw what is in them, or have a table of their own behind them; they are made when
    first asked for. ``number`` is what its entry in a menu carries.
    """

    id: str
    title: str
    tables: tuple[Table, ...]
    number: str = ""
    make_charts: Callable[[], tuple[Chart, ...]] = field(default=tuple, repr=False, compare=False)

    @functools.cached_property
    def charts(self) -> tuple[Chart, ...]:
        """The charts of the section."""
        return self.make_charts()

    @property
    def name(self) -> str:
        """What a menu calls it."""
        words = self.id.replace("-", " ")
        return NAMES.get(self.id, words[:1].upper() + words[1:])


@dataclass(frozen=True)
class Parts:
    """What a report shows of a plan.

    ``answer`` is what the plan says, in a sentence or three, and ``lede`` what follows it;
    ``example`` is a key worth explaining.
    """

    answer: str
    lede: str
    sections: tuple[Section, ...]
    example: str
    cards: tuple[Card, ...] = ()
    inputs: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Report:
    """Everything a face needs to show a plan's results.

    ``title`` and ``subtitle`` say of which plan; its parts are made when one is first looked at.
    ``known`` says of a key whether it has a value;
    ``explain`` gives the explanation of a key, the ``whole`` of a long one if asked, and raises
    PlanError for a key that names nothing; ``explain_all`` those of several keys for one page,
    where what several of them share is told once. ``key_page`` lists all keys, and
    ``make_workbook`` gives the bytes of an xlsx file of a report, where there can be one;
    ``ask`` are the words of the command that explains.
    """

    title: str
    subtitle: str
    make_parts: Callable[[], Parts] = field(repr=False)
    warnings: tuple[Problem, ...]
    known: Callable[[str], bool] = field(repr=False)
    make_document: Callable[[], Mapping[str, Any]] = field(repr=False)
    explain: Callable[..., Explanation] = field(repr=False)
    explain_all: Callable[[Iterable[str]], Sequence[Explanation]] = field(repr=False)
    key_page: Callable[[], Section] = field(repr=False)
    make_workbook: Callable[[Report], bytes] | None = field(default=None, repr=False)
    ask: tuple[str, ...] = ("flopwatt explain", "{subject}", "{key}")

    @functools.cached_property
    def parts(self) -> Parts:
        """What the report shows."""
        return self.make_parts()

    @property
    def answer(self) -> str:
        """What the plan says, in a sentence or three."""
        return self.parts.answer

    @property
    def lede(self) -> str:
        """What follows the answer."""
        return self.parts.lede

    @property
    def sections(self) -> tuple[Section, ...]:
        """One for each question."""
        return self.parts.sections

    @property
    def example(self) -> str:
        """A key worth explaining."""
        return self.parts.example

    @property
    def cards(self) -> tuple[Card, ...]:
        """The headline numbers."""
        return self.parts.cards

    @property
    def inputs(self) -> tuple[Table, ...]:
        """What the plan says."""
        return self.parts.inputs

    def tables(self) -> Iterator[Table]:
        """Every table of the report: what the plan says, those of sections and behind charts."""
        yield from self.inputs
        for section in self.sections:
            yield from section.tables
            for chart in section.charts:
                if chart.table not in section.tables:
                    yield chart.table

    def shown(self) -> tuple[str, ...]:
        """The keys of all known values that a card or a table shows, each once."""
        cells = [card.cell for card in self.cards]
        cells += [cell for table in self.tables() for row in table.rows for cell in row]
        return tuple(dict.fromkeys(cell.key for cell in cells if self.known(cell.key)))

    @functools.cached_property
    def document(self) -> Mapping[str, Any]:
        """The public JSON document, made when first asked for."""
        return self.make_document()
