"""A row of hardware: what it costs, how fast it is, and the GPUs of its unit."""

import math

import pytest

from flopwatt.studies.hardware_parts import Part
from flopwatt.studies.hardware_rows import NUMBERS, ServingRow
from flopwatt.studies.hardware_units import Size

PART = Part("X1", "shipping", "2025", True, True, math.nan, 8)


def test_dollars_are_those_of_the_launch_or_else_of_full_load():
    assert ServingRow(PART, True, cost=2.0, full_cost=1.0).dollars == 2
    assert ServingRow(PART, True, full_cost=1.0).dollars == 1


def test_pace_is_the_time_of_one_gpu_for_a_token():
    assert ServingRow(PART, True, rate=50.0).pace == pytest.approx(0.02)
    assert ServingRow(PART, True, rate=0.0).pace == math.inf


@pytest.mark.parametrize(("size", "gpus"), [(Size(8, 2, 1, 8), 16), (Size(1, 1, 32, 32), 32)])
def test_a_unit_has_the_gpus_that_divide_the_model(size, gpus):
    assert ServingRow(PART, True, size=size).unit == gpus


def test_a_unit_that_is_not_known_has_none():
    assert ServingRow(PART, None).unit == 0
    assert not ServingRow(PART, None).does


def test_every_number_has_its_quantity():
    row = ServingRow(PART, True, **dict.fromkeys(NUMBERS, 1.0))
    assert all(getattr(row, field) == 1 for field in NUMBERS)
