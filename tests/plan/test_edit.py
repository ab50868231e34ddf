"""A text with values changed, and everything else as it was."""

from pathlib import Path

import pytest

from flopwatt.plan.edit import edit_text
from flopwatt.problems import PlanError
from flopwatt.reader.spans import read_spans

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
TEXT = """\
# what it is about
start: 2026-01-01
models: {m: {params: 7B}}

training:
  r:
    # dear
    price: {value: $2 per GPU-hour, low: $1 per GPU-hour, high: $3 per GPU-hour} # each
    gpus: 64
  s:
"""


def texts(text):
    return {path: one.text for path, one in read_spans(text, "p").items() if one.text is not None}


def test_a_value_changes_and_nothing_else():
    done = edit_text(TEXT, {"training.r.gpus": "128"})
    assert done == TEXT.replace("gpus: 64", "gpus: 128")
    both = edit_text(TEXT, {"training.r.price": "$2.10 per GPU-hour", "start": "2026-02-01"})
    assert both == TEXT.replace("value: $2 per", "value: $2.10 per").replace("01-01", "02-01")


def test_an_end_of_a_range_changes():
    done = edit_text(TEXT, {"training.r.price.high": "$4 per GPU-hour"})
    assert done == TEXT.replace("high: $3", "high: $4")


def test_a_new_key_gets_a_line_where_it_belongs():
    done = edit_text(TEXT, {"training.r.mfu": "40 %"})
    assert done == TEXT.replace("gpus: 64\n", "gpus: 64\n    mfu: 40 %\n")
    assert "{m: {dtype: fp8, params: 7B}}" in edit_text(TEXT, {"models.m.dtype": "fp8"})
    assert "  s:\n    cost: $1M\n" in edit_text(TEXT, {"training.s.cost": "$1M"})
    top = edit_text(TEXT, {"horizon": "24 months"})
    assert top == TEXT.replace("start:", "horizon: 24 months\nstart:")


def test_an_empty_text_takes_the_line_away():
    assert edit_text(TEXT, {"training.r.gpus": " "}) == TEXT.replace("    gpus: 64\n", "")
    assert edit_text(TEXT, {"training.r.unheard_of": ""}) == TEXT


@pytest.mark.parametrize("value", ["a: b", "# no", "- x", "[1", "yes: {", "'", '"', "x #y", "é\t"])
def test_any_text_is_read_back_as_it_was_given(value):
    done = edit_text(TEXT, {"training.r.gpus": value, "models.m.params": value})
    found = texts(done)
    assert found["training.r.gpus"] == found["models.m.params"] == value.strip()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_value_of_the_examples_can_be_written_again(path):
    text = path.read_text()
    before = texts(text)
    whole = {key: value for key, value in before.items() if not key.endswith("]")}
    assert texts(edit_text(text, whole)) == before


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"training.t.gpus": "1"}, "there is no such entry"),
        ({"training": "1"}, "there is no such entry"),
        ({"a.b": "1"}, "there is no such entry"),
        ({"models.m.params": ""}, "cannot be taken out"),
        ({"training.r.gpus": "1" * 3000}, "more than 2,000 characters"),
    ],
)
def test_what_cannot_be_done_is_told(changes, told):
    with pytest.raises(PlanError, match=told):
        edit_text(TEXT, changes)


def test_a_text_that_cannot_be_read_is_not_edited():
    with pytest.raises(PlanError):
        edit_text("a: [", {"a": "1"})
