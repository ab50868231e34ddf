"""Other currencies are read at the plan's own dated rates, and at no others."""

import pytest

from flopwatt.plan.currencies import in_dollars, rate_note
from flopwatt.plan.draft import Rate

HEAD = "currencies:\n  EUR: {value: 1.10 USD, as_of: 2026-01-02, source: ECB}\n"
EUR = {"EUR": Rate("EUR", 1.1, "2026-01-02", "ECB")}


@pytest.mark.parametrize(
    "price", ["€2.50 per GPU-hour", "2.50 EUR/GPU/hour", "2.50 € per GPU-hour", "EUR 2.50/GPU/hour"]
)
def test_a_price_in_another_currency(read, text, price):
    plan = read(HEAD + text.replace("cost: $1M", f"price: {price}"))
    (leaf,) = [leaf for leaf in plan.leaves if leaf.quantity == "accelerator_price"]
    assert leaf.value * 3600 == pytest.approx(2.75)
    assert leaf.origin.detail == "at 1.1 USD/EUR of 2026-01-02, ECB"


def test_without_a_rate_it_is_refused(refused, text):
    (problem,) = refused(text.replace("$1M", "€1M"))
    assert (problem.code, problem.field) == ("wrong-unit", "training.base.cost")
    assert "EUR" in problem.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("EUR: 1.10 USD", "the day it held"),
        ("EUR: {value: 1.10 USD}", "the day it held"),
        ("EUR: {value: 1.10 USD, as_of: Q3}", "Q3"),
        ("EUR: {value: -1 USD, as_of: 2026-01-02}", "above 0"),
        ("EUR: {value: 3 kW, as_of: 2026-01-02}", "power"),
        ("euro: {value: 1.10 USD, as_of: 2026-01-02}", "three capital letters"),
        ("USD: {value: 1, as_of: 2026-01-02}", "not USD"),
    ],
)
def test_a_rate_needs_code_value_and_day(refused, text, line, message):
    (problem,) = refused(f"currencies:\n  {line}\n{text}")
    assert problem.place.line == 2
    assert message in problem.message
    assert problem.allowed == "EUR: {value: 1.08 USD, as_of: 2026-01-01}"


def test_only_whole_words_are_currencies():
    assert in_dollars("2 EUROPA", EUR) == ("2 EUROPA", None)
    assert in_dollars("2 USD", EUR) == ("2 USD", None)
    assert rate_note("2 USD", EUR) == ""
