"""Prints a report and an explanation on a terminal: 80 columns, readable without colour."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from flopwatt.api import PlanError, Problem
from flopwatt.report import Cell, Explanation, Line, Report, Section, Table

NAME_SHARE, TEXT_SHARE = 3 / 8, 1 / 4  # of the width; the rest holds `given PLAN.yaml:LINE`
NARROWEST = 12  # a name keeps beside the numbers
GAP = 2  # between columns


def print_report(report: Report, plan: str) -> None:
    """The answer first, then what was found and its table per section."""
    console = Console(highlight=False)
    _paragraph(console, f"{report.title} - {report.subtitle}", "dim")
    _paragraph(console, report.answer, "bold")
    _paragraph(console, report.lede)
    for section in report.sections:
        console.print()
        _paragraph(console, section.title, "bold")
        for table in section.tables:
            if not table.folded:
                _print_table(console, table)
    console.print()
    _paragraph(console, "Where a number comes from, for example:", "dim")
    key = min(report.shown(), key=lambda key: ("." not in key, len(key)))
    console.print(Text(f"  flopwatt explain {shlex.quote(plan)} {key}"), soft_wrap=True)


def print_page(page: Section) -> None:
    """A page to look things up in: its title and its tables."""
    console = Console(highlight=False)
    _paragraph(console, page.title, "bold")
    for table in page.tables:
        console.print()
        _print_table(console, table)


def _paragraph(console: Console, text: str, style: str = "") -> None:
    """Each line of a text, folded at the width without spaces left at the ends."""
    for line in text.splitlines():
        folded = textwrap.wrap(line, console.width, break_on_hyphens=False)
        console.print(Text("\n".join(folded), style=style), soft_wrap=True)


def _print_table(console: Console, table: Table) -> None:
    """Numbers are never cut or folded; names and words are, where the width asks for it."""
    _paragraph(console, table.title, "dim")
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    split = _too_wide(table, console.width)
    for index, column in enumerate(table.columns):
        words = index == 0 or column in table.words
        longest = _longest(table, index, split=split)
        grid.add_column(
            column,
            justify="left" if words else "right",
            overflow="fold",
            no_wrap=not words,
            min_width=min(longest, NARROWEST) if words else longest,
        )
    for row in table.rows:
        grid.add_row(*(_two_lines(cell, split=split) for cell in row))
    narrowest = sum((column.min_width or 0) + GAP for column in grid.columns)
    Console(highlight=False, width=max(console.width, narrowest)).print(grid)
    _paragraph(console, table.note, "dim")


def _range(cell: Cell, *, split: bool) -> str:
    """A range as it stands under its number; on two lines where the table is too wide."""
    return cell.range.replace(" to ", " to\n") if split else cell.range


def _two_lines(cell: Cell, *, split: bool) -> Text:
    text = Text(cell.text)
    return text.append(f"\n{_range(cell, split=split)}", style="dim") if cell.range else text


def _longest(table: Table, index: int, *, split: bool) -> int:
    """The longest line of a column."""
    cells = [row[index] for row in table.rows]
    lines = [line for cell in cells for line in _range(cell, split=split).split("\n")]
    return max(map(len, (table.columns[index], *(cell.text for cell in cells), *lines)))


def _too_wide(table: Table, width: int) -> bool:
    """Whether ranges on one line would make the table wider than the terminal."""
    needed = 0
    for index, column in enumerate(table.columns):
        longest = _longest(table, index, split=False)
        words = index == 0 or column in table.words
        needed += (min(longest, NARROWEST) if words else longest) + GAP
    return needed > width


def print_explanation(explanation: Explanation) -> None:
    """The tree of a value, one line each, deeper ones indented; why on the line or under it."""
    console = Console(highlight=False)
    lines = explanation.lines
    names = min(max(len(_head(line)) for line in lines), int(console.width * NAME_SHARE))
    texts = min(max(len(line.text) for line in lines), int(console.width * TEXT_SHARE))
    for line in lines:
        row = f"{_head(line):<{names}}  {line.text:<{texts}}  "
        why = f"{line.origin} {line.detail}"
        likely = f"likely {line.range}" if line.range else ""
        notes = [note for note in (likely, line.note) if note]
        if len(row) + len(why) > console.width:
            row, why, notes = row.rstrip(), "", [why, *notes]
        console.print(Text(row + why), soft_wrap=True)
        indent = " " * (2 * line.depth + 4)
        for note in notes:
            for part in textwrap.wrap(note, console.width - len(indent), break_on_hyphens=False):
                console.print(Text(indent + part, style="dim"), soft_wrap=True)
    console.print()
    _paragraph(console, explanation.meaning)
    _paragraph(console, f"exactly {explanation.exact}", "dim")
    _paragraph(console, explanation.likely, "dim")
    if explanation.beside:
        _paragraph(console, f"beside it: {explanation.beside}", "dim")


def _head(line: Line) -> str:
    return f"{'  ' * line.depth}{line.symbol} {line.name}"


def print_warnings(problems: Iterable[Problem]) -> None:
    """Warnings go to standard error, so that what is printed can be piped on."""
    for problem in problems:
        click.echo(str(problem), err=True)


def write_file(path: Path, text: str) -> None:
    """Write a page; a folder that is not there is told like any other problem."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PlanError(
            [
                Problem(
                    "bad-file",
                    f"cannot be written: {error.strerror}",
                    given=str(path),
                    allowed="a file in a folder that exists and may be written",
                )
            ]
        ) from error
    click.echo(f"written: {path}", err=True)
