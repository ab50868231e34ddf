"""Lines of a terminal: folded at its width, never with blanks at their ends."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flopwatt.report import Cell, Table

NARROW, USUAL = 20, 80  # no narrower than can be read; where the terminal has no width
NARROWEST = 11  # a name keeps beside the numbers
GAP = 2  # between columns
BARS = {"█": "#", "░": "+"}  # marks of bars, and what stands for them where they are no signs
JOINTS = re.compile(r"[^_.\-/]*[_.\-/]+|[^_.\-/]+")  # a long name is folded behind these


def make_console(*, error: bool = False) -> Console:
    """A console of a width that can be used, whatever COLUMNS says."""
    found = Console(highlight=False, stderr=error)
    return Console(highlight=False, stderr=error, width=max(found.width or USUAL, NARROW))


def print_line(console: Console, text: Text) -> None:
    """One line as it stands, without blanks at its end; bars in signs that can be printed."""
    text.rstrip()
    for mark, plain in BARS.items():
        if mark in text.plain and not _can_print(mark):
            text.plain = text.plain.replace(mark, plain)
    console.print(text, soft_wrap=True)


def print_text(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    """Each line of a text, folded at the width; ``indent`` is for all lines."""
    for line in text.splitlines():
        for folded in fold(line, console.width - indent):
            print_line(console, Text(" " * indent + folded, style=style))


def fold(text: str, width: int) -> list[str]:
    """A text in lines of a width: between words, within long names behind ``_ . - /``."""
    width = max(width, 1)
    lines = [""]
    for word in re.split("[ \t\n]+", text.strip()):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(joined) <= width:
            lines[-1] = joined
            continue
        pieces = _broken(word, width)
        lines = [*lines, *pieces] if lines[-1] else pieces
    return lines


def _broken(word: str, width: int) -> list[str]:
    """A word in pieces of a width, broken behind its joints where it has any."""
    pieces = [""]
    for part in JOINTS.findall(word):
        if cell_len(pieces[-1] + part) <= width:
            pieces[-1] += part
            continue
        pieces.append("")
        for letter in part:
            if cell_len(pieces[-1] + letter) > width:
                pieces.append("")
            pieces[-1] += letter
    return [piece for piece in pieces if piece]


@dataclass(frozen=True)
class Layout:
    """How a table stands: the width of each column, and what is folded to come to it.

    ``heads`` and ``ranges`` say whether those are folded.
    """

    widths: tuple[int, ...]
    heads: bool
    ranges: bool


def print_table(console: Console, table: Table, rows: Sequence[Sequence[Cell]]) -> None:
    """Numbers are never cut or folded; names and words are, where the width asks for it."""
    layout = _layout(table, rows, console.width)
    heads = [
        fold(head, width) if layout.heads or _is_words(table, index) else [head]
        for index, (head, width) in enumerate(zip(table.columns, layout.widths, strict=True))
    ]
    deep = max(map(len, heads))
    heads = [[*[""] * (deep - len(lines)), *lines] for lines in heads]
    for parts in zip(*heads, strict=True):
        print_line(console, _line(table, layout, [Text(part, style="bold") for part in parts]))
    rule = "─" if _can_print("─") else "-"
    print_line(console, Text(rule * (sum(layout.widths) + GAP * (len(layout.widths) - 1))))
    for row in rows:
        for line in _row_lines(table, layout, row):
            print_line(console, line)


def _row_lines(table: Table, layout: Layout, row: Sequence[Cell]) -> Iterator[Text]:
    """The lines of one row: each cell folded, its range below it."""
    cells = []
    for index, cell in enumerate(row):
        lines = fold(cell.text, layout.widths[index]) if _is_words(table, index) else [cell.text]
        below = _range_lines(cell, split=layout.ranges)
        cells.append([Text(one) for one in lines] + [Text(one, style="dim") for one in below])
    for depth in range(max(map(len, cells))):
        parts = [lines[depth] if depth < len(lines) else Text("") for lines in cells]
        yield _line(table, layout, parts)


def _line(table: Table, layout: Layout, parts: Sequence[Text]) -> Text:
    """One line over all columns: words to the left, numbers to the right."""
    line = Text("")
    for index, (part, width) in enumerate(zip(parts, layout.widths, strict=True)):
        blanks = Text(" " * (width - part.cell_len))
        padded = part + blanks if _is_words(table, index) else blanks + part
        line = line + Text(" " * GAP if index else "") + padded
    return line


def _range_lines(cell: Cell, *, split: bool) -> list[str]:
    """A range as it stands under its number; on two lines where the table is too wide."""
    return (cell.range.replace(" to ", " to\n") if split else cell.range).splitlines()


def _layout(table: Table, rows: Sequence[Sequence[Cell]], width: int) -> Layout:
    """The first way that fits: as it is, with folded heads, with folded ranges too."""
    for heads, ranges in ((False, False), (True, False), (True, True)):
        longest = [_longest(table, rows, index, heads, ranges) for index in range(len(rows[0]))]
        words = [index for index in range(len(longest)) if _is_words(table, index)]
        least = [min(n, NARROWEST) if i in words else n for i, n in enumerate(longest)]
        room = width - GAP * (len(longest) - 1) - sum(least)
        if room >= 0:
            break
    widths, room = list(least), max(room, 0)
    while room and (short := [index for index in words if widths[index] < longest[index]]):
        for index in short[:room]:
            widths[index] += 1
        room -= min(room, len(short))
    return Layout(tuple(widths), heads, ranges)


def _longest(
    table: Table, rows: Sequence[Sequence[Cell]], index: int, heads: bool, ranges: bool
) -> int:
    """The longest line of a column, and of its head."""
    head = table.columns[index]
    told = head.split() if heads else [head]
    cells = [row[index] for row in rows]
    lines = [line for cell in cells for line in (cell.text, *_range_lines(cell, split=ranges))]
    return max(map(cell_len, (*told, *lines)))


def _is_words(table: Table, index: int) -> bool:
    return index == 0 or table.columns[index] in table.words


def _can_print(sign: str) -> bool:
    """Whether the terminal's encoding has a sign."""
    try:
        sign.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
