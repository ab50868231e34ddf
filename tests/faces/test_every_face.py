"""Every number that any face shows is a cell of the Report: one test over all examples."""

import datetime
import io
import json
import math
import re

import openpyxl
import pytest

from flopwatt.faces.cli.output import print_report
from flopwatt.faces.html import render_html
from flopwatt.faces.json import render_json
from flopwatt.faces.markdown import render_markdown
from flopwatt.faces.web.plain import report_data
from tests.conftest import spread

WIDE, ALL_ROWS = "600", 100_000
DAY_ZERO = datetime.date(1899, 12, 30)  # from which spreadsheets count
NEVER = 1e299  # what a workbook has for a day that does not come


@pytest.fixture(scope="module")
def told(report):
    """The rows of every table by the table's id, as the texts and ranges of their cells."""
    return {table.id: [[(c.text, c.range) for c in row] for row in table.rows]
            for table in report.tables()}  # fmt: skip


@pytest.fixture(scope="module")
def open_tables(report):
    """The tables that no face folds away."""
    return [t for section in report.sections for t in section.tables if not t.folded]


def test_the_terminal_prints_every_row_as_the_report_has_it(
    report, open_tables, capsys, monkeypatch
):
    monkeypatch.setenv("COLUMNS", WIDE)
    print_report(report, "plan.yaml", ALL_ROWS)
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    for table in open_tables:
        for row in table.rows:
            words = " ".join(" ".join(cell.text.split()) for cell in row if cell.text)
            assert any(words in line for line in lines), (table.id, words)


def test_markdown_has_every_row_as_the_report_has_it(report, open_tables):
    lines = [
        [part.strip().replace("\\", "") for part in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in render_markdown(report).splitlines()
        if line.startswith("|")
    ]
    for table in open_tables:
        for row in table.rows:
            texts = [cell.text.replace("\\", "") for cell in row]
            assert any(_begin(line, texts) for line in lines), (table.id, texts)


def _begin(line, texts):
    """Whether each part of a line begins with its text; a range may follow."""
    return len(line) == len(texts) and all(map(str.startswith, line, texts))


def test_the_document_has_the_number_behind_every_cell(report):
    results = json.loads(render_json(report))["results"]
    assert set(report.shown()) <= set(results)
    same = 0
    for key in spread(report.shown()):
        exact = re.match(r"(-?[\d,]+(?:\.\d+)?(?:e[+-]?\d+)?) ", report.explain(key).exact + " ")
        value = results[key]["value"]
        if exact is None or not isinstance(value, float) or "%/" in results[key]["unit"]:
            continue  # no number, or a growth, which is told per the period that the plan has
        assert float(exact[1].replace(",", "")) == pytest.approx(value, rel=1e-9), key
        same += 1
    assert same > 3


def test_the_live_page_gets_every_cell_as_the_report_has_it(report, told):
    data = json.loads(json.dumps(report_data(report)))
    tables = [t for section in data["sections"] for t in section["tables"]]
    tables += [c["table"] for section in data["sections"] for c in section["charts"]]
    assert {table["id"] for table in tables} == set(told) - {t.id for t in report.inputs}
    for table in tables:
        rows = [[(c["text"], c.get("range", "")) for c in row] for row in table["rows"]]
        assert rows == told[table["id"]], table["id"]
    cards = [(one["cell"]["text"], one["cell"].get("range", "")) for one in data["cards"]]
    assert cards == [(card.cell.text, card.cell.range) for card in report.cards]


def test_the_page_shows_every_cell_as_the_report_has_it(report, told, read_page):
    page = read_page(render_html(report))
    shown = page.tables()
    assert {f"table-{t.id}" for section in report.sections for t in section.tables} <= set(shown)
    for name, found in shown.items():
        rows = page.rows(found)[1:]
        expected = told[name.removeprefix("table-")]
        assert rows == [[text + likely for text, likely in row] for row in expected], name


def test_the_workbook_holds_the_number_of_every_cell(report, open_tables):
    """A text as the report has it, or a number that is the document's to nine digits."""
    results = report.document["results"]
    book = io.BytesIO(report.make_workbook(report))
    sheet = openpyxl.load_workbook(book, data_only=True)["Report"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    at = 0
    for table in open_tables:
        for row in table.rows:
            at = next((n for n in range(at, len(rows)) if _holds(rows[n], row, results)), len(rows))
            assert at < len(rows), (table.id, [cell.text for cell in row])
            at += 1


def _holds(found, row, results):
    return all(
        _same(value, cell, results)
        for value, cell in zip(found, [*row, *[None] * len(found)], strict=False)
    )


def _same(value, cell, results):
    """Whether a cell of the sheet says what a cell of the Report does."""
    if cell is None or not cell.text:
        return value in (None, "")
    if isinstance(value, str) or cell.key not in results:
        return str(value) == cell.text
    known = results[cell.key]
    if "date" in known and "outcome" not in known:
        if known["date"] is None:
            return value >= NEVER
        return value == (datetime.date.fromisoformat(known["date"]) - DAY_ZERO).days
    if "outcome" in known and known["value"] is None:
        return cell.text == known["outcome"] and value >= NEVER
    number = known["value"][-1] if isinstance(known["value"], list) else known["value"]
    # a sheet shows 4.6 % of 0.046; a rate such as %/month keeps its unit, and growth does not
    shares = (1.0, 0.01) if known["unit"].startswith("%") else (1.0,)
    return isinstance(value, int | float) and any(
        math.isclose(value, number * share, rel_tol=1e-9) for share in shares
    )
