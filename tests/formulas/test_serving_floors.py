"""Load of requests, each formula called as the plain function it is."""

import pytest

from flopwatt.formulas import serving_floors as floors


def test_gpus_of_a_replica():
    assert floors.replica_accelerators(4, 2) == 8


def test_requests_in_flight_and_the_peak():
    assert floors.in_flight(20, 9) == 180
    assert floors.peak_tokens(1e9 / 2_628_000, 4) == pytest.approx(1522.07, rel=1e-5)
