"""Errors of predictions, and tables of published values as they are read."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.backtest import (
    Backtest,
    Errors,
    compare,
    errors_of,
    number_in,
    read_truth,
)

ROW = {"id": "A1", "x": "2.5", "y": "", "z": "about 3"}


def test_errors_are_relative():
    found = errors_of([0.1, -0.2, 0.0])
    assert found.n == 3
    assert found.median_abs_error == 0.1
    assert found.mean_abs_error == pytest.approx(0.1)
    assert found.p90_abs_error == pytest.approx(0.18)
    assert found.bias == pytest.approx(-0.1 / 3)
    assert errors_of([]) == Errors(0)


def test_words_count_beside_the_numbers_and_not_among_them():
    rows = (
        compare(ROW, 100.0, 110.0, {"what": "tokens"}),
        compare(ROW, "yes", "no", {"what": "fits"}),
        compare(ROW, "no", "no", {"what": "fits"}),
    )
    found = Backtest("memory", rows, ())
    assert found.overall.n == 1
    assert found.overall.bias == pytest.approx(0.1)
    assert found.by["what"]["fits"].mean_abs_error == 0.5


def test_a_cell_is_a_number_or_empty():
    assert number_in(ROW, "x") == 2.5
    assert number_in(ROW, "y") is None
    for text in ("about 3", "nan", "inf"):
        with pytest.raises(PlanError, match="A1"):
            number_in({**ROW, "z": text}, "z")


def test_a_table_lacks_columns(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("id,x\nA1, 2.5 \n")
    assert read_truth(path, ("id", "x")) == [{"id": "A1", "x": "2.5"}]
    with pytest.raises(PlanError, match="lacks y"):
        read_truth(path, ("id", "y"))


@pytest.mark.parametrize(
    ("text", "told"),
    [("id\n" + "x" * 200_000, "no CSV"), ("id\n" + "A\n" * 100_001, "100,000 rows")],
)
def test_a_table_that_cannot_be_read(tmp_path, text, told):
    path = tmp_path / "truth.csv"
    path.write_text(text)
    with pytest.raises(PlanError, match=told):
        read_truth(path, ("id",))
