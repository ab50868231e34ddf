"""JSON files as others publish them: what is read, what is refused, and where."""

import json
import math
import os

import pytest

from flopwatt.problems import PlanError
from flopwatt.reader import JsonFile, read_json, read_json_text
from flopwatt.reader.json_file import MAX_DEPTH


def read(text):
    return read_json_text(text, "c.json").data


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("{}", {}),
        ('{"a": 1, "b": [1.5, null, true, "x"]}', {"a": 1, "b": [1.5, None, True, "x"]}),
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{\r\n "a": 1\r\n}\r\n', {"a": 1}),
        ('\n\n{"a": 1}\n\n', {"a": 1}),
        ('{"a": 1e3}', {"a": 1000.0}),
        ('{"a": "b\\"{[\\\\", "c": 2}', {"a": 'b"{[\\', "c": 2}),
        ('{"a": 1, "a": 1}', {"a": 1}),
    ],
)
def test_what_is_read(text, data):
    assert read(text) == data


def test_infinity_and_nan_are_read():
    data = read('{"a": Infinity, "b": -Infinity, "c": NaN}')
    assert data["a"] == math.inf
    assert data["b"] == -math.inf
    assert math.isnan(data["c"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-file"),
        ("  \n\t", "bad-file"),
        ("\ufeff", "bad-file"),
        ("[]", "bad-structure"),
        ('[{"a": 1}]', "bad-structure"),
        ('"text"', "bad-structure"),
        ("3", "bad-structure"),
        ("null", "bad-structure"),
        ("{", "bad-syntax"),
        ('{"a": 1', "bad-syntax"),
        ('{"a": 1,}', "bad-syntax"),
        ("{'a': 1}", "bad-syntax"),
        ('{"a": 1} {"b": 2}', "bad-syntax"),
        ('{"a": 1}}', "bad-syntax"),
        ('{"a": 01}', "bad-syntax"),
        ('{"a": "x\ny"}', "bad-syntax"),
        ("a: 1", "bad-syntax"),
        ('{"a": 1, "a": 2}', "duplicate-key"),
        ('{"b": {"a": 1, "a": [1]}}', "duplicate-key"),
        ('{"a": ' + "9" * 5000 + "}", "not-finite"),
        ('{"a": ' + "[" * 61 + "]" * 61 + "}", "too-deep"),
        ("[" * 100_000, "too-deep"),
        ('{"a":' * 100_000, "too-deep"),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else None,
)
def test_what_is_refused(refusal, text, code):
    problem = refusal(read, text)
    assert problem.code == code
    assert problem.place.file == "c.json"


def test_a_depth_that_is_read():
    depth = MAX_DEPTH - 1
    assert read('{"a": ' + "[" * depth + "]" * depth + "}")
    assert read('{"a": "' + "[" * 1000 + '"}')


def test_refusals_have_their_line(refusal):
    assert str(refusal(read, '{\n "a": 1,\n "b": x\n}').place) == "c.json:3:7"
    problem = refusal(read, '{\n "b": 1,\n "a": 1,\n "a": 2\n}')
    assert problem.field == "a"
    assert problem.place.line == 3


NESTED = (
    '{\n "x": {"n": 1, "y": ["n"]},\n "t": "n",\n "y": {\n  "x": {"n": 0},\n  "n": 2},\n "n": 3\n}'
)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("n", "7:2"),
        ("x.n", "2:8"),
        ("y.n", "6:3"),
        ("y.x.n", "5:9"),
        ("y", "4:2"),
        ("y.absent", "4:2"),
        ("absent", "1:1"),
        ("", "1:1"),
    ],
)
def test_the_place_of_a_key(path, place):
    assert str(read_json_text(NESTED, "c").place(path)) == f"c:{place}"


def test_data_of_no_file_has_no_places():
    assert JsonFile("config", {"a": 1}).place("a") is None


def test_a_file(tmp_path, refusal):
    path = tmp_path / "config.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n')
    assert read_json(path).data == {"a": 1}
    assert read_json(str(path)).name == "config.json"
    path.write_bytes(b'{"a": "\xff"}')
    assert "UTF-8" in refusal(read_json, path).message
    path.write_text('{"a": 1}', encoding="utf-16")
    assert "UTF-16" in refusal(read_json, path).message
    path.write_bytes(b"")
    assert "empty" in refusal(read_json, path).message


@pytest.mark.parametrize("address", ["https://example.org/config.json", "http:/x/config.json"])
def test_an_address_is_refused(refusal, address):
    assert "network" in refusal(read_json, address).message


def test_what_is_no_file_is_refused(tmp_path, refusal):
    assert refusal(read_json, tmp_path / "absent.json").code == "bad-file"
    assert refusal(read_json, tmp_path).code == "bad-file"
    assert refusal(read_json, os.devnull).code == "bad-file"


def test_a_larger_file_than_a_plan_may_be(tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{"ignore": ["' + "a" * 1_500_000 + '"]}')
    assert len(read_json(path).data["ignore"][0]) == 1_500_000
    path.write_text(" " * 20_000_001)
    with pytest.raises(PlanError) as caught:
        read_json(path)
    assert "20,000,000" in caught.value.problems[0].message


def test_places_of_many_keys_are_found_in_one_pass():
    text = json.dumps({f"key_{number}": [{"inner": 1}] for number in range(5_000)}, indent=0)
    file = read_json_text(text, "c")
    places = [file.place(f"key_{number}").line for number in range(5_000)]
    assert places == sorted(places)
    assert file.place("key_7.inner") == file.place("key_7")  # not those of lists
