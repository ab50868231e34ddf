"""Quantities are frozen records with safe defaults."""

import dataclasses

import pytest

from flopwatt.model.quantity import Kind, Quantity


def test_a_quantity_is_positive_unless_it_says_otherwise():
    quantity = Quantity("cost", "run", "cost", "USD", "$", "Cost.")
    assert (quantity.above, quantity.minimum, quantity.maximum) == (0.0, None, None)
    assert quantity.written
    assert quantity.kind is Kind.NUMBER


def test_a_quantity_cannot_be_changed():
    quantity = Quantity("cost", "run", "cost", "USD", "$", "Cost.")
    with pytest.raises(dataclasses.FrozenInstanceError):
        quantity.unit = "EUR"
