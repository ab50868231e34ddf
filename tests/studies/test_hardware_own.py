"""The fleet as planned, and whether another unit of its accelerator serves for less."""

import math

import pytest

from flopwatt.studies.hardware_own import is_less, planned_row
from flopwatt.studies.hardware_parts import Part
from flopwatt.studies.hardware_rows import ServingRow
from flopwatt.studies.hardware_units import Size
from flopwatt.studies.run import load_plan, work_out

PART = Part("H100 SXM5 80GB", "shipping", "2022", True, True, math.nan, 8)
PLAN = {
    "start": "2026-09-01",
    "models": {"m": {"catalog": "llama-3.1-70b"}},
    "products": {"chat": {"requests": "1M per day", "input_tokens": 2000, "output_tokens": 400}},
    "fleets": {"chat": {"accelerator": "4xH100", "price": "$2 per GPU-hour"}},
}


def planned(**fleet):
    plan = load_plan({**PLAN, "fleets": {"chat": {**PLAN["fleets"]["chat"], **fleet}}})
    return planned_row(work_out(plan), "chat", PART)


def test_a_fleet_has_its_own_layout_and_price():
    row = planned()
    assert row.size == Size(tp=4, pp=1, dp=1, ep=4)
    assert row.hourly * 3600 == pytest.approx(2)
    assert row.limit == "memory"
    assert row.planned
    assert not row.measured


def test_a_fleet_that_keeps_no_objective_is_none():
    assert planned(tpot="1 ms") is None


@pytest.mark.parametrize(
    ("other", "own", "less"),
    [
        ({"cost": 1.0}, {"cost": 2.0}, True),
        ({"cost": 2.0}, {"cost": 2.0}, False),
        ({"rate": 2.0}, {"rate": 1.0}, True),
        ({"rate": 1.0}, {"rate": 2.0}, False),
    ],
)
def test_less_is_told_by_dollars_or_by_time(other, own, less):
    assert is_less(ServingRow(PART, True, **other), ServingRow(PART, True, **own)) is less
    assert not is_less(ServingRow(PART, False, **other), ServingRow(PART, True, **own))
