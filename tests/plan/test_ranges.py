"""Ranges in a plan: low, high and shape beside a value, and everything that can be wrong there."""

import math

import pytest

from flopwatt.model.ranges import Range, Shape
from flopwatt.problems import Place

RECORD = "{{value: {}, {}}}"
DAY = 86_400.0


def ranged(given, text, record, quantity=("daily_cost", "chat")):
    return given(text.replace("$10k", record))[quantity].range


def test_a_value_with_low_and_high_has_a_range_of_its_own(given, text):
    leaves = given(text.replace("$10k", "{value: $10k, low: $8k, high: $15k}"))
    leaf = leaves["daily_cost", "chat"]
    assert leaf.value * DAY == pytest.approx(10_000)
    assert leaf.range.low * DAY == pytest.approx(8_000)
    assert leaf.range.high * DAY == pytest.approx(15_000)
    assert (leaf.range.shape, leaf.range.stream) == (Shape.LOGNORMAL, "daily_cost/chat")
    assert leaves["training_cost", "base"].range is None


@pytest.mark.parametrize("shape", Shape)
def test_a_shape_is_named(given, text, shape):
    record = f"{{value: $10k, low: $8k, high: $15k, shape: {shape.upper()}, note: guess}}"
    assert ranged(given, text, record).shape is shape


def test_a_low_of_zero_is_not_lognormal(given, text):
    assert ranged(given, text, "{value: $10k, low: $0, high: $15k}").shape is Shape.NORMAL


def test_a_date_has_two_dates_and_a_growth_two_growths(given, text):
    launch = "{cost_per_day: $10k, launch: {value: 2026-03-01, low: 2026-02-01, high: 2026-06-01}}"
    found = given(text.replace("{cost_per_day: $10k}", launch))["launch", "chat"].range
    assert found == Range(31 * DAY, 151 * DAY, Shape.NORMAL, "launch/chat")
    growth = "{cost_per_day: $10k, growth: {value: 1 %/month, low: -1 %/month, high: 24 %/year}}"
    found = given(text.replace("{cost_per_day: $10k}", growth))["growth", "chat"].range
    month = 730.5 * 3600
    assert found.low == pytest.approx(math.log(0.99) / month)
    assert found.high == pytest.approx(math.log(1.24) / month / 12)


def test_one_line_that_sets_two_values_has_one_stream(given, text):
    record = "{params: {value: 70B, low: 60B, high: 80B}}"
    leaves = given(text.replace("{params: 70B}", record))
    assert leaves["total_params", "m"].range == leaves["active_params", "m"].range
    assert leaves["active_params", "m"].range.stream == "total_params/m"


@pytest.mark.parametrize(
    ("parts", "field", "given_text", "message", "allowed"),
    [
        ("low: $11k, high: $12k", "low", "$11k", "low is above the value", "at most the value"),
        ("low: $8k, high: $9k", "high", "$9k", "high is below the value", "at least the value"),
        ("low: $12k, high: $8k", "low", "$12k", "low is above high", "the other way round"),
        ("low: $10k, high: $10k", "high", "$10k", "the same", "or neither"),
        ("low: $8k", "low", "$8k", "low is given without high", "both low and high"),
        ("high: $12k", "high", "$12k", "high is given without low", "both low and high"),
        ("shape: normal", "shape", "normal", "shape is given without low and high", "both"),
        ("low: $0, high: $12k, shape: lognormal", "low", "$0", "lies above 0", "shape: normal"),
    ],
)  # fmt: skip
def test_a_range_that_contradicts_itself(refused, text, parts, field, given_text, message, allowed):
    (problem,) = refused(text.replace("$10k", RECORD.format("$10k", parts)))
    assert problem.code == "bad-range"
    assert (problem.field, problem.given) == (f"products.chat.cost_per_day.{field}", given_text)
    column = 38 + parts.rindex(given_text)
    assert problem.place == Place("plan.yaml", 7, column)
    assert message in problem.message
    assert allowed in problem.allowed


def test_a_shape_that_is_none_gets_the_nearest(refused, text):
    parts = "low: $8k, high: $12k, shape: lognorml"
    (problem,) = refused(text.replace("$10k", RECORD.format("$10k", parts)))
    assert (problem.code, problem.field) == ("unknown-name", "products.chat.cost_per_day.shape")
    assert (problem.given, problem.nearest) == ("lognorml", "lognormal")
    assert problem.allowed == "lognormal, normal, uniform, triangular"


@pytest.mark.parametrize(
    ("parts", "code", "field"),
    [
        ("low: $-1, high: $12k", "out-of-range", "low"),
        ("low: 8k, high: $12k", "unit-needed", "low"),
        ("low: $8k, high: 12 GB", "wrong-unit", "high"),
        ("low: $8k, high: lots", "bad-number", "high"),
    ],
)
def test_an_end_is_read_like_the_value_itself(refused, text, parts, code, field):
    (problem,) = refused(text.replace("$10k", RECORD.format("$10k", parts)))
    assert (problem.code, problem.field) == (code, f"products.chat.cost_per_day.{field}")


def test_both_ends_are_told_at_once(refused, text):
    problems = refused(text.replace("$10k", RECORD.format("$10k", "low: 8k, high: lots")))
    assert [problem.code for problem in problems] == ["unit-needed", "bad-number"]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("start: {value: 2026-01-01, low: 2025-12-01, high: 2026-02-01}", "start"),
        ("start: 2026-01-01\nhorizon: {value: 24 months, low: 1 month, high: 3 years}", "horizon"),
        ("start: 2026-01-01\nagainst: {value: all-runs, low: a, high: b}", "against"),
    ],
)  # fmt: skip
def test_what_the_plan_is_laid_out_from_has_no_range(refused, text, line, field):
    (problem,) = refused(text.replace("start: 2026-01-01", line))
    assert (problem.code, problem.field) == ("bad-range", f"{field}.low")
    assert "no range" in problem.message


def test_a_value_that_is_refused_is_told_without_its_range(refused, text):
    (problem,) = refused(text.replace("$10k", "{value: lots, low: $20k, high: $1k}"))
    assert problem.code == "bad-number"
