"""Prints a report and an explanation on a terminal: 80 columns, readable without colour."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from flopwatt.api import PlanError, Problem
from flopwatt.report import Explanation, Line, Report, Table

NAME_WIDTH, TEXT_WIDTH = 30, 20  # leave room for `given PLAN.yaml:LINE` in 80 columns
HIDDEN = ("expense-by-month",)  # long; in the JSON and the HTML page


def print_report(report: Report) -> None:
    """The answer first, then a table per section."""
    console = Console(highlight=False)
    console.print(Text(report.title, style="bold"), Text(report.subtitle, style="dim"), sep="  ")
    console.print(Text(report.answer))
    for section in report.sections:
        for table in section.tables:
            if table.id not in HIDDEN:
                _print_table(console, table)
    console.print(
        Text(
            "\nflopwatt explain PLAN KEY says where a number comes from, e.g. KEY = "
            + report.keys()[0],
            style="dim",
        )
    )


def _print_table(console: Console, table: Table) -> None:
    console.print()
    console.print(Text(table.title, style="bold"))
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    for index, column in enumerate(table.columns):
        grid.add_column(
            column,
            justify="left" if index == 0 else "right",
            overflow="fold",
            no_wrap=len(table.columns) > 4,
        )
    for row in table.rows:
        grid.add_row(*(Text(cell.text) for cell in row))
    console.print(grid)
    if table.note:
        console.print(Text(table.note, style="dim"))


def print_explanation(explanation: Explanation) -> None:
    """The tree of a value, one line each, deeper ones indented; why on the line or under it."""
    console = Console(highlight=False)
    for line in explanation.lines:
        row = f"{_head(line):<{NAME_WIDTH}}  {line.text:<{TEXT_WIDTH}}  "
        why = f"{line.origin} {line.detail}"
        notes = [line.note] if line.note else []
        if len(row) + len(why) > console.width:
            row, why, notes = row.rstrip(), "", [why, *notes]
        console.print(Text(row + why), soft_wrap=True)
        indent = " " * (2 * line.depth + 4)
        for note in notes:
            for part in textwrap.wrap(note, console.width - len(indent), break_on_hyphens=False):
                console.print(Text(indent + part, style="dim"), soft_wrap=True)
    console.print()
    console.print(Text(explanation.meaning))
    console.print(Text(f"exactly {explanation.exact}", style="dim"))
    if explanation.beside:
        console.print(Text(f"beside it: {explanation.beside}", style="dim"))


def _head(line: Line) -> str:
    return f"{'  ' * (line.depth - 1)}{line.symbol} {line.name}" if line.depth else line.name


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
    click.echo(f"written: {path}")
