"""Fields of a config: what is read, what is refused, and what stands in."""

import json
import math

import pytest

from flopwatt.architecture.config import MOST_PROBLEMS, open_config
from flopwatt.architecture.lacking import Lacking, LackingError
from flopwatt.problems import PlanError


def told(config):
    return [(problem.code, problem.field) for problem in config.reading.problems]


@pytest.mark.parametrize(
    ("value", "read"), [(4096, 4096), (4096.0, 4096), (1, 1), (1_000_000_000, 10**9)]
)
def test_a_whole_number(value, read):
    config = open_config({"n": value})
    assert config.count("n") == read
    assert isinstance(config.count("n"), int)
    assert not told(config)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("4096", "bad-number"),
        ("", "bad-number"),
        (True, "bad-number"),
        (0.5, "bad-number"),
        (math.nan, "bad-number"),
        (math.inf, "bad-number"),
        ([1], "bad-number"),
        ({}, "bad-number"),
        (0, "out-of-range"),
        (-1, "out-of-range"),
        (10**9 + 1, "out-of-range"),
        (10**5000, "out-of-range"),
        (1e300, "out-of-range"),
        ([10**5000], "bad-number"),
    ],
    ids=lambda value: (
        str(value)[:20] if not isinstance(value, int | list) else type(value).__name__
    ),
)
def test_what_is_no_whole_number_is_refused(value, code):
    config = open_config({"n": value})
    assert isinstance(config.count("n"), Lacking)
    config.count("n")  # asked again, told once
    assert told(config) == [(code, "n")]
    assert len(str(config.reading.problems[0])) < 300


@pytest.mark.parametrize("value", [None, ...])
def test_null_is_absent(value):
    config = open_config({} if value is ... else {"n": None})
    assert not config.has("n")
    assert config.count("n").names == {"n"}
    assert config.count("n", default=3) == 3
    assert config.flag("n", default=True)
    assert config.word("n", default="w") == "w"
    assert config.items("n") is None
    assert config.child("n") is None
    assert not told(config)
    assert not config.reading.assumed


def test_the_first_name_that_holds_a_value_counts():
    config = open_config({"a": None, "b": 2, "c": 3})
    assert config.count("a", "b", "c") == 2
    assert config.raw("a", "c") == 3


def test_a_default_with_a_reason_is_shown():
    config = open_config({"inner": {}}).child("inner")
    config.count("n", default=3, why="the class")
    config.flag("f", default=True, why="the class")
    config.word("w", default="x", why="the class")
    config.number("r", default=0.5, why="the class")
    shown = {one.key: one.value for one in config.reading.assumed.values()}
    assert shown == {"inner.n": "3", "inner.f": "true", "inner.w": "x", "inner.r": "0.5"}


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (0, "out-of-range"),
        (-1.5, "out-of-range"),
        (math.nan, "out-of-range"),
        (math.inf, "out-of-range"),
        (10**400, "out-of-range"),
        ("2", "bad-number"),
        (False, "bad-number"),
    ],
    ids=["0", "negative", "nan", "inf", "huge", "text", "false"],
)
def test_what_is_no_number_above_0_is_refused(value, code):
    config = open_config({"r": value})
    assert config.number("r", default=0.5) == 0.5
    assert told(config) == [(code, "r")]


def test_values_that_no_one_asks_for_may_be_anything():
    config = open_config({"n": 1, "unused": math.nan, "deep": {"more": [math.inf, 10**5000]}})
    assert config.count("n") == 1
    assert not told(config)


@pytest.mark.parametrize("value", ["true", 1, 0, [], "yes"])
def test_what_is_neither_true_nor_false_is_refused(value):
    config = open_config({"f": value})
    assert config.flag("f", default=False) is False
    assert told(config) == [("bad-number", "f")]


def test_a_text_a_list_and_an_object_are_asked_for_by_kind():
    config = open_config({"w": 1, "l": "ab", "o": [1]})
    assert config.word("w", default="x") == "x"
    assert config.items("l") is None
    assert config.child("o") is None
    assert [field for _, field in told(config)] == ["w", "l", "o"]


@pytest.mark.parametrize("value", [10**9, 2_001, 0, -3, "32"])
def test_so_many_layers_are_refused(value):
    config = open_config({"num_hidden_layers": value})
    with pytest.raises(LackingError):
        config.layers()
    assert [field for _, field in told(config)] == ["num_hidden_layers"]


def test_layers_that_are_missing_decide():
    with pytest.raises(LackingError) as caught:
        open_config({}).layers()
    assert caught.value.names == {"num_hidden_layers"}
    assert open_config({"n_layer": 12.0}).layers() == 12


def test_a_list_per_layer_is_long_enough():
    config = open_config({"kinds": ["a", "b", "c"]})
    assert config.per_layer(2, "kinds") == ["a", "b", "c"]
    assert config.per_layer(4, "kinds") is None
    assert told(config) == [("bad-number", "kinds")]


def test_problems_without_number_are_told_up_to_a_limit():
    config = open_config({f"n{at}": "x" for at in range(1000)})
    for at in range(1000):
        config.count(f"n{at}")
    assert len(config.reading.problems) == MOST_PROBLEMS


def test_a_folder_with_its_file_of_quantisation(tmp_path):
    (tmp_path / "config.json").write_text('{"n": 3}', encoding="utf-8")
    assert open_config(tmp_path).count("n") == 3
    assert not open_config(tmp_path).has("hf_quant_config")
    beside = {"quantization": {"quant_algo": "NVFP4"}}
    (tmp_path / "hf_quant_config.json").write_text(json.dumps(beside), encoding="utf-8")
    assert open_config(tmp_path).raw("hf_quant_config") == beside
    assert open_config(str(tmp_path / "config.json")).raw("hf_quant_config") == beside


def test_a_file_of_another_name_has_nothing_beside_it(tmp_path):
    (tmp_path / "model.json").write_text('{"n": 3}', encoding="utf-8")
    (tmp_path / "hf_quant_config.json").write_text("no JSON", encoding="utf-8")
    assert not open_config(tmp_path / "model.json").has("hf_quant_config")


@pytest.mark.parametrize("path", ["https://example.org/config.json", "nowhere/config.json"])
def test_what_is_no_file_here_is_refused(path):
    with pytest.raises(PlanError) as caught:
        open_config(path)
    assert caught.value.problems[0].code == "bad-file"


def test_a_folder_without_a_config_is_refused(tmp_path):
    with pytest.raises(PlanError) as caught:
        open_config(tmp_path)
    assert "config.json" in caught.value.problems[0].given


def test_a_problem_has_the_line_of_its_field(tmp_path):
    text = '{\n "vision": {"n": 1},\n "text": {\n  "n": "x"\n }\n}'
    (tmp_path / "config.json").write_text(text, encoding="utf-8")
    config = open_config(tmp_path)
    config.child("text").count("n")
    assert str(config.reading.problems[0].place) == "config.json:4:3"
