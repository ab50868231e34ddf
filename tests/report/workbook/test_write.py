"""The file itself: texts stay texts, values stand beside formulas, and what is lacking is told."""

import io
import re
import sys
import zipfile

import openpyxl
import pytest

from flopwatt.problems import PlanError
from flopwatt.report.workbook.book import Book, Sheet, SheetCell
from flopwatt.report.workbook.write import write_book
from flopwatt.studies.run import run_plan

NASTY = ("=1+1", "+1", "-1", "@SUM(A1)", "{=1}", "http://a.b", "=cmd|'/c calc'!A1", "123", "\tx")


def read(data, **how):
    return openpyxl.load_workbook(io.BytesIO(data), **how)


def written(*cells):
    sheet = Sheet("One", {0: 10})
    for row, cell in enumerate(cells):
        sheet.cells[row, 0] = cell
    return write_book(Book("a book", (sheet,), {"here": "One!$A$1"}))


def test_texts_are_written_as_texts_however_they_begin():
    data = written(*(SheetCell(text) for text in NASTY))
    page = zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in page
    assert "hyperlink" not in page
    assert [cell.value for cell in read(data)["One"]["A"]] == list(NASTY)
    assert {cell.data_type for cell in read(data)["One"]["A"]} == {"s"}


def test_texts_of_a_plan_are_texts_too(plan, book):
    plan["name"] = "=HYPERLINK(1)"
    plan["training"]["base"]["cost"] = {"value": "$1M", "note": "@now"}
    data = write_book(book(run_plan(plan)))
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        pages = [file.read(name).decode() for name in file.namelist() if "sheets/sheet" in name]
    assert not [page for page in pages if re.search("<f[^>]*>[^<]*(HYPERLINK|@now)", page)]
    texts = [cell.value for sheet in read(data) for row in sheet.iter_rows() for cell in row]
    assert {"=HYPERLINK(1)", "@now"} <= set(texts)


def test_a_value_stands_beside_its_formula():
    data = written(SheetCell(2.5, "=1+1.5", "0.00", "live"), SheetCell(7, "=SUM(A1)", listed=True))
    assert [read(data, data_only=True)["One"][cell].value for cell in ("A1", "A2")] == [2.5, 7]
    assert read(data)["One"]["A1"].value == "=1+1.5"
    assert read(data)["One"]["A1"].number_format == "0.00"


def test_a_text_that_no_cell_holds_is_cut():
    assert len(read(written(SheetCell("x" * 40_000)))["One"]["A1"].value) == 32_767


def test_words_are_offered_and_links_lead(at):
    data = written(SheetCell("yes", words=("yes", "no")), SheetCell("see", link="One!A1"))
    sheet = read(data)["One"]
    assert sheet.data_validations.dataValidation[0].formula1 == '"yes,no"'
    assert sheet["A2"].hyperlink.location == "One!A1"


def test_a_missing_package_is_told_with_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(PlanError, match="xlsxwriter") as caught:
        written(SheetCell("a"))
    (problem,) = caught.value.problems
    assert (problem.code, problem.allowed) == ("not-installed", 'pip install "flopwatt[xlsx]"')
