"""Files to take away hold what the report shows."""

import builtins
import csv
import io
import json
import zipfile

import pytest

from flopwatt import api
from flopwatt.faces import svg
from flopwatt.faces.web.exports import make_file


@pytest.fixture(scope="module")
def answer(plan_text):
    return api.run(api.PlanText(plan_text), draws=50)


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode())))


def test_the_document_is_that_of_the_command_line(answer):
    assert json.loads(make_file(answer, "json")) == json.loads(json.dumps(answer.to_dict()))


def test_every_cell_of_every_table_is_a_line(answer):
    head, *rows = rows_of(make_file(answer, "csv"))
    assert head[-1] == "key"
    cells = [
        cell
        for section in answer.report.sections
        for table in section.tables
        for row in table.rows
        for cell in row[1:]
    ]
    assert [(row[4], row[5], row[6]) for row in rows] == [
        (cell.text, cell.range, cell.key) for cell in cells
    ]


def test_one_table_keeps_its_form(answer):
    head, *rows = rows_of(make_file(answer, "csv", "crossover"))
    assert head[:3] == ["product", "training bill", "training bill, likely"]
    assert all(len(row) == len(head) for row in rows)


@pytest.mark.parametrize(("kind", "part"), [("exe", ""), ("csv", "no-such-table"), ("svg", "x")])
def test_what_is_not_made_is_told(answer, kind, part):
    with pytest.raises(api.PlanError):
        make_file(answer, kind, part)


def test_every_table_behind_a_chart_is_a_file(answer):
    for section in answer.report.sections:
        for chart in section.charts:
            head, *rows = rows_of(make_file(answer, "csv", chart.table.id))
            assert head[0] == chart.table.columns[0]
            assert len(rows) == len(chart.table.rows)


def test_a_workbook_is_that_of_the_command_line(answer):
    assert zipfile.is_zipfile(io.BytesIO(make_file(answer, "xlsx")))


def test_each_chart_is_a_picture_with_its_title(answer):
    pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")
    charts = [chart for section in answer.report.sections for chart in section.charts]
    assert charts
    for chart in charts:
        drawn = make_file(answer, "svg", chart.id)
        assert b"http://www.w3.org/2000/svg" in drawn
        assert chart.title.split()[0].encode() in drawn
        assert make_file(answer, "png", chart.id).startswith(b"\x89PNG")


def test_where_nothing_draws_the_package_is_named(answer, monkeypatch):
    real = builtins.__import__

    def lacking(name, *rest, **more):
        if name == "vl_convert":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", lacking)
    svg.can_draw.cache_clear()
    with pytest.raises(api.PlanError) as refused:
        make_file(answer, "png", "crossover")
    (problem,) = refused.value.problems
    assert problem.allowed == "pip install 'flopwatt[report]'"
    assert not problem.warning
    svg.can_draw.cache_clear()
