"""What a dimension is called, and prices that share one."""

import pytest

from flopwatt.units import UnitError, read_quantity


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("$12 per kWh", "USD/kW/month"),
        ("$0.05 per kWh", "USD/MW/day"),
        ("$15 per kW-month", "USD/kWh"),
        ("$100k per MW-year", "USD/MWh"),
    ],
)
def test_a_price_of_capacity_is_none_of_energy(text, unit):
    """Both are money per energy by their dimension; nobody means the one by the other."""
    with pytest.raises(UnitError, match="per power and time") as caught:
        read_quantity(text, unit)
    assert caught.value.code == "wrong-unit"


@pytest.mark.parametrize(
    ("text", "unit", "worth"),
    [("$0.08 per kW-hour", "USD/kWh", 80), ("$365 per MW-year", "USD/MW/day", 1 / 24)],
)
def test_a_price_of_its_own_kind_is_read(text, unit, worth):
    assert read_quantity(text, unit) == pytest.approx(
        worth * read_quantity("$1/MWh", "USD/MWh"), rel=2e-3
    )
