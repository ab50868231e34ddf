"""Files to take away: the JSON document, tables as CSV, the page as HTML, a workbook, a chart."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from flopwatt.api import Answer, PlanError, Problem
from flopwatt.faces.html import render_html
from flopwatt.faces.json import render_json
from flopwatt.faces.svg import draw_png, draw_svg, drawing_problems
from flopwatt.report import Chart, Report, Table

WIDE = 900  # pixels of a picture that stands by itself
HEADS = ("section", "table", "row", "column", "text", "range", "key")


def make_file(answer: Answer, kind: str, part: str = "") -> bytes:
    """One file of results; ``part`` names a table or a chart. Raises PlanError."""
    makers: dict[str, Callable[[Report, str], bytes]] = {
        "json": lambda report, _: render_json(report).encode(),
        "html": lambda report, _: render_html(report).encode("utf-8", "replace"),
        "csv": _csv,
        "xlsx": lambda *_: answer.to_xlsx(),
        "svg": lambda report, part: draw_svg(_picture(report, part)).encode(),
        "png": lambda report, part: draw_png(_picture(report, part)),
    }
    if kind not in makers:
        raise _refused(f"no file of this kind is made: {kind}", "kind", kind, makers)
    return makers[kind](answer.report, part)


def _csv(report: Report, part: str) -> bytes:
    """One table as it stands, or every cell of all tables in a line of its own."""
    file = io.StringIO()
    writer = csv.writer(file)
    tables = [(section, table) for section in report.sections for table in section.tables]
    if part:
        chosen = [table for table in report.tables() if table.id == part]
        if not chosen:
            names = dict.fromkeys(table.id for table in report.tables())
            raise _refused("no table has this name", "part", part, names)
        writer.writerow(_heads(chosen[0]))
        writer.writerows(_line(chosen[0], index) for index in range(len(chosen[0].rows)))
    else:
        writer.writerow(HEADS)
        for section, table in tables:
            for row in table.rows:
                for column, cell in zip(table.columns[1:], row[1:], strict=True):
                    told = (cell.text, cell.range, cell.key)
                    writer.writerow((section.id, table.id, row[0].text, column, *told))
    return file.getvalue().encode()


def _picture(report: Report, part: str) -> Any:
    """One chart as it stands by itself: light, with its title. Raises PlanError."""
    problems = list(drawing_problems())
    if problems:
        message = "a chart cannot be drawn here: vl-convert-python is missing"
        raise PlanError([replace(problems[0], message=message, warning=False)])
    charts: dict[str, Chart] = {
        chart.id: chart for section in report.sections for chart in section.charts
    }
    if part not in charts:
        raise _refused("no chart has this name", "part", part, charts)
    return charts[part].spec(width=WIDE, titled=True)


def _heads(table: Table) -> list[str]:
    """Columns, each followed by its range where any cell has one."""
    ranged = _ranged(table)
    return [
        name
        for index, column in enumerate(table.columns)
        for name in ([column, f"{column}, likely"] if index in ranged else [column])
    ]


def _line(table: Table, index: int) -> list[str]:
    ranged = _ranged(table)
    return [
        text
        for place, cell in enumerate(table.rows[index])
        for text in ([cell.text, cell.range] if place in ranged else [cell.text])
    ]


def _ranged(table: Table) -> set[int]:
    return {place for row in table.rows for place, cell in enumerate(row) if cell.range}


def _refused(message: str, field: str, given: str, names: Iterable[str]) -> PlanError:
    allowed = ", ".join(names)
    return PlanError([Problem("unknown-name", message, None, field, given[:60], allowed)])
