"""What a token costs and what serving earns, each formula called as the plain function it is."""

import pytest

from flopwatt.formulas import margin


def test_the_published_day():
    """$87,072 for 776 billion tokens is $0.1122 a million; $562,027 is 545 % more than it."""
    assert margin.mean_token_cost(87_072, 776e9) * 1e6 == pytest.approx(0.11221, abs=1e-5)
    assert margin.margin(562_027, 87_072) == pytest.approx(5.4547, abs=1e-4)
    assert margin.margin(50, 100) == -0.5
