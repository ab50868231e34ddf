"""Published values recomputed: the page and the document, of rows made by hand."""

import json

import pytest

from flopwatt.report.backtest import backtest_document, backtest_page
from flopwatt.studies.backtest import Backtest, Scored, Unmodelled

ROWS = (
    Scored("A1", 100.0, 110.0, 0.10, {"engine": "vLLM"}),
    Scored("A2", 200.0, 194.0, -0.03, {"engine": "vLLM"}),
    Scored("A3", 50.0, 50.0, 0.0, {"engine": ""}),
    Scored("A4", "yes", "no", 1.0, {"engine": "vLLM"}),
    Scored("A5", "no", "no", 0.0, {"engine": "SGLang"}),
    Scored("A6", 10.0, 20.0, 1.0, {"engine": "SGLang"}, apart=True),
)
FOUND = Backtest("memory", ROWS, (Unmodelled("A7", "names no model"),))


def test_the_document_has_the_shape_that_is_published():
    document = json.loads(json.dumps(backtest_document(FOUND), allow_nan=False))
    assert list(document) == ["schema", "kind", "overall", "by", "rows", "not_modelled"]
    assert (document["schema"], document["kind"]) == ("flopwatt/1", "memory")
    # sizes 0, 3 and 10 %: words and what stands apart do not count here
    assert document["overall"] == {
        "n": 3,
        "median_abs_error": 0.03,
        "mean_abs_error": pytest.approx(0.13 / 3),
        "p90_abs_error": pytest.approx(0.086),
        "bias": pytest.approx(0.07 / 3),
    }
    assert document["by"]["engine"]["vLLM"]["n"] == 2
    assert document["by"]["engine"]["SGLang"]["n"] == 1
    first, *_, last = document["rows"]
    assert first == {"id": "A1", "expected": 100, "predicted": 110, "error": 0.10}
    assert last["apart"] is True
    assert document["not_modelled"] == [{"id": "A7", "reason": "names no model"}]


def test_the_page_begins_with_the_error_over_all(texts):
    page = backtest_page(FOUND)
    assert page.title == (
        "memory: median error 3 % over 3 rows; 1 more measure something else, and stand apart"
    )
    overall, by, rows, rest = page.tables
    assert texts(overall) == [["all", "3", "3 %", "4.3 %", "8.6 %", "+2.3 %"]]
    assert [row[0] for row in texts(by)] == ["not stated", "SGLang", "vLLM"]
    assert texts(rest) == [["A7", "names no model"]]
    told = {row[0]: row[1:] for row in texts(rows)}
    assert told["A1"] == ["100", "110", "+10 %"]
    assert told["A2"] == ["200", "194", "-3 %"]
    assert told["A4"] == ["yes", "no", "wrong"]
    assert told["A5"] == ["no", "no", ""]
    assert told["A6 (apart)"][2] == "+100 %"


def test_nothing_that_has_a_number():
    page = backtest_page(Backtest("memory", (ROWS[3],), ()))
    assert page.title == "memory: no row with a number"
    assert [table.id for table in page.tables] == ["overall", "rows"]
    apart = backtest_page(Backtest("memory", (ROWS[5],), ()))
    assert apart.title.startswith("memory: no row with a number; 1 more measure something else")
    assert backtest_document(Backtest("memory", (), ()))["overall"]["median_abs_error"] is None


def test_what_a_row_is_of_is_told_beside_it(texts):
    about = {"scope": "IT", "power": "peak", "pue": "", "unit": "IT kW", "what": "rack"}
    found = Backtest("power", (Scored("P1", 100.0, 90.0, -0.1, {}, about=about),), ())
    rows = backtest_page(found).tables[-1]
    assert rows.columns == ("row", "scope", "power", "published", "predicted", "error")
    assert texts(rows) == [["P1", "IT", "peak", "100 IT kW", "90", "-10 %"]]
    (row,) = backtest_document(found)["rows"]
    assert {name: row[name] for name in about} == about
