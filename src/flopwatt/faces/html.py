"""The HTML face: a report as one offline page, every number linked to its explanation."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape

from flopwatt.faces.style import SCRIPT, STYLE
from flopwatt.report import Cell, Cited, Explanation, Line, Report, Section, Table

# a long name may be folded behind these, but not behind the point of a number
JOINTS = re.compile(r"(_|[.\-/](?=[a-z]))(?=\w)")
SIGNS = {"computed": "ƒ", "given": "✎", "catalog": "▤", "measured": "◉", "assumed": "≈"}


def render_html(report: Report) -> str:
    """One page without outside references: sections, then the explanation of every number."""
    why = report.explain_all(report.shown())
    known = frozenset(one.key for one in why)
    cited = {source.id: source for one in why for source in one.sources}
    told = _sources(sorted(cited.values(), key=lambda source: source.id))
    lede = f'<p class="lede">{escape(report.lede)}</p>' if report.lede else ""
    of = f"{escape(report.title)}<br>{escape(report.subtitle)}"
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(report.title)} - flopwatt</title><style>{STYLE}</style></head><body>",
            f'<header><p class="of">{of}</p><h1>{escape(report.answer)}</h1>{lede}',
            *(_warning(str(warning)) for warning in report.warnings),
            "</header><main>",
            *(_section(section, known) for section in report.sections),
            '<section id="section-why"><h2>Where each number comes from</h2>',
            *(_explanation(one, known) for one in why),
            f"</section>{told}</main><script>{SCRIPT}</script></body></html>",
        ]
    )


def _warning(text: str) -> str:
    return f'<p class="check"><span aria-hidden="true">⚠ </span>{escape(text)}</p>'


def _section(section: Section, known: Collection[str]) -> str:
    tables = "".join(_table(table, known) for table in section.tables)
    return (
        f'<section id="section-{escape(section.id)}"><h2>{escape(section.title)}</h2>'
        f"{tables}</section>"
    )


def _table(table: Table, known: Collection[str]) -> str:
    heads = "".join(f'<th scope="col"{_class(table, c)}>{escape(c)}</th>' for c in table.columns)
    rows = "".join(_row(table, row, known) for row in table.rows)
    notes = "".join(f"<div>{escape(line)}</div>" for line in table.note.splitlines())
    title = f"<h3>{escape(table.title)}</h3>"
    body = (
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f'<div class="note" id="note-{escape(table.id)}">{notes}</div>'
    )
    if table.folded:
        return f'<details class="fold"><summary>{title}</summary>{body}</details>'
    return title + body


def _class(table: Table, column: str) -> str:
    names = [table.works.get(column, ""), "words" if column in table.words else ""]
    said = " ".join(name for name in names if name)
    return f' class="{said}"' if said else ""


def _row(table: Table, row: tuple[Cell, ...], known: Collection[str]) -> str:
    note = f"note-{table.id}"
    first, *rest = (_cell(cell, note, known) for cell in row)
    cells = "".join(
        f'<td data-head="{escape(column)}"{_class(table, column)}>{text}</td>'
        for column, text in zip(table.columns[1:], rest, strict=True)
    )
    return f'<tr><th scope="row">{first}</th>{cells}</tr>'


def _cell(cell: Cell, note: str, known: Collection[str]) -> str:
    """A number opens its explanation; one that is not known, what would make it known."""
    text = _name(cell.text)
    if cell.source:
        return _cited(escape(cell.text), cell.source)
    if cell.key in known:
        return f'<a href="#{escape(cell.key)}">{text}</a>{_range(cell.range)}'
    return f'<a class="unknown" href="#{escape(note)}">{text}</a>' if cell.key else text


def _name(text: str) -> str:
    """A text that folds behind the joints of long names."""
    return JOINTS.sub(r"\1<wbr>", escape(text))


def _cited(text: str, source: str) -> str:
    """A citation whose id, which it begins with, opens the source."""
    name = escape(source)
    link = f'<a class="source" href="#source-{name}">{name}</a>'
    return link + text.removeprefix(name) if text.startswith(name) else f"{text} {link}"


def _range(text: str) -> str:
    return f'<br><span class="range">{escape(text)}</span>' if text else ""


def _explanation(explanation: Explanation, known: Collection[str]) -> str:
    top, *below = explanation.lines
    rows = "".join(_line(line, known) for line in (top, *below))
    likely = f" {escape(explanation.likely[:1].upper() + explanation.likely[1:])}."
    likely = likely if explanation.likely else ""
    exact = f" Exactly {escape(explanation.exact)}." if explanation.exact else ""
    beside = f"<p>Beside it: {escape(explanation.beside)}</p>" if explanation.beside else ""
    return (
        f'<details id="{escape(explanation.key)}"><summary><h3>{escape(explanation.key)}</h3> '
        f"{escape(top.text)}</summary>"
        f"<p>{escape(explanation.meaning)}{exact}{likely}</p>{beside}"
        f'<table class="tree"><tbody>{rows}</tbody></table>{_months(explanation.months)}</details>'
    )


def _months(months: Sequence[tuple[str, str]]) -> str:
    """A series by month, folded."""
    lines = "\n".join(f"{month}  {escape(text)}" for month, text in months)
    if not lines:
        return ""
    return (
        '<details class="fold"><summary>By month</summary>'
        f'<div class="months">{lines}</div></details>'
    )


def _sources(sources: Sequence[Cited]) -> str:
    """What was cited, each under its id."""
    rows = "".join(
        f'<dt id="source-{escape(source.id)}">{escape(source.id)}</dt>'
        f"<dd>{escape(source.text.removeprefix(f'{source.id}: '))}</dd>"
        for source in sources
    )
    if not rows:
        return ""
    head = '<section id="section-sources"><h2>Sources</h2>'
    return f'{head}<dl class="sources">{rows}</dl></section>'


def _line(line: Line, known: Collection[str]) -> str:
    text = escape(line.text)
    if line.depth and line.key in known:
        text = f'<a href="#{escape(line.key)}">{text}</a>'
    text += _range(line.range)
    note = f"<br>{escape(line.note)}" if line.note else ""
    depth = f' style="--depth:{line.depth}"' if line.depth else ""
    sign = f'<span aria-hidden="true">{SIGNS[line.origin]} </span>' if line.origin in SIGNS else ""
    return (
        f'<tr{depth}><th scope="row"><code>{escape(line.symbol)}</code> '
        f'{_name(line.name)}</th><td>{text}</td><td class="origin">'
        f"{sign}{escape(line.origin)}</td>"
        f'<td class="detail"><code>{_detail(line)}</code>{note}</td></tr>'
    )


def _detail(line: Line) -> str:
    """A formula with the document it is from, a plan line, or a citation that opens its source."""
    detail = escape(line.detail)
    return _cited(detail, line.source) if line.source else detail
