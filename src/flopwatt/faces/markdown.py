"""The Markdown face: a report, a page or an explanation as text for documents and issues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flopwatt.report import Cell, Explanation, Line, Report, Section, Table

# what Markdown would take for more than text; an underscore only where a word begins or ends
SIGNS = re.compile(r"([\\*\[\]<>|~]|(?<!\w)_|_(?!\w))")
OPENING = re.compile(r"^(\d+(?=[.)] )|(?=[-+#]))")  # what would begin a list or a heading


def render_markdown(report: Report) -> str:
    """The answer first, then every section with all of its tables."""
    head = [f"# {escaped(report.title)}", escaped(report.subtitle)]
    said = [f"**{escaped(report.answer)}**" if report.answer else "", escaped(report.lede)]
    warned = [f"> {line}" for warning in report.warnings for line in _lines(str(warning))]
    parts = [*head, *said, "\n".join(warned)]
    parts += [part for section in report.sections for part in _section(section)]
    return "\n\n".join(part for part in parts if part)


def render_page(page: Section) -> str:
    """A page to look things up in."""
    return "\n\n".join(_section(page))


def render_explanation(explanation: Explanation) -> str:
    """The tree of a value as a nested list, and the documents it cites."""
    lines = [_tree_line(line) for line in explanation.lines]
    about = [
        (f"Exactly {explanation.exact}.", explanation.exact),
        (f"{explanation.likely}.", explanation.likely),
        (f"Beside it: {explanation.beside}.", explanation.beside),
        (f"{explanation.below:,} more values lie below.", explanation.below),
    ]
    parts = [f"## {escaped(explanation.key)}", escaped(explanation.meaning), "\n".join(lines)]
    parts += [escaped(text) for text, known in about if known]
    for head, links, more in explanation.bearings():
        told = [f"{link.name} ({link.text})" for link in links]
        parts.append(escaped(f"{head.capitalize()} {', '.join([*told, more] if more else told)}."))
    if explanation.months:
        parts.append(_rows(("month", explanation.key), explanation.months, (False, True)))
    parts.append("\n".join(f"- {escaped(source.text)}" for source in explanation.sources))
    return "\n\n".join(part for part in parts if part)


def escaped(text: str) -> str:
    """A text that says in Markdown what it says, on one line."""
    plain = SIGNS.sub(r"\\\1", " ".join(text.split()))
    return OPENING.sub(r"\1\\", plain)


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield escaped(line)


def _section(section: Section) -> Iterator[str]:
    yield f"## {escaped(section.title)}"
    for table in section.tables:
        yield f"### {escaped(table.title)}"
        if table.rows:
            yield _table(table)
        yield from _lines(table.note)


def _table(table: Table) -> str:
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    numbers = [bool(at) and head not in table.words for at, head in enumerate(table.columns)]
    return _rows(table.columns, rows, numbers, ready=True)


def _cell(cell: Cell) -> str:
    """A number with its range behind it."""
    return escaped(f"{cell.text} ({cell.range})" if cell.range else cell.text)


def _rows(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    *,
    ready: bool = False,
) -> str:
    """A table: numbers stand on the right."""
    told = rows if ready else [[escaped(text) for text in row] for row in rows]
    lines = [[escaped(head) for head in heads], ["--:" if number else "---" for number in numbers]]
    return "\n".join(f"| {' | '.join(line)} |" for line in (*lines, *told))


def _tree_line(line: Line) -> str:
    likely = f" (likely {line.range})" if line.range else ""
    why = " ".join(part for part in (line.origin, line.detail, line.note) if part)
    name = f"{line.symbol} {line.name}"
    return f"{'  ' * line.depth}- {escaped(name)}: {escaped(line.text + likely)}; {escaped(why)}"
