"""YAML's syntax errors in plain words: the line to change and the way to change it."""

from __future__ import annotations

import re

from flopwatt.problems import Place, Problem
from flopwatt.reader.reading import TOO_DEEP, clip

GLUED = re.compile(r"\s*(?:- )?[\w.-]+:[^\s:/]")
GLUED_MESSAGE = "a space is missing after the colon, as in `price: 2`"
QUOTE = "the whole value in quotes"
_INDENT = "keys of one map start in the same column, and what is under a key two spaces further in"
# What YAML says of an error | the line, with \0 before the place | what is wrong | what to write.
# The first row that fits is shown. The two YAML parsers word errors differently; these fit both.
_FAULTS = tuple(
    (re.compile(words), re.compile(shape), message, allowed)
    for words, shape, message, allowed in (
        ("", r"^[ \0]*\t", "a tab is used for indentation", "spaces only"),
        ("simple key", "\0" + GLUED.pattern, GLUED_MESSAGE, ""),
        ("simple key", "", "this line has no colon", "a key, a colon, a space and a value"),
        ("quoted.*unexpected end", "", "the quote opened here is never closed", ""),
        ("quoted", "", "a backslash in double quotes begins a code", "the value in single quotes"),
        (
            "flow",
            "\0\\[",
            "the [ opened here is not closed, or a comma is missing inside",
            "a `,` between items, a `]` at the end",
        ),
        (
            "flow",
            "\0{",
            "the { opened here is not closed, or a comma is missing inside",
            "a `,` between fields, a `}` at the end",
        ),
        ("anchor", "", "a value that starts with & must stand in quotes", QUOTE),
        ("alias", "", "a value that starts with * must stand in quotes", QUOTE),
        ("tag", "", "a value that starts with ! must stand in quotes", QUOTE),
        ("block scalar", "\0>", "a value that starts with > must stand in quotes", QUOTE),
        ("block scalar", "", "a value that starts with | must stand in quotes", QUOTE),
        ("", "^\0%", "a line cannot start with %", ""),
        ("start any", "\0%", "a value that starts with % must stand in quotes", QUOTE),
        ("start any", "\0@", "a value that starts with @ must stand in quotes", QUOTE),
        ("start any", "\0`", "a value that starts with ` must stand in quotes", QUOTE),
        ("", r"\0\?", "a value that starts with ? must stand in quotes", QUOTE),
        ("values are not", r": .*\0:", "a value that holds a colon and a space", QUOTE),
        ("values are not", "", "this line is indented under a line that has a value", _INDENT),
        ("", r"\0-(\s|$)", "a stray `-`: a list item stands where a key is needed", ""),
        ("", r"\0[]},]", "a bracket or comma that closes or parts nothing", QUOTE),
        ("", r"\0:", "a colon with no key before it", ""),
        ("", r"^\s*[^\s].*\0.", "this text follows a value that has already ended", QUOTE),
        ("collection", "", "a key stands between the items of a list", ""),
        ("expected", "", "this line's indentation matches no line above", _INDENT),
        ("", "", "from here on the file cannot be read as YAML", ""),
    )
)
# For these YAML's own place is where it noticed, often lines later; the fix is where it began.
_BEGUN = re.compile("simple key|quoted|flow|anchor|alias|tag|block scalar|directive")


def syntax_problem(error: Exception, lines: list[str], file: str) -> Problem:
    """YAML's complaint as one problem, at the line to change and with the way to change it."""
    begun, seen = getattr(error, "context_mark", None), getattr(error, "problem_mark", None)
    words = f"{getattr(error, 'context', '')} {getattr(error, 'problem', '')}"
    mark = begun if begun and _BEGUN.search(words) else seen
    row, column = (mark.line, mark.column) if mark else (0, 0)
    row = min(row, len(lines) - 1)
    if "depth" in words:  # libyaml looks ahead, and gives up at a depth of its own
        return Problem("too-deep", TOO_DEEP, Place(file, row + 1, column + 1))
    above = next((i for i in range(row - 1, -1, -1) if lines[i].strip(" \t")), row)
    if "values are not" in words and ": " not in lines[row][:column]:
        if _unkeyed(lines[above]):
            # The line above has no `key: `, so YAML took it for a value and stumbled over this one.
            row, words = above, "simple key"
        column = len(lines[row]) - len(lines[row].lstrip())
    line = lines[row]
    marked = f"{line[:column]}\0{line[column:][:200]}" if column < 2000 else ""
    message, allowed = next(
        fault[2:] for fault in _FAULTS if fault[0].search(words) and fault[1].search(marked)
    )
    place = Place(file, row + 1, column + 1)
    return Problem("bad-syntax", message, place, given=clip(line), allowed=allowed)


def _unkeyed(line: str) -> bool:
    return not re.search(r":(\s|$)|^\s*(#|-|%)", line)
