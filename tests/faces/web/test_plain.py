"""A Report as plain data: the same texts, in the same places."""

import json
from dataclasses import replace

from flopwatt.faces.web.plain import explanation_data, report_data, to_json
from flopwatt.report import Cell


def test_every_text_is_that_of_the_report(report):
    found = json.loads(to_json(report_data(report)))
    assert found["answer"] == report.answer
    for told, section in zip(found["sections"], report.sections, strict=True):
        assert told["title"] == section.title
        for plain, table in zip(told["tables"], section.tables, strict=True):
            cells = [[Cell(**_named(cell)) for cell in row] for row in plain["rows"]]
            assert cells == [[replace(cell) for cell in row] for row in table.rows]
        for plain, chart in zip(told["charts"], section.charts, strict=True):
            assert plain["title"] == chart.title
            assert plain["spec"]["datasets"]
    for told, card in zip(found["cards"], report.cards, strict=True):
        assert told["cell"]["text"] == card.cell.text


def _named(cell):
    return {"text": cell["text"], "key": cell.get("key", cell.get("lacks", "")),
            "range": cell.get("range", ""), "source": cell.get("source", "")}  # fmt: skip


def test_a_door_leads_to_what_is_known_alone(report):
    for section in report_data(report)["sections"]:
        for table in section["tables"]:
            for row in table["rows"]:
                for cell in row:
                    assert report.known(cell["key"]) if "key" in cell else True
                    assert not report.known(cell.get("lacks", ""))


def test_the_menu_carries_numbers_of_the_report(report):
    shown = {cell.text for table in report.tables() for row in table.rows for cell in row}
    shown |= {card.cell.text for card in report.cards} | {card.word for card in report.cards}
    assert set(report_data(report)["menu"].values()) <= shown


def test_an_explanation_keeps_its_lines(report):
    explanation = report.explain(report.example)
    found = explanation_data(explanation)
    assert [line["text"] for line in found["lines"]] == [line.text for line in explanation.lines]
    assert report.example in found["paragraph"]
    links = [link for told in found["bearings"] for link in told["links"]]
    assert [one["key"] for one in links] == [
        link.key for link in (*explanation.moved_by, *explanation.used_by)
    ]


def test_what_no_text_can_carry_is_no_failure():
    assert to_json({"a": "\ud800"}) == b'{"a":"?"}'


def test_awkward_texts_stay_what_they_are(awkward, awkward_text):
    assert json.loads(to_json(report_data(awkward)))["answer"] == awkward_text
