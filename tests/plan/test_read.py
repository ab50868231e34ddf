"""A plan file as a whole: everything wrong at once, sections, names, references, the start."""

import datetime

import pytest

from flopwatt.catalog import find
from flopwatt.model.value import Rank
from flopwatt.plan import read_plan
from flopwatt.plan.fields import fields_of
from flopwatt.plan.layers import Layer
from flopwatt.problems import CatalogError, Place, PlanError
from flopwatt.reader import read_dict

TEN_MISTAKES = """\
start: 03/04/2026
models:
  m: {params: 70}
training:
  base:
    accelerator: H900
    tokens: 2TB
    tokns: 2T tokens
    utilisation: 104 %
    price: 2.50 USD/GPUs/houre
products:
  chat:
    requests: lots
    cost_per_day: $1k
    daily_spend: $2k
    requests: 5M per day
"""
# code, line, column, field, given, allowed, nearest
TEN_MESSAGES = [
    ("bad-date", 1, 8, "start", "03/04/2026", "a day as YYYY-MM-DD, e.g. 2026-07-14", ""),
    ("unit-needed", 3, 15, "models.m.params", "70", "parameters, e.g. 70B", ""),
    ("unknown-name", 6, 18, "training.base.accelerator", "H900",
     "CARDS", "H800"),
    ("wrong-unit", 7, 13, "training.base.tokens", "2TB", "tokens, e.g. 2T tokens", ""),
    ("unknown-key", 8, 5, "training.base.tokns", "tokns", "RUN", "tokens"),
    ("out-of-range", 9, 18, "training.base.utilisation", "104 %",
     "at most 100 %, for example 40 %", ""),
    ("unknown-unit", 10, 12, "training.base.price", "2.50 USD/GPUs/houre",
     "money per GPU-hour, e.g. 2.50 USD/GPU/hour", "hour"),
    ("bad-number", 13, 15, "products.chat.requests", "lots",
     "digits with a point, e.g. 1234.5, 1.2e6 or 70B", ""),
    ("conflict", 15, 5, "products.chat.daily_spend", "daily_spend", "one of the two lines", ""),
    ("duplicate-key", 16, 5, "products.chat.requests", "", "each key once", ""),
]  # fmt: skip


def _refusal(card: str) -> str:
    """What the catalog itself offers in place of a card that it lacks."""
    with pytest.raises(CatalogError) as caught:
        find("accelerator", card)
    return caught.value.problems[0].allowed


def test_ten_mistakes_get_ten_messages(refused, vocabulary):
    problems = refused(TEN_MISTAKES)
    names = {
        "RUN": "tokens, tokens_per_word, tokens_per_step, versions, duration, interruptions, cost, "
        f"block.longest, of {len(fields_of(vocabulary, 'run'))}; `flopwatt fields` lists them",
        "CARDS": _refusal("H900") + "; or leave it out and give `peak: 989.4 TFLOP/s`",
    }
    expected = [(*m[:5], names.get(m[5], m[5]), m[6]) for m in TEN_MESSAGES]
    assert [
        (p.code, p.place.line, p.place.column, p.field, p.given, p.allowed, p.nearest)
        for p in problems
    ] == expected
    assert len({problem.code for problem in problems}) == 10
    for problem in problems:
        assert str(problem).startswith(f"{problem.place}: {problem.field}: {problem.message}")


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "field", "given"),
    [
        ("models:\n", "model:\n", "unknown-key", (2, 1), "model", "model"),
        ("training:\n", "runs:\n", "unknown-key", (4, 1), "runs", "runs"),
        ("{cost:", "{model: n, cost:", "unknown-name", (5, 17), "training.base.model", "n"),
        ("{cost:", "{model: '', cost:", "unknown-name", (5, 17), "training.base.model", "nothing"),
        ("{cost_per", "{growth: 10 %, cost_per", "unit-needed", (7, 18), "products.chat.growth",
         "10 %"),
        ("$1M", "1e400 USD", "not-finite", (5, 16), "training.base.cost", "1e400 USD"),
        ("base:", "base v2.5:", "bad-name", (5, 3), "training.base v2.5", "base v2.5"),
        ("{params: 70B}", "70B", "bad-structure", (3, 6), "models.m", "70B"),
        ("\n  m: {params: 70B}", " m70b", "bad-structure", (2, 9), "models", "m70b"),
        ("\n  m: {params: 70B}", "\n  - m", "bad-structure", (3, 3), "models", "a list"),
        ("start:", "name: [a]\nstart:", "bad-structure", (1, 7), "name", "a list"),
        ("2026-01-01", "[2026-01-01]", "bad-structure", (1, 8), "start", "a list"),
        ("2026-01-01", "Q3", "bad-date", (1, 8), "start", "Q3"),
        ("2026-01-01", "", "bad-date", (1, 7), "start", "nothing"),
        ("2026-01-01", "{value: 2026-13-01}", "bad-date", (1, 16), "start", "2026-13-01"),
        ("2026-01-01", "9999-01-01", "out-of-range", (1, 8), "start", "9999-01-01"),
        ("start:", "horizon: 60\nstart:", "unit-needed", (1, 10), "horizon", "60"),
    ],
)  # fmt: skip
def test_one_mistake_gets_one_message(refused, text, old, new, code, place, field, given):
    (problem,) = refused(text.replace(old, new, 1))
    assert (problem.code, problem.place) == (code, Place("plan.yaml", *place))
    assert (problem.field, problem.given) == (field, given)
    assert problem.allowed


def test_a_section_that_is_none_gets_the_nearest(refused, text):
    (problem,) = refused(text.replace("models:", "model:"))
    assert problem.nearest == "models"
    assert {"models", "training", "products"} < set(problem.allowed.split(", "))


def test_a_plan_without_start_is_told_the_line_to_add(refused, text):
    (problem,) = refused(text.partition("\n")[2])
    assert (problem.code, problem.field) == ("missing-quantity", "start")
    assert problem.allowed == "a line such as `start: 2026-01-01`"


@pytest.mark.parametrize("written", ["2026-01-31", "{value: 2026-01-31, source: board}"])
def test_dates_are_counted_from_the_start_wherever_it_stands(read, text, written):
    rest = text.partition("\n")[2].replace("{cost_per", "{launch: 2026-03-02, cost_per")
    plan = read(f"{rest}start: {written}\n")
    launch = next(leaf for leaf in plan.leaves if leaf.quantity == "launch")
    assert (plan.start, launch.value) == (datetime.date(2026, 1, 31), 30 * 86_400)


@pytest.mark.parametrize(
    ("line", "name"),
    [("name: Our plan\n", "Our plan"), ("name:\n", "plan.yaml"), ("", "plan.yaml")],
)
def test_a_plan_without_name_goes_by_its_file(read, text, line, name):
    assert read(line + text).name == name


def test_a_plan_as_python_data_is_the_same_plan(read, vocabulary):
    def plain(plan):
        leaves = {(x.quantity, x.instance): x.origin.text for x in plan.leaves}
        return plan.start, plan.months, plan.population, leaves

    data = {
        "start": datetime.date(2026, 1, 1),
        "models": {"small": {"params": 7e9}, "large": {"params": {"total": "70B", "active": "7B"}}},
        "training": {"a": {"model": "large", "gpus": 64, "gpu_hours": "3k GPU-hours"}},
        "products": {2: {"model": "small", "requests": 0, "tokens_per_request": 1500}},
    }
    written = """\
start: 2026-01-01
models: {small: {params: 7000000000.0}, large: {params: {total: 70B, active: 7B}}}
training: {a: {model: large, gpus: 64, gpu_hours: 3k GPU-hours}}
products: {2: {model: small, requests: 0, tokens_per_request: 1500}}
"""
    plan = read_plan([Layer(read_dict(data), Rank.GIVEN)], vocabulary)
    assert plain(plan) == plain(read(written))
    assert set(plan.places.values()) == {None}
    origin = next(leaf.origin for leaf in plan.leaves if leaf.quantity == "accelerators")
    assert origin.place == "<dict> training.a.gpus"


def test_mistakes_in_python_data_are_named_by_field(vocabulary):
    data = {"start": "2026-01-01", "models": {"m": {"params": 70}}, "products": {"p": {"cots": 1}}}
    with pytest.raises(PlanError) as caught:
        read_plan([Layer(read_dict(data), Rank.GIVEN)], vocabulary)
    assert [(p.code, p.place, p.field, p.given) for p in caught.value.problems] == [
        ("unit-needed", None, "models.m.params", "70"),
        ("unknown-key", None, "products.p.cots", "cots"),
    ]
