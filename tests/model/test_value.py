"""A value's shape: scalar or series, central case first."""

import numpy as np

from flopwatt.model.quantity import Quantity
from flopwatt.model.value import Origin, Rank, Value

QUANTITY = Quantity("cost", "run", "cost", "USD", "$", "Cost.")


def value(array) -> Value:
    return Value("training.a.cost", QUANTITY, "a", np.array(array), Origin("given"))


def test_central_is_case_zero():
    assert value([[[5.0, 6.0, 7.0]]]).central == 5
    assert not value([[[5.0]]]).is_series


def test_months_are_the_central_case_of_a_series():
    series = value([[[1.0, 9.0]], [[2.0, 9.0]]])
    assert series.is_series
    assert series.months.tolist() == [1, 2]


def test_what_is_measured_beats_what_is_given_and_a_command_beats_both():
    assert sorted(Rank, reverse=True) == [
        Rank.COMMAND,
        Rank.OVERRIDE,
        Rank.MEASURED,
        Rank.GIVEN,
        Rank.CATALOG,
        Rank.ASSUMED,
    ]
