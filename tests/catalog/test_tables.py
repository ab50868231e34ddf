"""A table is read with the place of every cell, whatever its quotes and line ends."""

import pytest

from flopwatt.catalog.tables import read_table
from flopwatt.problems import Place

TEXT = 'name,size,note\nunit,GB,\nA,80,"one, two"\nB, 40 ,"say ""so"""\n'


def test_names_units_and_cells():
    grid = read_table(TEXT, "t.csv")
    assert grid.columns == ("name", "size", "note")
    assert grid.units == {"name": "", "size": "GB", "note": ""}
    assert [dict(row.cells) for row in grid.rows] == [
        {"name": "A", "size": "80", "note": "one, two"},
        {"name": "B", "size": "40", "note": 'say "so"'},
    ]
    assert grid.problems == ()


def test_a_row_of_units_may_be_left_out():
    grid = read_table("name,size\nA,80\n", "t.csv")
    assert grid.units == {"name": "", "size": ""}
    assert len(grid.rows) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_do_not_count(end):
    grid = read_table("\ufeff" + TEXT.replace("\n", end) + end, "t.csv")
    assert grid.rows[1].cells["size"] == "40"
    assert grid.rows[1].place("size") == Place("t.csv", 4, 3)


def test_the_place_of_a_cell_counts_quotes_and_lines():
    grid = read_table('a,b,c\n"x, y",2,3\n"1\n2",5,6\n7,8,9\n', "t.csv")
    assert [row.place("b") for row in grid.rows] == [
        Place("t.csv", 2, 8), Place("t.csv", 4, 4), Place("t.csv", 5, 3),
    ]  # fmt: skip
    assert grid.rows[0].place("nothing") == Place("t.csv", 2, 1)
    assert grid.heads["c"] == Place("t.csv", 1, 5)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "bad-structure", (1, 1)),
        ("\n\n", "bad-structure", (1, 1)),
        ("a,b\n1\n", "bad-structure", (2, 1)),
        ("a,b\n1,2,3\n", "bad-structure", (2, 5)),
        ("a,b,a\n1,2,3\n", "duplicate-key", (1, 5)),
        ('a,b\n1,"2\n', "bad-syntax", (2, 1)),
        ('a,b\n1,"2"x\n', "bad-syntax", (2, 1)),
    ],
)
def test_what_is_wrong_is_kept_beside_what_could_be_read(text, code, place):
    problem = read_table(text, "t.csv").problems[0]
    assert (problem.code, problem.place) == (code, Place("t.csv", *place))


def test_a_short_row_keeps_its_cells_and_the_rest_are_empty():
    grid = read_table("a,b\n1\n2,3,4\n", "t.csv")
    assert [dict(row.cells) for row in grid.rows] == [{"a": "1", "b": ""}, {"a": "2", "b": "3"}]
    assert len(grid.problems) == 2
