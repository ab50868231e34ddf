"""A Report as plain data for the page and the API: texts with their keys, nothing worked out."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from flopwatt.api import InputGroup, Problem
from flopwatt.report import Card, Cell, Chart, Explanation, Input, Report, Section, Table, paragraph

WIDE = 672  # pixels at which a chart is drawn until the page says its own
# sections of the menu that carry a card's number, and those that carry that of their last row;
# others may have a number of their own
CARDS = {"crossover": "crossover", "training": "training", "products": "month", "expense": "share"}
SUMS = ("buying", "own")


def to_json(data: Any) -> bytes:
    """Plain data as JSON; a sign that no text can carry becomes a question mark."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def report_data(
    report: Report, width: int = WIDE, only: Collection[str] | None = None
) -> dict[str, Any]:
    """What the page shows of a plan; ``only`` names the sections wanted."""
    sections = [one for one in report.sections if only is None or one.id in only]
    return {
        "title": report.title,
        "subtitle": report.subtitle,
        "answer": report.answer,
        "lede": report.lede,
        "example": report.example,
        "cards": [_card(card) for card in report.cards],
        "menu": _menu(report),
        "sections": [_section(section, report, width, only is None) for section in sections],
    }


def _menu(report: Report) -> dict[str, str]:
    """The number that the menu carries for a section: of its card, its last sum or its own."""
    cards = {card.id: card.word or card.cell.text for card in report.cards}
    found = {name: cards[card] for name, card in CARDS.items() if card in cards}
    found |= {section.id: section.number for section in report.sections if section.number}
    for section in report.sections:
        if section.id in SUMS and section.tables and section.tables[0].rows:
            known = [cell for cell in section.tables[0].rows[-1] if report.known(cell.key)]
            found[section.id] = known[-1].text if known else ""
    return found


def _card(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "label": card.label,
        "cell": _cell(card.cell, True),
        "note": card.note,
        "work": card.work,
        "word": card.word,
        "share": card.share,
    }


def comparison_data(section: Section) -> dict[str, Any]:
    """Two plans side by side."""
    tables = [_table(table, lambda key: bool(key)) for table in section.tables]
    return {"title": section.title, "tables": tables}


def _section(section: Section, report: Report, width: int, whole: bool) -> dict[str, Any]:
    return {
        "id": section.id,
        "name": section.name,
        "title": section.title,
        "tables": [_table(table, report.known) for table in section.tables],
        "charts": [_chart(chart, report, width, whole) for chart in section.charts],
    }


def _chart(chart: Chart, report: Report, width: int, whole: bool) -> dict[str, Any]:
    """A chart; what stands behind it is left out while it moves."""
    return {
        "id": chart.id,
        "title": chart.title,
        "subtitle": chart.subtitle,
        "description": chart.description,
        "spec": chart.spec("page", width),
        "table": _table(chart.table, report.known) if whole else None,
    }


def _table(table: Table, known: Callable[[str], bool]) -> dict[str, Any]:
    return {
        "id": table.id,
        "title": table.title,
        "columns": table.columns,
        "rows": [[_cell(cell, known(cell.key)) for cell in row] for row in table.rows],
        "note": table.note,
        "words": table.words,
        "works": dict(table.works),
        "folded": table.folded,
        "foot": table.foot,
    }


def _cell(cell: Cell, known: bool) -> dict[str, Any]:
    """A cell without what is empty; ``lacks`` is the key of a value that is not known."""
    found = {"text": cell.text, "range": cell.range, "source": cell.source}
    found["key" if known else "lacks"] = cell.key
    return {name: text for name, text in found.items() if text or name == "text"}


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """One explanation, line by line, with a paragraph to copy."""
    return {
        "key": explanation.key,
        "meaning": explanation.meaning,
        "exact": explanation.exact,
        "written": explanation.written,
        "beside": explanation.beside,
        "likely": explanation.likely,
        "below": explanation.below,
        "lines": [vars(line) for line in explanation.lines],
        "months": explanation.months,
        "bearings": [
            {"head": head, "links": [vars(link) for link in links], "more": more}
            for head, links, more in explanation.bearings()
        ],
        "sources": [{"id": one.id, "text": one.text} for one in explanation.sources],
        "paragraph": paragraph(explanation),
    }


def input_data(groups: Iterable[InputGroup]) -> list[dict[str, Any]]:
    """The fields of a plan's text."""
    return [{**vars(group), "inputs": [_input(one) for one in group.inputs]} for group in groups]


def _input(one: Input) -> dict[str, Any]:
    found = {name: value for name, value in vars(one).items() if value}
    if one.stops is not None:
        found["stops"] = vars(one.stops)
    return found


def problem_data(problems: Iterable[Problem]) -> list[Mapping[str, Any]]:
    """What is wrong, with the words that a terminal would have."""
    return [problem.as_dict() for problem in problems]
