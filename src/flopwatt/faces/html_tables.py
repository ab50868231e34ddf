"""Tables of a page: every number a door, every word that stands for none a chip."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from html import escape

from flopwatt.report import Cell, Table

Known = Collection[str]

# a long name may be folded behind these, but not behind the point of a number
JOINTS = re.compile(r"(_|[.\-/](?=[a-z]))(?=\w)")
BARS = {"█": "training", "░": "inference"}
CHIPS = {"never": "∞", "already": "✓", "does not fit": "⊘", "saturated": "▲", "not known": "?"}


def render_table(table: Table, known: Known) -> str:
    """A table under its title; a long one is folded."""
    title = f"<h3>{escape(table.title)}</h3>"
    body = render_body(table, known)
    if table.folded:
        return f'<details class="fold"><summary>{title}</summary>{body}</details>'
    return title + body


def render_body(table: Table, known: Known) -> str:
    """A table without its title."""
    heads = "".join(f'<th scope="col"{_class(table, c)}>{escape(c)}</th>' for c in table.columns)
    rows = "".join(_row(table, row, known) for row in table.rows)
    return (
        f'<table id="table-{escape(table.id)}"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def render_notes(tables: Iterable[Table]) -> str:
    """What is said of tables, one thing a line; also where what is not known leads to.

    What several tables share is said once.
    """
    names: dict[str, list[str]] = {}
    for table in tables:
        if table.note:
            names.setdefault(table.note, []).append(escape(f"note-{table.id}"))
    return "".join(_note(text, *ids) for text, ids in names.items())


def _note(text: str, first: str, *others: str) -> str:
    lines = "".join(f"<div>{escape(line)}</div>" for line in text.splitlines())
    more = "".join(f'<span id="{name}"></span>' for name in others)
    return f'<div class="note" id="{first}">{more}{lines}</div>'


def _class(table: Table, column: str) -> str:
    names = [table.works.get(column, ""), "words" if column in table.words else ""]
    said = " ".join(name for name in names if name)
    return f' class="{said}"' if said else ""


def _row(table: Table, row: tuple[Cell, ...], known: Known) -> str:
    note = f"note-{table.id}" if table.note else ""
    first, *rest = (render_cell(cell, note, known) for cell in row)
    cells = "".join(
        f'<td data-head="{escape(column)}"{_class(table, column)}>{text}</td>'
        for column, text in zip(table.columns[1:], rest, strict=True)
    )
    return f'<tr><th scope="row">{first}</th>{cells}</tr>'


def render_cell(cell: Cell, note: str, known: Known) -> str:
    """A number opens its explanation; one that is not known, what would make it known."""
    text = _chip(cell.text) if cell.text in CHIPS else render_name(cell.text)
    if set(cell.text) & BARS.keys():
        return _bar(cell.text)
    if cell.source:
        return render_cited(escape(cell.text), cell.source)
    if cell.key in known and text:
        return f'<a href="#{escape(cell.key)}">{text}</a>{render_range(cell.range)}'
    if cell.key and note and text:
        return f'<a class="unknown" href="#{escape(note)}">{text}</a>'
    return f"{text}{render_range(cell.range)}"


def _bar(text: str) -> str:
    """A bar of marks, in the colours of what they stand for."""
    for mark, work in BARS.items():
        text = re.sub(f"({mark}+)", rf'<span class="{work}">\1</span>', text)
    return f'<span class="bars" aria-hidden="true">{text}</span>'


def _chip(word: str) -> str:
    """A word in place of a number, with its sign, which is for the eye alone."""
    sign = f'<span aria-hidden="true" data-sign="{CHIPS[word]}"></span>'
    return f'<span class="chip">{sign}{escape(word)}</span>'


def render_name(text: str) -> str:
    """A text that folds behind the joints of long names."""
    return JOINTS.sub(r"\1<wbr>", escape(text))


def render_cited(text: str, source: str) -> str:
    """A citation whose id, which it begins with, opens the source."""
    name = escape(source)
    link = f'<a class="source" href="#source-{name}">{name}</a>'
    return link + text.removeprefix(name) if text.startswith(name) else f"{text} {link}"


def render_range(text: str) -> str:
    """Where a number is likely to lie, under it."""
    return f'<br><span class="range">{escape(text)}</span>' if text else ""
