import pytest

from flopwatt.problems import PlanError
from flopwatt.report.conversion import make_conversion


def test_the_unit_asked_for_alone():
    found = make_conversion("400 Gbit/s", "GB/s")
    assert (found.value, found.unit, found.lines) == (50, "GB/s", ("400 Gbit/s = 50 GB/s",))


def test_without_one_the_base_unit_and_the_common_ones():
    found = make_conversion("80 GB")
    assert (found.value, found.unit) == (80e9, "byte")
    assert "80 GB = 74.5058059692 GiB" in found.lines
    assert len({unit for _, unit in found.readings}) == len(found.readings)


@pytest.mark.parametrize(("text", "unit"), [("70B", None), ("5 GB", "s"), ("5 GB", "gbx")])
def test_what_cannot_be_read_is_a_problem(text, unit):
    with pytest.raises(PlanError) as caught:
        make_conversion(text, unit)
    assert caught.value.problems[0].given == text
