"""The HTML face: a report as one offline page, every number linked to its explanation."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from flopwatt.faces.html_explanations import render_explanations, render_sources
from flopwatt.faces.html_figures import render_figure
from flopwatt.faces.html_tables import (
    Known,
    render_cell,
    render_name,
    render_notes,
    render_range,
    render_table,
)
from flopwatt.faces.style import SCRIPT, page_style
from flopwatt.report import Card, Report, Section, Table

# the sections that stand beside what the plan says: the answer, and what drives it
FIRST = ("crossover", "drivers")
MARKS = {"training": "■", "inference": "●"}
SIGNS = {"never": "∞", "already": "✓"}
WHY, SOURCES = "Where each number comes from", "Documents"


def render_html(report: Report) -> str:
    """One page without outside references: the answer, its evidence, and every explanation."""
    why = report.explain_all(report.shown())
    known = frozenset(one.key for one in why)
    cited = {source.id: source for one in why for source in one.sources}
    count = _first(report.sections)
    first, rest = report.sections[:count], report.sections[count:]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(report.title)} - flopwatt</title>",
            f"<style>{page_style()}</style></head><body>",
            _bar(report, why=bool(why), sources=bool(cited)),
            '<main id="results">',
            _answer(report),
            _cards(report.cards, known),
            '<div class="top"><div class="found">',
            *(_section(section, known) for section in first),
            f"</div>{_said(report.inputs, known)}</div>",
            *(_section(section, known) for section in rest),
            *render_explanations(why, known, WHY),
            *render_sources(cited.values(), SOURCES),
            f"</main>{_foot(report)}<script>{SCRIPT}</script></body></html>",
        ]
    )


def _first(sections: Sequence[Section]) -> int:
    """How many sections stand beside what the plan says: one at least."""
    count = 0
    while count < len(sections) and sections[count].id in FIRST:
        count += 1
    return count or min(1, len(sections))


def _bar(report: Report, *, why: bool, sources: bool) -> str:
    """The name of the plan, and the sections as a menu."""
    links = [(section.id, section.name) for section in report.sections]
    links += [("why", "Every number")] if why else []
    links += [("sources", SOURCES)] if sources else []
    menu = "".join(f'<a href="#section-{escape(id_)}">{escape(name)}</a>' for id_, name in links)
    return (
        '<a class="skip" href="#results">To the results</a>'
        '<header class="bar"><p><span class="wordmark">flopwatt</span> '
        f'<span class="plan">{escape(report.title)}</span> '
        f'<span class="of">{escape(report.subtitle)}</span></p>'
        f'<nav aria-label="Sections">{menu}</nav></header>'
    )


def _answer(report: Report) -> str:
    lede = f'<p class="lede">{escape(report.lede)}</p>' if report.lede else ""
    checks = "".join(_warning(str(warning)) for warning in report.warnings)
    return f'<div class="answer"><h1>{_heading(report.answer)}</h1>{lede}{checks}</div>'


def _warning(text: str) -> str:
    return f'<p class="check"><span aria-hidden="true">⚠ </span>{escape(text)}</p>'


def _cards(cards: Sequence[Card], known: Known) -> str:
    """The headline numbers, each a door to its explanation."""
    if not cards:
        return ""
    items = "".join(_card(card, known) for card in cards)
    return f'<ul class="cards" aria-label="Headline numbers">{items}</ul>'


def _card(card: Card, known: Known) -> str:
    mark = MARKS.get(card.work, "")
    sign = f'<span class="{card.work}" aria-hidden="true">{mark} </span>' if mark else ""
    text = escape(card.cell.text)
    if card.word in SIGNS:
        chip = f'<span aria-hidden="true" data-sign="{SIGNS[card.word]}"></span>'
        text = f'<span class="chip">{chip}{text}</span>'
    number = f'<a href="#{escape(card.cell.key)}">{text}</a>' if card.cell.key in known else text
    note = f'<span class="note">{escape(card.note)}</span>' if card.note else ""
    share = _share(card.share) if card.share is not None else ""
    return (
        f'<li><span class="label">{sign}{escape(card.label)}</span>'
        f'<span class="number">{number}</span>{share}{render_range(card.cell.range)}{note}</li>'
    )


def _share(share: float) -> str:
    """A bar of training and inference; its number stands above it."""
    return (
        '<span class="share" aria-hidden="true">'
        f'<span class="training" style="flex:{1 - share:.4f}"></span>'
        f'<span class="inference" style="flex:{share:.4f}"></span></span>'
    )


def _said(inputs: Sequence[Table], known: Known) -> str:
    """What the plan says: of each sort of thing the first one in the open, the others folded."""
    if not inputs:
        return ""
    met: set[str] = set()
    parts = []
    for table in inputs:
        sort = table.id.partition(".")[0]
        parts.append(_said_table(table, known, folded=sort in met))
        met.add(sort)
    return (
        '<aside class="said" aria-label="What the plan says"><h2>The plan says</h2>'
        f"{''.join(parts)}</aside>"
    )


def _said_table(table: Table, known: Known, *, folded: bool) -> str:
    work = next(iter(table.works.values()), "")
    mark = f'<span class="{work}" aria-hidden="true">{MARKS[work]} </span>' if work else ""
    rows = "".join(
        f"<div><dt>{render_cell(name, '', known)}</dt>"
        f"<dd>{render_cell(value, '', known)}</dd></div>"
        for name, value in table.rows
    )
    title = f"<h3>{mark}{escape(table.title)}</h3>"
    body = f'<dl id="table-{escape(table.id)}">{rows}</dl>'
    if folded:
        return f'<details class="fold"><summary>{title}</summary>{body}</details>'
    return f"{title}{body}"


def _heading(text: str) -> str:
    """A sentence that folds in long names, but not between a share and its sign."""
    return render_name(text).replace(" %", "&nbsp;%")


def _section(section: Section, known: Known) -> str:
    """What was found as its heading, its charts and tables as the evidence, and its notes."""
    name = escape(section.id)
    figures = "".join(render_figure(chart, section, known) for chart in section.charts)
    tables = "".join(render_table(table, known) for table in section.tables)
    notes = render_notes(section.tables)
    notes = f'<div class="notes">{notes}</div>' if notes else ""
    many = ' class="many"' if len(section.charts) > 1 else ""
    figures = f"<div{many}>{figures}</div>" if figures else ""
    return (
        f'<section id="section-{name}" aria-labelledby="title-{name}"><div class="head">'
        f'<p class="kicker" aria-hidden="true">{escape(section.name)}</p>'
        f'<h2 id="title-{name}">{_heading(section.title)}</h2></div>'
        f'<div class="evidence">{figures}{tables}</div>{notes}</section>'
    )


def _foot(report: Report) -> str:
    of = f"{escape(report.title)} - {escape(report.subtitle)}"
    return f"<footer><p>{of}. Made by flopwatt.</p></footer>"
