"""Python data is read as the text a person would have typed."""

from datetime import date
from decimal import Decimal

import numpy as np
import pytest

from flopwatt.problems import PlanError
from flopwatt.reader import read_dict


def test_python_data_becomes_text(flat):
    data = {
        "a": 1, "b": 0.1, "c": True, "d": "2.50 USD", "e": date(2026, 1, 2), 7: [1e400, -0.0],
        "f": (1, {"x": float("nan")}), "g": Decimal("2.50"), "h": {},
    }  # fmt: skip
    document = read_dict(data, "form")
    assert flat(document.root) == {
        "a": "1", "b": "0.1", "c": "true", "d": "2.50 USD", "e": "2026-01-02", "7": ["inf", "-0.0"],
        "f": ["1", {"x": "nan"}], "g": "2.50", "h": {},
    }  # fmt: skip
    assert document.root.place is None
    assert document.file == "form"


def test_numpy_numbers_are_written_as_numbers(flat):
    numpy = pytest.importorskip("numpy")
    data = {"a": numpy.float64(2.5), "b": numpy.int64(3), "c": numpy.float32(0.5)}
    assert flat(read_dict(data).root) == {"a": "2.5", "b": "3", "c": "0.5"}


@pytest.mark.parametrize("value", [None, object(), {1, 2}, b"x", 1j])
def test_python_values_that_are_no_plan_values(value, refusal):
    problem = refusal(read_dict, {"a": {"b": [1, value]}})
    assert (problem.code, problem.place, problem.field) == ("bad-structure", None, "a.b[2]")
    assert type(value).__name__ in problem.message


def test_a_python_number_too_long_to_write(refusal):
    assert refusal(read_dict, {"a": 10**5000}).code == "bad-structure"
    assert refusal(read_dict, {10**5000: 1}).code == "bad-structure"


def test_python_keys(refusal):
    assert refusal(read_dict, {"a": {None: 1}}).code == "bad-structure"
    assert refusal(read_dict, {True: 1}).code == "bad-structure"
    assert refusal(read_dict, [1]).code == "bad-structure"
    assert refusal(read_dict, {"a\0": 1}).code == "bad-file"
    (problem,) = read_dict({1: "x", "1": "y"}).problems
    assert (problem.code, problem.field) == ("duplicate-key", "1")


def test_endless_python_data(refusal):
    loop: dict = {}
    loop["a"] = loop
    assert refusal(read_dict, loop).code == "too-deep"
    wide: list = [1]
    for _ in range(9):
        wide = [wide] * 100
    assert refusal(read_dict, {"a": wide}).code == "bad-file"


@pytest.mark.parametrize(
    "value",
    [np.timedelta64(5, "D"), np.timedelta64("NaT"), np.datetime64("2026-01-01"), np.array([1, 2])],
)
def test_a_value_of_numpy_that_is_no_number_is_told_with_what_was_given(value):
    with pytest.raises(PlanError, match="is no value of a plan") as caught:
        read_dict({"horizon": value})
    (problem,) = caught.value.problems
    assert (problem.field, problem.given) == ("horizon", repr(value))
