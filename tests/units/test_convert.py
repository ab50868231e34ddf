import pytest

from flopwatt.units import UnitError, parse_unit
from flopwatt.units.convert import COMMON, base_unit, common_units, convert, own_unit


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("400 Gbit/s", "GB/s", 50),
        ("81559 MiB", "byte", 85_520_809_984),
        ("$8 per million tokens", "USD/token", 8e-6),
        ("8766 GPU-hours", "GPU-year", 1),
        ("40 %", "ratio", 0.4),
    ],
)
def test_an_amount_in_another_unit(text, unit, number):
    assert convert(text, unit) == pytest.approx(number, rel=1e-15)


def test_unlike_things_are_refused():
    with pytest.raises(UnitError, match="bandwidth"):
        convert("400 Gbit/s", "GB")
    with pytest.raises(UnitError, match="no unit"):
        own_unit("70B")


def test_every_common_unit_is_read_and_is_offered_for_itself():
    for unit in COMMON:
        assert unit in common_units(unit)


@pytest.mark.parametrize("unit", [*COMMON, "USD/GPU/hour", "FLOP/peak FLOP", "1/s", "VA"])
def test_the_base_unit_is_worth_one_and_measures_the_same(unit):
    base = parse_unit(base_unit(unit))
    assert (base.factor, base.dimension) == (1, parse_unit(unit).dimension)
