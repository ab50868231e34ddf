"""Prints a report and an explanation on a terminal: 80 columns, readable without colour."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from flopwatt.api import Answer, Problem
from flopwatt.faces.cli import tell
from flopwatt.faces.cli.settings import is_markdown
from flopwatt.faces.cli.terminal import fold, make_console, print_line, print_table, print_text
from flopwatt.faces.json import render_data
from flopwatt.faces.markdown import render_explanation, render_markdown, render_page
from flopwatt.report import Chart, Explanation, Line, Report, Section, Table

NAME_SHARE, TEXT_SHARE = 3 / 8, 1 / 4  # of the width; the rest holds `given PLAN.yaml:LINE`
MAX_ROWS = 20  # rows of a table of results; the JSON document has them all
MAX_LINES = 1000  # lines of a tree


def print_report(report: Report, plan: str | Sequence[str], most: int = MAX_ROWS) -> None:
    """The answer first, then what was found and its tables per section, ``most`` rows of each."""
    if is_markdown():
        click.echo(render_markdown(report))
        return
    console = make_console()
    print_text(console, f"{report.title} - {report.subtitle}", "dim")
    print_text(console, report.answer, "bold")
    print_text(console, report.lede)
    for section in report.sections:
        console.print()
        print_text(console, section.title, "bold")
        for chart in section.charts:
            _print_chart(console, chart)
        for table in section.tables:
            if not table.folded:
                _print_table(console, table, most)
        folded = [table.title for table in section.tables if table.folded]
        if folded:
            what = folded[0] if len(folded) == 1 else f"{len(folded)} more tables like it"
            print_text(console, f"{what}: in --html and --json.", "dim")
    if not report.example:
        return
    console.print()
    print_text(console, "Where a number comes from, for example:", "dim")
    given = [plan] if isinstance(plan, str) else plan
    quoted = {"subject": shlex.join(given), "key": shlex.quote(report.example)}
    for line in _command_lines(" ".join(report.ask).format_map(quoted), console.width):
        print_line(console, Text(line))


def _print_chart(console: Console, chart: Chart) -> None:
    """A chart in plain signs, where it has any and the terminal is wide enough for them."""
    if not chart.text or max(map(len, chart.text)) > console.width:
        return
    print_text(console, f"{chart.title}, {chart.subtitle.partition('.')[0]}", "dim")
    for line in chart.text:
        print_line(console, Text(line))


def print_answer(
    answer: Answer, key: str | None, as_json: bool, words: Sequence[str], most: int = MAX_ROWS
) -> None:
    """An answer's warnings, and then where a ``key`` comes from, its document, or its report.

    ``words`` are those that ask the same again.
    """
    print_warnings(answer.report.warnings)
    if key is not None:
        print_explanation(answer.explain(key))
    elif as_json:
        print_json(answer.report.document)
    else:
        print_report(answer.report, words, most)


def _command_lines(command: str, width: int) -> Iterator[str]:
    """A command on as many lines as it takes, each but the last ending in a backslash.

    An option and its value stay on one line.
    """
    line = " "
    for word in _command_pieces(command):
        if len(line) + len(word) + len(" ") + len(" \\") > width and line.strip():
            yield f"{line} \\"
            line = "   "
        line += f" {word}"
    yield line


def _command_pieces(command: str) -> Iterator[str]:
    """The words of a command, quoted for the shell, each option with its value."""
    option = ""
    for word in map(shlex.quote, shlex.split(command)):
        if word.startswith("--"):
            if option:
                yield option
            option = word
        else:
            yield f"{option} {word}" if option else word
            option = ""
    if option:
        yield option


def print_page(page: Section) -> None:
    """A page to look things up in: its title and its tables."""
    if is_markdown():
        click.echo(render_page(page))
        return
    console = make_console()
    print_text(console, page.title, "bold")
    for table in page.tables:
        console.print()
        _print_table(console, table, most=len(table.rows))


def _print_table(console: Console, table: Table, most: int) -> None:
    """A table with its title and notes; of very many rows the first, and those at its foot."""
    print_text(console, table.title, "dim")
    foot = len(table.rows) - table.foot
    left_out = foot - most
    rows = table.rows if left_out <= 0 else (*table.rows[:most], *table.rows[foot:])
    if rows:
        print_table(console, table, rows)
    if left_out > 0:
        print_text(console, f"and {left_out:,} more, in --json", "dim")
    print_text(console, table.note, "dim")


def print_explanation(explanation: Explanation) -> None:
    """The tree of a value, one line each, deeper ones indented; why on the line or under it."""
    if is_markdown():
        click.echo(render_explanation(explanation))
        return
    console = make_console()
    lines = explanation.lines
    names = min(max(len(_head(line)) for line in lines), int(console.width * NAME_SHARE))
    texts = min(max(len(line.text) for line in lines), int(console.width * TEXT_SHARE))
    for line in lines[:MAX_LINES]:
        _print_tree_line(console, line, names, texts)
    if len(lines) > MAX_LINES:
        print_text(console, f"and {len(lines) - MAX_LINES:,} lines more, in --html", "dim")
    if explanation.below:
        below = f"{explanation.below:,} more values lie below: explain a key above to open it"
        print_text(console, below, "dim")
    console.print()
    print_text(console, explanation.meaning)
    for label, text in (
        ("exactly ", explanation.exact),
        ("", explanation.likely),
        ("beside it: ", explanation.beside),
    ):
        print_text(console, f"{label}{text}" if text else "", "dim")
    for head, links, more in explanation.bearings():
        told = [f"{link.name} ({link.text})" for link in links]
        print_text(console, f"{head} {', '.join([*told, more] if more else told)}", "dim")
    _print_months(console, explanation.months)
    if explanation.sources:
        console.print()
        print_text(console, "Sources", "bold")
    for source in explanation.sources:
        first, *rest = fold(source.text, console.width - 2)
        print_line(console, Text(first))
        for more in rest:
            print_line(console, Text(f"  {more}"))


def _print_tree_line(console: Console, line: Line, names: int, texts: int) -> None:
    row = f"{_head(line):<{names}}  {line.text:<{texts}}  "
    why = f"{line.origin} {line.detail}"
    likely = f"likely {line.range}" if line.range else ""
    notes = [note for note in (likely, line.note) if note]
    indent = min(2 * line.depth + 4, console.width // 2)
    if len(row) + len(why) <= console.width:
        print_line(console, Text(row + why))
    else:
        _print_folded(console, row.rstrip(), indent - 2)
        notes = [why, *notes]
    for note in notes:
        print_text(console, note, "dim", indent)


def _print_folded(console: Console, row: str, indent: int) -> None:
    """A name and a number too long for one line, without a break inside where there is a way."""
    if len(row) <= console.width:
        print_line(console, Text(row))
        return
    depth = min(len(row) - len(row.lstrip()), console.width // 2)
    first, *rest = fold(row, console.width - indent)
    print_line(console, Text(" " * depth + first))
    for more in rest:
        print_line(console, Text(" " * indent + more))


def _print_months(console: Console, months: tuple[tuple[str, str], ...]) -> None:
    """A series by month, as many months a line as there is room for."""
    if not months:
        return
    console.print()
    print_text(console, "By month", "bold")
    longest = max(len(text) for _, text in months)
    cells = [f"{month}  {text:>{longest}}" for month, text in months]
    across = max((console.width + 3) // (len(cells[0]) + 3), 1)
    for begin in range(0, len(cells), across):
        print_line(console, Text("   ".join(cells[begin : begin + across])))


def _head(line: Line) -> str:
    return f"{'  ' * line.depth}{line.symbol} {line.name}"


def print_warnings(problems: Iterable[Problem]) -> None:
    """Warnings go to standard error, so that what is printed can be piped on."""
    tell(tuple(problems))


def print_json(data: Any) -> None:
    """Plain data as one JSON document, in signs that the terminal's encoding has."""
    if is_markdown():
        raise click.UsageError("only one of --json and --markdown can be printed at a time")
    text = render_data(data)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = render_data(data, ascii_only=True)
    click.echo(text)
