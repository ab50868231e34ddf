"""One reading under way: what is counted, what is refused, and the limits of both."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from flopwatt.problems import Place, PlanError, Problem
from flopwatt.reader.records import Document, Entry, Table, Text

# A long plan is some 50 KB; at 1 MB the slower of the two YAML parsers takes 15 seconds.
MAX_BYTES = 1_000_000
# Sections, instances, fields, phases and ranges need six levels; more is a slip or an attack.
MAX_DEPTH = 12
# A plan is some hundred values; the limit keeps one read below two seconds and 100 MB.
MAX_NODES = 100_000
# After so many the cause is one thing, and nobody reads on.
MAX_PROBLEMS = 50

TOO_DEEP = f"maps and lists are nested more than {MAX_DEPTH} deep"
TOP = "a map of fields and sections, such as `models:` with named models indented under it"
# YAML ends lines at U+0085, U+2028 and U+2029 where editors do not: line numbers would be off.
UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


@dataclass
class Reading:
    """How much has been read, and what is wrong so far."""

    file: str
    problems: list[Problem] = field(default_factory=list)
    refused: bool = False
    nodes: int = 0

    def note(self, problem: Problem) -> None:
        """Keep a problem and read on."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise PlanError(self.problems)

    def refuse(self, problem: Problem) -> None:
        """Read on only to find what else is wrong: the text cannot be used."""
        self.refused = True
        self.note(problem)

    def stop(self, problem: Problem) -> NoReturn:
        """Read no further."""
        raise PlanError([*self.problems, problem]) from None

    def document(self, root: Table) -> Document:
        """End the reading with what was read, unless something in it was refused."""
        if self.refused:
            raise PlanError(self.problems)
        return Document(root, tuple(self.problems), self.file)

    def enter(self, depth: int, place: Place | None, path: str) -> None:
        """Count one more value, and refuse what no file needs before it is built."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            message = f"there are more than {MAX_NODES:,} values, the most that are read at once"
            self.stop(Problem("bad-file", message, place))
        if depth > MAX_DEPTH:
            self.stop(Problem("too-deep", TOO_DEEP, place, path[:120]))

    def text(self, text: str, place: Place | None, quoted: bool = False, path: str = "") -> Text:
        """Make a text of printable characters and refuse any other."""
        # Quoted YAML can name any character by its code, and Python text can hold any.
        if found := UNPRINTABLE.search(text):
            self.refuse(unprintable(found[0], place, path))
        return Text(text, place, quoted)

    def add(self, entries: dict[str, Entry], entry: Entry, path: str) -> None:
        """Keep the first entry of each key; a repeat is a problem that names the first."""
        first = entries.setdefault(entry.key.text, entry)
        if first is not entry:
            where = f" on line {first.key.place.line}" if first.key.place else ""
            message = f"the key is written twice in one map; it first stands{where or ' earlier'}"
            self.note(
                Problem("duplicate-key", message, entry.key.place, path, allowed="each key once")
            )


def refuse_file(message: str, given: str, near: str = "", place: Place | None = None) -> NoReturn:
    """Read nothing at all of a file."""
    raise PlanError([Problem("bad-file", message, place, given=given, nearest=near)]) from None


def unprintable(character: str, place: Place | None, path: str = "") -> Problem:
    """Say which character is none that people write."""
    message = f"the character U+{ord(character):04X} is no printable text"
    if character == "\0":
        message += "; is this a binary file, or one saved as UTF-16?"
    allowed = "printable characters, spaces and ordinary line breaks"
    return Problem("bad-file", message, place, path, allowed=allowed)


def clip(text: str) -> str:
    """Shorten a text to what can be shown in one line."""
    text = " ".join(text[:200].split())
    return text if len(text) <= 60 else text[:57] + "..."
