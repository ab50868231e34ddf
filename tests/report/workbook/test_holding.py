"""How quantities stand in cells: their unit, their format, and how formulas read them."""

import datetime
import math
from dataclasses import replace

import pytest

from flopwatt.model.quantity import Kind
from flopwatt.report.workbook.holding import ERROR, Holding, holding_of, largest_of, serial
from flopwatt.report.workbook.pieces import Span

START = datetime.date(2026, 9, 1)


@pytest.fixture
def held(vocabulary):
    return lambda name, period="month": Holding(vocabulary.quantities[name], period, START)


def read(holding, number):
    return holding.read(lambda span: "B5", number).at(Span(0, 0))


def test_a_number_stands_in_the_unit_of_its_quantity(held):
    price = held("token_price")
    assert price.held(5.5e-7) == pytest.approx(0.55)
    assert (price.unit, read(price, 1.0)) == ("USD/Mtoken", "B5")
    assert price.number_format(0.55).startswith('[>=1000]"$"#,##0;')


def test_a_growth_stands_in_its_period_and_is_read_as_a_rate(held):
    growth = held("growth", "year")
    assert growth.held(math.log(0.8) / 31_557_600) == pytest.approx(-0.2)
    assert (growth.unit, read(growth, 1.0)) == ("per year", "LN(1+B5)")
    assert growth.number_format(0.2) == "0.0%"


def test_a_date_is_a_date_and_is_read_as_days_since_the_start(held):
    launch = held("launch")
    assert launch.held(86_400.0) == serial(datetime.date(2026, 9, 2)) == 46267
    assert read(launch, 1.0) == "B5-plan_start"


def test_a_word_is_a_word_and_is_read_by_its_place(held):
    against = held("numerator")
    assert against.held(1.0) == "all-runs"
    assert read(against, 1.0).startswith('MATCH(B5,{"')


def test_shares_are_shown_in_per_cent(held):
    assert held("retries").number_format(0.04) == "0.0%"
    assert held("mfu").number_format(0.4) == "0.0%"
    assert held("retries").held(0.04) == 0.04


def test_what_is_endless_or_no_number_is_told(held, vocabulary):
    days = held("product_crossover")
    assert days.held(math.inf) == 1e300
    assert days.held(-math.inf) == -1e300
    assert days.number_format(1.0).startswith('[>=999999999999999]"never";[<=-99')
    assert days.held(math.nan) == ERROR
    limit = replace(vocabulary.quantities["product_spend_limit"], kind=Kind.LIMIT)
    assert '"no limit"' in Holding(limit, "month", START).number_format(1.0)


def test_what_is_very_large_has_an_exponent(held):
    assert held("training_flops").number_format(8.4e23) == "0.000E+00"


def test_results_are_written_in_the_unit_of_the_cell(held, ref, at):
    assert at(held("product_crossover").result(ref(1, 86_400.0, factor=3600.0))) == "$A$1/24"
    assert at(held("launch").result(ref(1, 86_400.0, factor=86_400.0))) == "plan_start+$A$1"
    assert at(held("growth").result(ref(1, 1e-8))).startswith("2*EXP($A$1*2629800/2)")
    assert at(held("numerator").result(ref(1, 1.0))).startswith('INDEX({"')


def test_a_value_is_held_in_the_period_of_the_report(example):
    study = example("start-up")
    change = study.results["products.assistant-app.price_change"]
    assert holding_of(change, study.plan.start).period == "year"
    assert largest_of(holding_of(change, study.plan.start), change.months) == pytest.approx(0.2)
