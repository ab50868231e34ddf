import pytest

from flopwatt.report.calculation import make_calculation


def test_a_number_its_unit_and_why():
    found = make_calculation("offer.break_even", {"reserved": "$2.40 per GPU-hour", "on_demand": 4})
    assert (found.key, found.value, found.unit) == ("offer.break_even", pytest.approx(60), "%")
    assert (found.text, found.outcome) == ("60 %", "")
    assert found.explanation.written == "b = p_r / p_d"
    assert [line.text for line in found.explanation.lines[1:]] == [
        "$2.40 per GPU-hour",
        "$4.00 per GPU-hour",
    ]


def test_a_crossover_says_its_outcome():
    given = {"start": "2026-01-01", "training.cost": 1e6, "cost_per_day": 1e4}
    assert make_calculation("products.crossover", given).value == pytest.approx(100)
    never = make_calculation("products.crossover", given | {"cost_per_day": 1})
    assert (never.value, never.outcome) == (None, "never")


def test_a_series_is_a_list():
    given = {"start": "2026-01-01", "horizon": "2 months", "cost_per_day": 1e4}
    assert make_calculation("products.spend", given).value == [310e3, 280e3]
