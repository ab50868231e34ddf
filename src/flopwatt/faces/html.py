"""The HTML face: a report as one offline page, every number linked to its explanation."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from flopwatt.report import Cell, Explanation, Report, Section, Table

STYLE = """
:root { color-scheme: light dark; --page: #F7F7F4; --ink: #16181D; --ink2: #454A54;
  --ink3: #636873; --line: #D9D9D2; --focus: #6A3DE8; }
@media (prefers-color-scheme: dark) { :root { --page: #111418; --ink: #ECEDEF; --ink2: #BCC1CA;
  --ink3: #969DA9; --line: #343A43; --focus: #B69CFF; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1024px; padding: 24px; background: var(--page);
  color: var(--ink); font: 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
  "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums lining-nums; }
h1 { font-size: 28px; line-height: 34px; font-weight: 650; letter-spacing: -0.018em;
  text-wrap: balance; margin: 8px 0; }
h2 { font-size: 21px; line-height: 27px; font-weight: 650; text-wrap: balance; margin: 0 0 16px; }
h3, summary h3 { font-size: 14px; line-height: 19px; font-weight: 600; margin: 0; }
p { max-width: 75ch; color: var(--ink2); }
section { border-top: 1px solid var(--line); padding: 32px 0 24px; }
.wide { overflow-x: auto; margin: 8px 0 16px; }
table { border-collapse: collapse; }
th { text-align: left; font-weight: 500; }
thead th { color: var(--ink3); font-size: 12.5px; font-weight: 400; }
td, th { padding: 4px 16px 4px 0; vertical-align: top; }
td { text-align: right; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
td.why { text-align: left; white-space: normal; color: var(--ink2); }
a { color: inherit; text-decoration: underline dotted; text-underline-offset: 3px; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code { font: 12.5px/18px ui-monospace, "Liberation Mono", monospace; }
small, figcaption { color: var(--ink3); font-size: 12.5px; }
details { border-top: 1px solid var(--line); padding: 10px 0; }
summary { cursor: pointer; }
:target { scroll-margin-top: 16px; }
:target > summary { text-decoration: underline; }
@media print { details { break-inside: avoid; } a { text-decoration: none; } }
@media (max-width: 719px) { body { padding: 16px; } h1 { font-size: 24px; line-height: 29px; } }
"""

OPEN_TARGET = """
function show() { const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (found && found.tagName === "DETAILS") { found.open = true; found.scrollIntoView(); } }
addEventListener("hashchange", show); show();
"""


def render_html(report: Report) -> str:
    """One page without outside references: sections, then the explanation of every number."""
    keys = report.keys()
    known = [key for key in keys if key in report.document["results"]]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(report.title)} - flopwatt</title><style>{STYLE}</style></head><body>",
            f"<header><small>{escape(report.subtitle)}</small>",
            f"<h1>{escape(report.title)}</h1><p>{escape(report.answer)}</p>",
            *(f"<p>{escape(str(warning))}</p>" for warning in report.warnings),
            "</header><main>",
            *(_section(section, set(known)) for section in report.sections),
            '<section id="why"><h2>Where each number comes from</h2>',
            *(_explanation(report.explain(key)) for key in known),
            f"</section></main><script>{OPEN_TARGET}</script></body></html>",
        ]
    )


def _section(section: Section, known: set[str]) -> str:
    tables = "".join(_table(table, known) for table in section.tables)
    return (
        f'<section id="section-{escape(section.id)}"><h2>{escape(section.title)}</h2>'
        f"{tables}</section>"
    )


def _table(table: Table, known: set[str]) -> str:
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    note = f"<figcaption>{escape(table.note)}</figcaption>" if table.note else ""
    rows = "".join(_row(row, known) for row in table.rows)
    return (
        f'<h3>{escape(table.title)}</h3><div class="wide"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{note}"
    )


def _row(row: Iterable[Cell], known: set[str]) -> str:
    first, *rest = row
    cells = "".join(f"<td>{_cell(cell, known)}</td>" for cell in rest)
    return f'<tr><th scope="row">{_cell(first, known)}</th>{cells}</tr>'


def _cell(cell: Cell, known: set[str]) -> str:
    text = escape(cell.text)
    return f'<a href="#{escape(cell.key)}">{text}</a>' if cell.key in known else text


def _explanation(explanation: Explanation) -> str:
    rows = "".join(
        f'<tr><th scope="row" style="padding-left:{line.depth}em"><code>'
        f"{escape(line.symbol)}</code> {escape(line.name)}</th><td>{escape(line.text)}</td>"
        f'<td class="why">{escape(line.origin)}</td><td class="why"><code>{escape(line.detail)}'
        f"</code>{' ' + escape(line.note) if line.note else ''}</td></tr>"
        for line in explanation.lines
    )
    beside = f"<p>Beside it: {escape(explanation.beside)}</p>" if explanation.beside else ""
    return (
        f'<details id="{escape(explanation.key)}"><summary><h3 style="display:inline">'
        f"{escape(explanation.key)}</h3> {escape(explanation.lines[0].text)}</summary>"
        f"<p>{escape(explanation.meaning)} Exactly {escape(explanation.exact)}.</p>{beside}"
        f'<div class="wide"><table><tbody>{rows}</tbody></table></div></details>'
    )
