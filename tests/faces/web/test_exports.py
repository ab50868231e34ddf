"""Files to take away hold what the report shows."""

import csv
import io
import json

import pytest

from flopwatt import api
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
