"""The HTML face: a report as one offline page, every number linked to its explanation."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from flopwatt.report import Cell, Explanation, Line, Report, Section, Table

STYLE = """
:root { color-scheme: light dark; --page: #F7F7F4; --sunk: #EEEEE9; --ink: #16181D;
  --ink2: #454A54; --ink3: #636873; --line: #D9D9D2; --focus: #6A3DE8; --training: #1F4E8F;
  --inference: #B54708; }
@media (prefers-color-scheme: dark) { :root { --page: #111418; --sunk: #22272E; --ink: #ECEDEF;
  --ink2: #BCC1CA; --ink3: #969DA9; --line: #343A43; --focus: #B69CFF; --training: #78A9F0;
  --inference: #FFB070; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1024px; padding: 24px; background: var(--page);
  color: var(--ink); font: 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
  "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums lining-nums;
  overflow-wrap: break-word; }
h1, h2 { font-weight: 650; text-wrap: balance; font-variant-numeric: proportional-nums; }
h1 { font-size: 28px; line-height: 34px; letter-spacing: -0.018em; margin: 4px 0 12px; }
h2 { font-size: 21px; line-height: 27px; margin: 0 0 16px; }
h3 { font-size: 14px; line-height: 19px; font-weight: 600; margin: 0; }
p { max-width: 75ch; margin: 8px 0; color: var(--ink2); }
header { padding-bottom: 24px; }
.of { color: var(--ink3); font-size: 12.5px; margin: 0; }
.lede { font-size: 15px; line-height: 23px; }
.check { border-left: 3px solid var(--ink); padding: 4px 12px; background: var(--sunk);
  color: var(--ink); white-space: pre-line; }
.note { color: var(--ink3); font-size: 12.5px; line-height: 17px; margin: 4px 0; }
.note:target { color: var(--ink); background: var(--sunk); }
section { border-top: 1px solid var(--line); padding: 32px 0 40px; }
table { border-collapse: collapse; margin: 8px 0 12px; }
td, th { padding: 5px 0 5px 24px; vertical-align: top; text-align: right; font-weight: 400; }
td { white-space: nowrap; }
td:first-child, th:first-child { padding-left: 0; }
th:first-child, .words { text-align: left; }
td.words { white-space: normal; }
tbody th { font-weight: 500; overflow-wrap: anywhere; }
thead th { color: var(--ink3); font-size: 12.5px; line-height: 17px; vertical-align: bottom; }
tbody tr { border-top: 1px solid var(--line); }
th.training::before { content: "\\25A0\\A0"; color: var(--training); }
th.inference::before { content: "\\25CF\\A0"; color: var(--inference); }
.range { color: var(--ink3); font-size: 12.5px; line-height: 17px; white-space: nowrap; }
a { color: inherit; text-decoration: underline dotted; text-underline-offset: 3px; }
a.unknown { color: var(--ink3); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code { font: 12.5px/18px ui-monospace, "Liberation Mono", monospace; }
details { border-top: 1px solid var(--line); padding: 8px 0; }
.fold { border: 0; }
summary { cursor: pointer; min-height: 24px; }
summary h3 { display: inline; overflow-wrap: anywhere; }
:target { scroll-margin-top: 16px; }
details:target > summary h3 { text-decoration: underline; }
.tree { width: 100%; }
.tree th, .tree td { text-align: left; }
.tree th { width: 34%; padding-left: calc(var(--depth) * 16px); }
.tree .origin { color: var(--ink2); }
.tree .detail { color: var(--ink2); white-space: normal; overflow-wrap: anywhere; }
@media (max-width: 719px) {
  body { padding: 16px; font-size: 15px; }
  h1 { font-size: 24px; line-height: 29px; }
  h2 { font-size: 19px; line-height: 24px; }
  section { padding: 22px 0 28px; }
  table, tbody { display: block; }
  thead { display: none; }
  tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: 2px 16px; padding: 8px 0; }
  tbody th, .tree .detail { width: auto; grid-column: 1 / -1; }
  tbody td, tbody th { padding: 0; text-align: left; white-space: normal; }
  td[data-head]::before { content: attr(data-head); display: block; color: var(--ink3);
    font-size: 12.5px; line-height: 17px; }
  td.training::before { content: "\\25A0\\A0" attr(data-head); }
  td.inference::before { content: "\\25CF\\A0" attr(data-head); }
  .tree td { padding-left: calc(var(--depth) * 16px); }
}
@media print { a { text-decoration: none; } tr { break-inside: avoid; } body { padding: 0; } }
"""

SCRIPT = """
function show() { const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (found && found.tagName === "DETAILS") { found.open = true; found.scrollIntoView(); } }
addEventListener("hashchange", show); show();
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details")) each.open = true; });
"""

SIGNS = {"computed": "ƒ", "given": "✎", "catalog": "▤", "measured": "◉", "assumed": "≈"}


def render_html(report: Report) -> str:
    """One page without outside references: sections, then the explanation of every number."""
    known = report.shown()
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
            *(_explanation(report.explain(key), known) for key in known),
            f"</section></main><script>{SCRIPT}</script></body></html>",
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
    text = escape(cell.text)
    if cell.key in known:
        return f'<a href="#{escape(cell.key)}">{text}</a>{_range(cell.range)}'
    return f'<a class="unknown" href="#{escape(note)}">{text}</a>' if cell.key else text


def _range(text: str) -> str:
    return f'<br><span class="range">{escape(text)}</span>' if text else ""


def _explanation(explanation: Explanation, known: Collection[str]) -> str:
    top, *below = explanation.lines
    rows = "".join(_line(line, known) for line in (top, *below))
    likely = f" {escape(explanation.likely[:1].upper() + explanation.likely[1:])}."
    likely = likely if explanation.likely else ""
    beside = f"<p>Beside it: {escape(explanation.beside)}</p>" if explanation.beside else ""
    return (
        f'<details id="{escape(explanation.key)}"><summary><h3>{escape(explanation.key)}</h3> '
        f"{escape(top.text)}</summary>"
        f"<p>{escape(explanation.meaning)} Exactly {escape(explanation.exact)}.{likely}</p>{beside}"
        f'<table class="tree"><tbody>{rows}</tbody></table></details>'
    )


def _line(line: Line, known: Collection[str]) -> str:
    text = escape(line.text)
    if line.depth and line.key in known:
        text = f'<a href="#{escape(line.key)}">{text}</a>'
    text += _range(line.range)
    note = f"<br>{escape(line.note)}" if line.note else ""
    return (
        f'<tr style="--depth:{line.depth}"><th scope="row"><code>{escape(line.symbol)}</code> '
        f'{escape(line.name)}</th><td>{text}</td><td class="origin"><span aria-hidden="true">'
        f"{SIGNS.get(line.origin, '')} </span>{escape(line.origin)}</td>"
        f'<td class="detail"><code>{escape(line.detail)}</code>{note}</td></tr>'
    )
