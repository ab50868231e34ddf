"""The end of a page: where each number comes from, told once, and the documents behind them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape

from flopwatt.faces.html_tables import Known, render_cited, render_name, render_range
from flopwatt.report import Cited, Explanation, Line, Link

SIGNS = {"computed": "ƒ", "given": "✎", "catalog": "▤", "measured": "◉", "assumed": "≈"}
ORDER = "Oldest first."


def render_explanations(why: Sequence[Explanation], known: Known, title: str) -> Iterator[str]:
    """Every explanation, folded, in the order in which the page shows the numbers."""
    if not why:
        return
    yield (
        '<section id="section-why" aria-labelledby="title-why"><div class="head">'
        f'<p class="kicker" aria-hidden="true">Every number</p><h2 id="title-why">{title}</h2>'
        '</div><div class="evidence">'
    )
    for one in why:
        yield _explanation(one, known)
    yield "</div></section>"


def _explanation(explanation: Explanation, known: Known) -> str:
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
        f'<table class="tree"><tbody>{rows}</tbody></table>{_bearings(explanation, known)}'
        f"{_months(explanation.months)}</details>"
    )


def _bearings(explanation: Explanation, known: Known) -> str:
    """What moves a number and what it is used by, as doors to those that the page explains."""
    found = ""
    for head, links, more in explanation.bearings():
        told = [f"{_door(link, known)} ({escape(link.text)})" for link in links]
        found += f"<p>{head.capitalize()} {', '.join([*told, more] if more else told)}.</p>"
    return found


def _door(link: Link, known: Known) -> str:
    name = render_name(link.name)
    return f'<a href="#{escape(link.key)}">{name}</a>' if link.key in known else name


def _months(months: Sequence[tuple[str, str]]) -> str:
    """A series by month, folded."""
    lines = "\n".join(f"{month}  {escape(text)}" for month, text in months)
    if not lines:
        return ""
    return (
        '<details class="fold"><summary>By month</summary>'
        f'<div class="months">{lines}</div></details>'
    )


def render_sources(cited: Collection[Cited], title: str) -> Iterator[str]:
    """What was cited, each under its id, the oldest first; what has no date comes last."""
    if not cited:
        return
    rows = "".join(
        f'<dt id="source-{escape(source.id)}">{escape(source.id)}</dt>'
        f"<dd>{escape(source.text.removeprefix(f'{source.id}: '))}</dd>"
        for source in sorted(cited, key=lambda one: (not one.date, one.date, one.id))
    )
    yield (
        '<section id="section-sources" aria-labelledby="title-sources"><div class="head">'
        f'<p class="kicker" aria-hidden="true">{title}</p><h2 id="title-sources">'
        f"{len(cited)} documents stand behind these numbers</h2></div>"
        f'<div class="evidence"><dl class="sources">{rows}</dl></div>'
        f'<div class="notes"><div class="note">{ORDER}</div></div></section>'
    )


def _line(line: Line, known: Known) -> str:
    text = escape(line.text)
    if line.depth and line.key in known:
        text = f'<a href="#{escape(line.key)}">{text}</a>'
    text += render_range(line.range)
    note = f"<br>{escape(line.note)}" if line.note else ""
    depth = f' style="--depth:{line.depth}"' if line.depth else ""
    sign = f'<span aria-hidden="true">{SIGNS[line.origin]} </span>' if line.origin in SIGNS else ""
    return (
        f'<tr{depth}><th scope="row"><code>{escape(line.symbol)}</code> '
        f'{render_name(line.name)}</th><td>{text}</td><td class="origin">'
        f"{sign}{escape(line.origin)}</td>"
        f'<td class="detail"><code>{_detail(line)}</code>{note}</td></tr>'
    )


def _detail(line: Line) -> str:
    """A formula with the document it is from, a plan line, or a citation that opens its source."""
    detail = escape(line.detail)
    return render_cited(detail, line.source) if line.source else detail
