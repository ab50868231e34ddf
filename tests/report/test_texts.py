import datetime
import math
from dataclasses import replace

import numpy as np
import pytest

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.value import Origin, Value
from flopwatt.report.texts import (
    counted,
    crossing_day,
    day_of,
    exact_text,
    json_number,
    listed,
    long_date,
    month_name,
    month_texts,
    number_text,
    plan_text,
    value_text,
)
from flopwatt.studies.run import run_plan
from flopwatt.units import show_date

START = datetime.date(2026, 1, 1)
DAY, MONTH = 86400.0, 730.5 * 3600


@pytest.fixture
def value(vocabulary):
    """A value of a quantity by its name, one number or a series by month."""

    def make(name, *numbers):
        array = np.array(numbers).reshape(-1, 1, 1)
        return Value(name, vocabulary.quantities[name], "x", array, Origin("given"))

    return make


@pytest.mark.parametrize(
    ("name", "number", "text", "exact", "json"),
    [
        ("training_cost", 1458333.33, "$1.46M", "1,458,333.33 USD", 1458333.33),
        ("product_crossover", 194.44 * DAY, "194.4 days", "194.44 days", 194.44),
        ("product_crossover", 999.94 * DAY, "999.9 days", "999.94 days", 999.94),
        ("product_crossover", 97222.2 * DAY, "97,222.2 days", "97,222.2 days", 97222.2),
        ("product_crossover_at_last_rate", 97222.2 * DAY, "266 years", "97,222.2 days", 97222.2),
        ("product_crossover", math.inf, "never", "never", None),
        ("product_crossover", -math.inf, "already", "already", None),
        ("product_spend_limit", math.inf, "no limit", "no limit", None),
        ("break_even_volume", math.inf, "never", "never", None),
        ("launch", 59 * DAY, "1 Mar 2026", "2026-03-01", 59 * DAY),
        ("growth", math.log(11) / MONTH, "1,000 %/month", "1,000 %/month", 1000.0),
        ("growth", math.log(1e-4) / MONTH, "-99.99 %/month", "-99.99 %/month", -99.99),
        ("growth", math.log(1e12) / MONTH, "1e14 %/month", "9.99999999999e13 %/month", 1e14),
        ("growth", math.log(1.1) / MONTH, "10 %/month", "10 %/month", 10.0),
        ("inference_share", 0.904, "90 %", "90.4 %", 90.4),
    ],
)
def test_one_number_as_people_read_it_exactly_and_in_json(value, name, number, text, exact, json):
    shown = value(name, number)
    assert value_text(shown, START) == text
    assert exact_text(shown, START) == exact
    assert json_number(shown.quantity, number) == pytest.approx(json)


@pytest.mark.parametrize(
    ("months", "text"),
    [
        ((1e3, 2e3, 3e6), "$1,000 in 2026-01, $3M in 2026-03"),
        ((5e3, 5e3), "$5,000 in every month"),
        ((5e3, 4e3, 5e3), "$5,000 in 2026-01, $5,000 in 2026-03"),  # not the same in every month
    ],
)
def test_a_series_is_told_by_its_first_and_last_month(value, months, text):
    assert value_text(value("inference_spend", *months), START) == text


def test_a_series_is_told_month_by_month_and_not_exactly(value):
    shown = value("inference_spend", 1e3, 2e3)
    assert month_texts(shown, START) == (("2026-01", "$1,000"), ("2026-02", "$2,000"))
    assert exact_text(shown, START) == ""


def test_a_month_has_the_name_that_the_plan_gives_it(example):
    months = example("deepseek-v3").plan.months
    start = example("deepseek-v3").plan.start
    assert tuple(month_name(start, index) for index in range(len(months))) == months


@pytest.mark.parametrize(
    ("written", "text"),
    [("50 %/year", "50 %/year"), ("50 % per year", "50 %/year"), ("3 %/month", "3.44 %/month")],
)
def test_a_growth_is_told_in_the_period_it_was_written_in(value, written, text):
    shown = value("growth", math.log(1.5) / (12 * MONTH))
    shown = replace(shown, origin=Origin("given", text=written))
    assert value_text(shown, START) == text


def test_what_is_not_a_number_is_not_shown_as_one(vocabulary):
    assert number_text(vocabulary.quantities["training_cost"], math.nan, START) == "no number"
    assert number_text(vocabulary.quantities["training_cost"], math.inf, START) == "too large"


def test_a_moment_belongs_to_the_day_it_lies_in():
    assert day_of(1.5 * DAY, START) == datetime.date(2026, 1, 2)
    assert day_of(2 * DAY - 1e-6, START) == datetime.date(
        2026, 1, 3
    )  # rounding, not the day before
    assert day_of(-0.5 * DAY, START) == datetime.date(2025, 12, 31)


@pytest.mark.parametrize("seconds", [math.inf, -math.inf, 400_000 * DAY])
def test_a_crossing_without_a_day_has_none(seconds):
    assert crossing_day(seconds, START) is None


def test_a_date_in_a_sentence_and_in_a_cell():
    day = datetime.date(2026, 7, 4)
    assert (long_date(day), show_date(day)) == ("4 July 2026", "4 Jul 2026")


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "4 runs"),
    ],
)
def test_names_are_listed_or_counted(names, text):
    assert listed(names, "run") == text


@pytest.mark.parametrize(("number", "text"), [(0, "0 runs"), (1, "1 run"), (1024, "1,024 runs")])
def test_one_is_not_many(number, text):
    assert counted(number, "run") == text


def test_many_of_what_ends_in_y_are_told_as_many():
    assert [counted(2, noun) for noun in ("activity", "supply", "day")] == [
        *("2 activities", "2 supplies", "2 days")
    ]


def test_the_unit_of_the_quantity_is_the_unit_in_json(vocabulary):
    hours = vocabulary.quantities["accelerator_hours"]
    assert json_number(hours, 7200.0) == pytest.approx(2.0)
    assert json_number(replace(hours, unit="GPU-day"), 86400.0) == pytest.approx(1.0)


def test_what_stands_under_a_plan(plan):
    study = run_plan(plan)
    name = f"{study.plan.file}, " if study.plan.file != study.plan.name else ""
    assert plan_text(study.plan) == f"{name}60 months from 1 January 2026"
    # a plan that starts inside a month has two parts of one
    inside = run_plan({**plan, "start": "2026-01-15"}).plan
    assert plan_text(inside).endswith("60 months from 15 January 2026")
    named = replace(study.plan, name="Mine", file="mine.yaml")
    assert plan_text(named).startswith("mine.yaml, 60 months")


def test_a_day_that_never_comes_is_never():
    day = Quantity("d", "phase", "d", "s", "d", "A day.", kind=Kind.DATE)
    assert number_text(day, math.inf, datetime.date(2026, 1, 1)) == "never"
