"""What a workbook holds before it is written."""

from flopwatt.report.workbook.book import Sheet, column_name


def test_columns_have_letters():
    assert [column_name(n) for n in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


def test_a_block_begins_with_its_title():
    sheet = Sheet("s", {})
    sheet.put_block(3, "title", 2)
    assert [sheet.cells[3, column].value for column in (0, 1)] == ["title", ""]
