"""Where values stand in a text, to the character."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.reader.spans import read_spans

TEXT = """\
start: 2026-01-01 # a day
models: {m: {params: 70B, "name": 'a b'}}
training:
  base:
    price:
      value: $2.50 per GPU-hour
      low: $2
    stages: [a, b]
  empty:
"""


def test_each_value_is_found_to_the_character():
    spans = read_spans(TEXT, "plan.yaml")
    written = {
        path: TEXT[one.start : one.end] for path, one in spans.items() if one.text is not None
    }
    assert written == {
        "start": "2026-01-01",
        "models.m.params": "70B",
        "models.m.name": "'a b'",
        "training.base.price.value": "$2.50 per GPU-hour",
        "training.base.price.low": "$2",
        "training.base.stages[1]": "a",
        "training.base.stages[2]": "b",
        "training.empty": "",
    }
    assert spans["models.m.name"].text == "a b"
    assert spans["training.base.price.low"].line == 7


def test_a_map_knows_its_keys_and_how_it_is_written():
    spans = read_spans(TEXT, "plan.yaml")
    assert spans[""].inside == ["start", "models", "training"]
    assert (spans["models.m"].flow, spans["training.base"].flow) == (True, False)
    assert TEXT[spans["models.m"].start] == "{"
    assert TEXT[: spans["training.base"].last].endswith("[a, b]")


@pytest.mark.parametrize("text", ["a: [", "", "a: *b", "- a", "a: \x00"])
def test_what_the_reader_refuses_is_refused(text):
    with pytest.raises(PlanError):
        read_spans(text, "plan.yaml")


def test_line_ends_of_all_kinds_count_alike():
    ended = read_spans("\ufeffa: 1\r\nb: 2\r\n", "p")
    assert {path: (one.start, one.end) for path, one in ended.items() if path} == {
        "a": (3, 4),
        "b": (8, 9),
    }
