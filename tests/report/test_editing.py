"""The fields of a plan's text."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.report.editing import every_input, follow_ranges, plan_inputs

TEXT = """\
name: A plan
start: 2026-01-01
models: {m: {params: {total: 10B, active: 2B}}}
training:
  base:
    tokens: {value: 2T tokens, low: 1T tokens, high: 3T tokens, note: a guess}
    mfu: 40 %
    colour: red
products:
  chat:
    requests: {2026-01: 5M per day, 2026-06: 6M per day}
    against_all: yes
"""


@pytest.fixture(scope="module")
def inputs():
    return {one.key: one for one in every_input(plan_inputs(TEXT))}


def test_every_value_is_a_field_and_what_stands_beside_it_is_none(inputs):
    assert list(inputs) == [
        *("name", "start", "models.m.params.total", "models.m.params.active"),
        *("training.base.tokens", "training.base.mfu", "training.base.colour"),
        *("products.chat.requests.2026-01", "products.chat.requests.2026-06"),
        "products.chat.against_all",
    ]


def test_a_field_says_what_it_is(inputs):
    tokens = inputs["training.base.tokens"]
    assert (tokens.text, tokens.low, tokens.high) == ("2T tokens", "1T tokens", "3T tokens")
    assert tokens.line == 6
    assert tokens.unit == "token"
    assert tokens.meaning.startswith("Tokens the run reads")
    assert inputs["training.base.mfu"].label == "MFU"
    assert inputs["training.base.colour"].meaning == ""


def test_groups_are_entries_with_their_work_and_what_else_they_could_say():
    groups = {group.name: group for group in plan_inputs(TEXT)}
    assert (groups["base"].section, groups["base"].work) == ("training", "training")
    assert groups["chat"].work == "inference"
    more = dict(groups["base"].more)
    assert "price" in more
    assert "mfu" not in more
    assert more["price"]


def test_a_text_that_cannot_be_read_has_no_fields():
    with pytest.raises(PlanError):
        plan_inputs("a: [")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"": "4T tokens"}, {"": "4T tokens", ".high": "4T tokens"}),
        ({"": "500B tokens"}, {"": "500B tokens", ".low": "500B tokens"}),
        ({"": "2.5T tokens", ".high": "3T tokens"}, {"": "2.5T tokens"}),  # as it is already
        ({"": "5T tokens", ".high": "4T tokens"}, {"": "5T tokens", ".high": "5T tokens"}),
        ({"": "3.5T tokens", ".high": "4T tokens"}, {"": "3.5T tokens", ".high": "4T tokens"}),
        ({"": "many"}, {"": "many"}),
        ({"": ""}, {"": ""}),
    ],
)
def test_an_end_of_a_range_follows_a_value_that_goes_past_it(changes, told):
    key = "training.base.tokens"
    found = follow_ranges(TEXT, {f"{key}{part}": text for part, text in changes.items()})
    assert found == {f"{key}{part}": text for part, text in told.items()}


def test_what_has_no_range_takes_nothing_along():
    changes = {"training.base.mfu": "50 %", "training.base.colour": "blue", "no.such": "1"}
    assert follow_ranges(TEXT, changes) == changes
